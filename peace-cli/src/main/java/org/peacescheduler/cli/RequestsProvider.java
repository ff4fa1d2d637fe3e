package org.peacescheduler.cli;

import java.util.List;

/** Makes {@code peace requests} where there is a client of HDFS. */
public final class RequestsProvider implements CommandProvider {
  /** Made by the command line. */
  public RequestsProvider() {}

  @Override
  public String name() {
    return "requests";
  }

  @Override
  public List<String> needs() {
    return List.of("org.apache.hadoop.fs.FileSystem");
  }

  @Override
  public String remedy() {
    return "run it on a machine with Hadoop: 'hdfs peace requests', or set HADOOP_HOME, or PEACE_HADOOP_JARS to a folder"
        + " with Hadoop's jars (docs/tarball.md)";
  }

  @Override
  public CliCommand create() {
    return new RequestsCommand();
  }
}
