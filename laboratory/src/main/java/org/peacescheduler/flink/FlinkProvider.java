package org.peacescheduler.flink;

import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace flink} where HDFS's daemons are on the class path. */
public final class FlinkProvider implements CommandProvider {
  /** Made by the command line. */
  public FlinkProvider() {}

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public CliCommand create() {
    return new FlinkCommand();
  }
}
