package org.peacescheduler.testbed;

import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace testbed} where HDFS's daemons are on the class path. */
public final class TestbedProvider implements CommandProvider {
  /** Made by the command line. */
  public TestbedProvider() {}

  @Override
  public String name() {
    return "testbed";
  }

  @Override
  public CliCommand create() {
    return new TestbedCommand();
  }
}
