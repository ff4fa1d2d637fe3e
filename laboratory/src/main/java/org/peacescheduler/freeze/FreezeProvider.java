package org.peacescheduler.freeze;

import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace freeze} where an HDFS cluster can be embedded. */
public final class FreezeProvider implements CommandProvider {
  /** Made by the command line. */
  public FreezeProvider() {}

  @Override
  public String name() {
    return "freeze";
  }

  @Override
  public CliCommand create() {
    return new FreezeCommand();
  }
}
