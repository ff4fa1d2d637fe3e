package org.peacescheduler.checkpoints;

import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace checkpoints} where HDFS's daemons are on the class path. */
public final class CheckpointsProvider implements CommandProvider {
  /** Made by the command line. */
  public CheckpointsProvider() {}

  @Override
  public String name() {
    return "checkpoints";
  }

  @Override
  public CliCommand create() {
    return new CheckpointsCommand();
  }
}
