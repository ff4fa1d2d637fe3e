/**
 * The configuration: keys, their values checked as a whole, globs of paths.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.config.PeaceConfig}; {@link
 * org.peacescheduler.hdfs.config.PeaceKeys} says what there is. Depends on the rooms whose limits
 * are configured: waits, held handlers and telemetry.
 */
package org.peacescheduler.hdfs.config;
