package org.peacescheduler.experiment;

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
  public CliCommand create() {
    return new ExperimentCommand();
  }
}
