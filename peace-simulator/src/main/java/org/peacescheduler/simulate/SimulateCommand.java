package org.peacescheduler.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.coordinate.order.GroupOrder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace simulate}: what Peace makes of scenarios, beside all chunks at once. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs bursts of writes in a model of the network, as stock HDFS places them and with Peace.",
      "The same files and the same seed give the same figures.",
      "docs/simulator.md tells how to write a scenario, and what the model has not."
    })
public final class SimulateCommand implements CliCommand {
  private static final int STANDARD_ROUNDS = 3;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE or DIR",
      arity = "0..*",
      description = "Scenarios, or folders of them; default: those that come with Peace.")
  private List<Path> paths = List.of();

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

  @Option(names = "--json", description = "Print one JSON document, and nothing else.")
  private boolean json;

  /** Made by the command line. */
  public SimulateCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (rounds < 1) {
      throw new ParameterException(spec.commandLine(), "--rounds is " + rounds + ", less than 1.");
    }
    GroupOrder groupOrder = GroupOrder.named(order).orElseThrow(this::unknownOrder);
    Map<String, List<Scenario>> folders = read(files());
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    boolean failed = false;
    try (ResultPrinter printer = json ? new JsonResults(out) : new TextResults(out)) {
      for (Map.Entry<String, List<Scenario>> folder : folders.entrySet()) {
        printer.folder(folder.getKey());
        for (Scenario scenario : folder.getValue()) {
          try {
            printer.scenario(scenario, Comparison.of(scenario, groupOrder, rounds, seed));
          } catch (SimulationException e) {
            failed = true;
            err.println(scenario.name() + ": " + e.getMessage());
          }
        }
        printer.folderEnds();
      }
    }
    out.flush();
    return failed ? ExitCodes.FAILED : ExitCodes.FINE;
  }

  private ParameterException unknownOrder() {
    return new ParameterException(
        spec.commandLine(),
        "--order '%s' is no order.\nMaybe use %s.".formatted(order, GroupOrder.names()));
  }

  private List<Path> files() throws CommandFailure {
    List<Path> files = new ArrayList<>();
    for (Path path : paths.isEmpty() ? List.of(own()) : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      try (Stream<Path> all = Files.walk(path)) {
        List<Path> found = all.filter(SimulateCommand::isScenario).sorted().toList();
        if (found.isEmpty()) {
          throw CommandFailure.badInput(
              "There is no scenario in '%s'.\nMaybe name a folder with files *.yaml."
                  .formatted(path),
              null);
        }
        files.addAll(found);
      } catch (IOException e) {
        throw CommandFailure.badInput(
            "'%s' cannot be read: %s\nMaybe check its permissions.".formatted(path, e), e);
      }
    }
    return files;
  }

  private static boolean isScenario(Path path) {
    return path.toString().endsWith(".yaml") && Files.isRegularFile(path);
  }

  private Path own() {
    String home = System.getProperty("peace.home");
    if (home == null) {
      throw new ParameterException(spec.commandLine(), "No scenario is named.");
    }
    return Path.of(home, "peace-simulator", "scenarios");
  }

  /** By the folder's name; every problem of every file at once. */
  private static Map<String, List<Scenario>> read(List<Path> files) throws CommandFailure {
    Map<String, List<Scenario>> folders = new LinkedHashMap<>();
    List<String> messages = new ArrayList<>();
    int problems = 0;
    for (Path file : files) {
      Path folder = file.toAbsolutePath().normalize().getParent();
      try {
        folders
            .computeIfAbsent(String.valueOf(folder.getFileName()), name -> new ArrayList<>())
            .add(ScenarioReader.read(file));
      } catch (ScenarioException e) {
        messages.add(e.getMessage());
        problems += e.problems().size();
      }
    }
    if (problems > 0) {
      messages.add(problems == 1 ? "1 problem found." : problems + " problems found.");
      throw CommandFailure.badInput(String.join(System.lineSeparator(), messages), null);
    }
    return folders;
  }
}
