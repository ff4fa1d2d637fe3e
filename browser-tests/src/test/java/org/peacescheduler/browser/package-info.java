/**
 * Peace's pages in Debian's chromium: the NameNode's page and the reports, on a phone and on a
 * desk, by day and by night.
 *
 * <p>Start with {@link org.peacescheduler.browser.Browser}. Screenshots come into {@code
 * target/screenshots}. Depends on everything that makes a page.
 */
package org.peacescheduler.browser;
