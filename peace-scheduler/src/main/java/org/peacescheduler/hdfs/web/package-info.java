/**
 * What a NameNode's web server shows of Peace: {@code /peace}, {@code /peace/status}, {@code
 * /peace/topology} and {@code /peace/explain}. Start with {@link
 * org.peacescheduler.hdfs.web.PeaceServlet}.
 */
package org.peacescheduler.hdfs.web;
