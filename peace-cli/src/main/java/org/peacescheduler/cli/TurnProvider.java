package org.peacescheduler.cli;

import java.util.List;

/** Makes {@code peace turn} where there is a client of HDFS. */
public final class TurnProvider implements CommandProvider {
  /** Made by the command line. */
  public TurnProvider() {}

  @Override
  public String name() {
    return "turn";
  }

  @Override
  public List<String> needs() {
    return List.of("org.apache.hadoop.fs.FileSystem");
  }

  @Override
  public String remedy() {
    return "run it on a machine with Hadoop: 'hdfs peace turn', or set HADOOP_HOME, or PEACE_HADOOP_JARS to a folder"
        + " with Hadoop's jars (docs/tarball.md)";
  }

  @Override
  public CliCommand create() {
    return new TurnCommand();
  }
}
