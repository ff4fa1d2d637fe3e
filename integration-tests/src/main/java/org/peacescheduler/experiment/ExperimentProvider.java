package org.peacescheduler.experiment;

import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace experiment} where an HDFS cluster can be embedded. */
public final class ExperimentProvider implements CommandProvider {
  /** Made by the command line. */
  public ExperimentProvider() {}

  @Override
  public String name() {
    return "experiment";
  }

  @Override
  public List<String> needs() {
    return List.of("org.apache.hadoop.hdfs.MiniDFSCluster", "org.mockito.Mockito");
  }

  @Override
  public String remedy() {
    return "run it in a checkout of Peace";
  }

  @Override
  public CliCommand create() {
    return new ExperimentCommand();
  }
}
