package org.peacescheduler.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.Output;
import picocli.CommandLine.Option;

/** Scenarios that nobody chose. Made by the command line. */
final class RandomOptions {
  private static final int JUDGED = 200;
  private static final int JUDGED_ROUNDS = 5;

  @Option(
      names = "--random",
      paramLabel = "N",
      description =
          "Instead: draw so many scenarios with --seed from the distribution of "
              + "docs/random-networks.md, and show means with 95 %% intervals by axis.")
  private int count;

  @Option(
      names = "--judge",
      description =
          "Instead: judge the last commit of the core by 200 scenarios in 5 rounds, whose "
              + "seed follows from its hash, and add the judgement to "
              + "peace-simulator/ledger.csv.")
  private boolean judge;

  @Option(
      names = "--search",
      paramLabel = "N",
      description =
          "Instead: how far stock HDFS and Peace are from the best of N schedules, in the 20 "
              + "smallest of --random's scenarios of each kind.")
  private int search;

  @Option(
      names = "--save",
      paramLabel = "DIR",
      description = "Save the worst ten of --random or --judge there, as scenario files.")
  private Optional<Path> save = Optional.empty();

  boolean isAskedFor() {
    return count > 0 || judge;
  }

  /** What of these options makes no sense together. */
  Optional<String> problem() {
    return search > 0 && (count <= 0 || judge)
        ? Optional.of(
            "--search searches among scenarios of --random. Maybe add --random 40, without --judge.")
        : Optional.empty();
  }

  /** The scenarios that are drawn, as a folder. */
  Map<String, List<Scenario>> folder(long seed) {
    return Map.of(
        "random, seed " + Long.toUnsignedString(seed),
        IntStream.range(0, count)
            .mapToObj(index -> RandomScenarios.draw(seed, index).scenario())
            .toList());
  }

  /** Returns whether something came to no end. */
  boolean run(RunOptions options, Variant variant, Output output, PrintWriter out)
      throws CommandFailure {
    if (search > 0) {
      return search(options, output, out);
    }
    return judge ? judge(Checkout.own(), output, out) : draw(options, variant, output, out);
  }

  /** Returns whether something came to no end. */
  private boolean search(RunOptions options, Output output, PrintWriter out) {
    try {
      Distances distances =
          Distances.of(
              count, options.seed(), options.order(), search, (done, of) -> tell(done, of, output));
      if (output.isJson()) {
        DistancesPrinter.json(distances, out);
      } else {
        DistancesPrinter.text(distances, out);
      }
      return false;
    } catch (SimulationException e) {
      output.say(e.getMessage());
      return true;
    }
  }

  private boolean judge(Checkout checkout, Output output, PrintWriter out) throws CommandFailure {
    String commit = checkout.coreCommit();
    if (commit.endsWith(Checkout.CHANGED)) {
      throw CommandFailure.failed(
          "The core has changes that no commit has, so no seed follows from them.\n"
              + "Maybe commit them first, or use --random with a seed of your own.");
    }
    if (Ledger.read(checkout.ledger()).has(commit)) {
      throw CommandFailure.failed(
          "Commit %s is judged; see '%s'.\nMaybe use --random with a seed of your own."
              .formatted(commit, checkout.ledger()));
    }
    try {
      Judgement judgement =
          Judgement.of(
              JUDGED,
              Ledger.seed(commit),
              GroupOrder.FAIR_SOJOURN,
              Variant.STANDARD,
              JUDGED_ROUNDS,
              (done, of) -> tell(done, of, output));
      Ledger.append(checkout.ledger(), commit, judgement);
      print(judgement, output, out);
      return false;
    } catch (SimulationException e) {
      output.say(e.getMessage());
      return true;
    }
  }

  /** Returns whether something came to no end. */
  private boolean draw(RunOptions options, Variant variant, Output output, PrintWriter out)
      throws CommandFailure {
    try {
      Judgement judgement =
          Judgement.of(
              count,
              options.seed(),
              options.order(),
              variant,
              options.rounds(),
              (done, of) -> tell(done, of, output));
      print(judgement, output, out);
      return false;
    } catch (SimulationException e) {
      output.say(e.getMessage());
      return true;
    }
  }

  private static void tell(int done, int of, Output output) {
    if (done % Draw.BLOCK == 0 || done == of) {
      output.say("%d of %d".formatted(done, of));
    }
  }

  private void print(Judgement judgement, Output output, PrintWriter out) throws CommandFailure {
    if (output.isJson()) {
      JudgementPrinter.json(judgement, out);
    } else {
      JudgementPrinter.text(judgement, out);
    }
    if (save.isPresent()) {
      save(judgement, save.get());
    }
  }

  private static void save(Judgement judgement, Path folder) throws CommandFailure {
    try {
      Files.createDirectories(folder);
      for (Judgement.Case each : judgement.worst()) {
        Files.writeString(folder.resolve(each.drawn().name() + ".yaml"), each.drawn().yaml());
      }
    } catch (IOException e) {
      throw CommandFailure.failed(
          "The worst scenarios cannot be saved in '%s': %s\nMaybe name another folder."
              .formatted(folder, e),
          e);
    }
  }
}
