package org.peacescheduler.forecast;

import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace report}, which needs nothing but Peace. */
public final class ReportProvider implements CommandProvider {
  /** Made by the command line. */
  public ReportProvider() {}

  @Override
  public String name() {
    return "report";
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
    return new ReportCommand();
  }
}
