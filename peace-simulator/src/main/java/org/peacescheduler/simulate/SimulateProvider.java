package org.peacescheduler.simulate;

import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace simulate}, which needs nothing but Peace. */
public final class SimulateProvider implements CommandProvider {
  /** Made by the command line. */
  public SimulateProvider() {}

  @Override
  public String name() {
    return "simulate";
  }

  @Override
  public List<String> needs() {
    return List.of();
  }

  @Override
  public String remedy() {
    return "";
  }

  @Override
  public CliCommand create() {
    return new SimulateCommand();
  }
}
