package org.peacescheduler.simulate;

import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace protocols}, which needs nothing but Peace. */
public final class ProtocolsProvider implements CommandProvider {
  /** Made by the command line. */
  public ProtocolsProvider() {}

  @Override
  public String name() {
    return "protocols";
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
    return new ProtocolsCommand();
  }
}
