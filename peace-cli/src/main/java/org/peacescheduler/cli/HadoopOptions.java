package org.peacescheduler.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/**
 * Which cluster a command is for, as a mixin. Confined to the command's thread.
 *
 * <p>Example: {@code --conf /etc/hadoop/conf}.
 */
final class HadoopOptions {
  private static final List<String> SITES =
      List.of("core-default.xml", "core-site.xml", "hdfs-default.xml", "hdfs-site.xml");

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Has core-site.xml and hdfs-site.xml; without it, $HADOOP_CONF_DIR.")
  private Path conf;

  /** Made by the command. */
  HadoopOptions() {}

  /** The cluster's configuration, or Hadoop's defaults where none is named. */
  Configuration configuration() throws CommandFailure {
    Configuration hadoop = new Configuration();
    hadoop.addResource("hdfs-default.xml");
    hadoop.addResource("hdfs-site.xml");
    String environment = System.getenv("HADOOP_CONF_DIR");
    Path from =
        conf != null || environment == null || environment.isEmpty() ? conf : Path.of(environment);
    if (from != null) {
      if (!Files.isReadable(from.resolve("core-site.xml"))) {
        throw CommandFailure.badInput(
            "%s has no core-site.xml that can be read.%nMaybe name the directory of the cluster's configuration with --conf."
                .formatted(from),
            null);
      }
      for (String site : SITES) {
        Path file = from.resolve(site);
        if (Files.isReadable(file)) {
          hadoop.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        }
      }
    }
    return hadoop;
  }
}
