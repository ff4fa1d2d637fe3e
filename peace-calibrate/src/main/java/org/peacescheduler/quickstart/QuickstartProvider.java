package org.peacescheduler.quickstart;

import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace quickstart} where Hadoop's jars are. */
public final class QuickstartProvider implements CommandProvider {
  /** Made by the command line. */
  public QuickstartProvider() {}

  @Override
  public String name() {
    return "quickstart";
  }

  @Override
  public List<String> needs() {
    return List.of(
        "org.apache.hadoop.hdfs.DistributedFileSystem",
        "org.apache.hadoop.hdfs.server.namenode.NameNode");
  }

  @Override
  public String remedy() {
    return "set HADOOP_HOME, or PEACE_HADOOP_JARS to a folder with Hadoop's jars;"
        + " docs/quickstart.md says how to get one";
  }

  @Override
  public CliCommand create() {
    return new QuickstartCommand();
  }
}
