package org.peacescheduler.simulate;

import org.peacescheduler.coordinate.order.GroupOrder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be said of any command that simulates. Made by the command line. */
final class RunOptions {
  private static final int STANDARD_ROUNDS = 3;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds with seeds of their own, of which medians are shown; default: ${DEFAULT-VALUE}.")
  private int rounds = STANDARD_ROUNDS;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random choices; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--order",
      paramLabel = "NAME",
      description =
          "Peace's order of groups, as dfs.namenode.peace.order; default: ${DEFAULT-VALUE}.")
  private String order = GroupOrder.FAIR_SOJOURN.text();

  int rounds() {
    if (rounds < 1) {
      throw new ParameterException(spec.commandLine(), "--rounds is " + rounds + ", less than 1.");
    }
    return rounds;
  }

  long seed() {
    return seed;
  }

  GroupOrder order() {
    return GroupOrder.named(order)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--order '%s' is no order.\nMaybe use %s."
                        .formatted(order, GroupOrder.names())));
  }
}
