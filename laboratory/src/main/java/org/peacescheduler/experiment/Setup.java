package org.peacescheduler.experiment;

import java.time.Clock;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.hadoop.util.VersionInfo;
import org.peacescheduler.measure.ByteSize;

/**
 * What an experiment ran on.
 *
 * <p>Immutable.
 */
record Setup(
    String time, String peace, String hadoop, String java, String system, int cores, String heap) {
  static Setup ofThisProcess(Clock clock) {
    Runtime runtime = Runtime.getRuntime();
    return new Setup(
        ZonedDateTime.now(clock)
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
        Optional.ofNullable(Setup.class.getPackage().getImplementationVersion())
            .orElse("development"),
        VersionInfo.getVersion(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        runtime.availableProcessors(),
        new ByteSize(runtime.maxMemory() >> 20 << 20).toString());
  }
}
