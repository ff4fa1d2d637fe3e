/**
 * Results as a page with charts, for every command that has some.
 *
 * <p>Depends on Jackson and, on the class path, on Apache ECharts. Start reading at {@link
 * org.peacescheduler.report.ReportPage}.
 */
package org.peacescheduler.report;
