package org.peacescheduler.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.peacescheduler.measure.JsonProblems;
import org.peacescheduler.network.topology.Problem;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of {@code ./peace}.
 *
 * <p>Goals, in order: standard output is a command's result and nothing else; every error names the
 * thing and the remedy, without a stack trace (unless the environment has {@code PEACE_DEBUG=1});
 * commands of other modules join through {@link CliCommand}.
 *
 * <p>Example: {@code peace plan --topology FILE --requests FILE --json}.
 */
@Command(
    name = "peace",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CommandLine.HelpCommand.class, AutoComplete.GenerateCompletion.class},
    description = "Schedules bursts of concurrent HDFS writes, inside the NameNode.",
    footer = {
      "",
      "In a checkout also: './peace experiment' and others start HDFS and measure,",
      "'./peace test' runs all tests, './peace benchmark' the benchmarks, './peace",
      "tarball' builds a tarball for machines without it.",
      "Exit codes: 0 fine, 1 the job failed, 2 wrong use, 3 bad input file. With --json",
      "what is wrong is a JSON document on standard output, too."
    })
public final class PeaceCommand implements Runnable {
  private static final String DEBUG = "PEACE_DEBUG";
  private static final String JSON = "--json";

  /**
   * Commands that start HDFS's daemons themselves, for which only a checkout has what they need.
   */
  private static final List<String> LABORATORY =
      List.of("checkpoints", "experiment", "flink", "freeze", "testbed");

  @Spec private CommandSpec spec;

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    System.exit(run(PeaceCommand::commandLine, System.out, System.err, args));
  }

  /**
   * Runs one command; returns its exit code.
   *
   * <p>Both streams get UTF-8 whatever the locale, for that is what JSON and SVG are in. A result
   * that could not be written is a failure: a full disk shall not pass for a finished job.
   */
  static int run(
      Supplier<CommandLine> commandLine, PrintStream stdout, PrintStream stderr, String... args) {
    PrintWriter out = new PrintWriter(stdout, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(stderr, true, StandardCharsets.UTF_8);
    int exitCode;
    try {
      CommandLine line = commandLine.get();
      line.setOut(out);
      line.setErr(err);
      exitCode = line.execute(args);
    } catch (Error e) { // Neither picocli nor a command catches what Java itself cannot do.
      exitCode = failed("peace", e, isTraceWanted(), err);
    }
    if (out.checkError() && exitCode == ExitCodes.FINE) {
      err.println("The result could not be written to standard output completely.");
      err.println("Maybe the disk is full, or whatever reads it ended early.");
      return ExitCodes.FAILED;
    }
    return exitCode;
  }

  /** The command line with all commands, in alphabetical order. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new PeaceCommand());
    Map<String, CommandLine> commands = new TreeMap<>();
    for (String name : LABORATORY) {
      CommandLine standIn =
          UnavailableCommand.standIn(
              name, "is part of Peace's laboratory", "run it in a checkout of Peace");
      standIn.getCommandSpec().usageMessage().hidden(true); // Help lists what can be done here.
      commands.put(name, standIn);
    }
    Stream.concat(
            Stream.of(
                    new PlanCommand(),
                    new TopologyCommand(),
                    new ClasspathCommand(),
                    new StatusCommand(),
                    new ExplainCommand(),
                    new ReplayCommand())
                .map(CommandLine::new),
            ServiceLoader.load(CommandProvider.class).stream()
                .map(provider -> UnavailableCommand.orStandIn(provider.get())))
        .forEach(command -> commands.put(command.getCommandName(), command));
    for (CommandLine command : commands.values()) {
      if (command.getCommandSpec().versionProvider() == null) {
        command.getCommandSpec().versionProvider(new Version());
      }
      line.addSubcommand(command.getCommandName(), command);
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(errors(isTraceWanted()));
    line.setParameterExceptionHandler(PeaceCommand::wrongUse);
    return line;
  }

  /** Whether whoever runs a command asks for all that Java and Hadoop have to say. */
  static boolean isTraceWanted() {
    return "1".equals(System.getenv(DEBUG));
  }

  static IExecutionExceptionHandler errors(boolean withTrace) {
    return (error, line, parsed) -> {
      int exitCode = failed(commandOf(parsed), error, withTrace, line.getErr());
      if (isJson(parsed)) {
        List<Problem> problems =
            error instanceof CommandFailure failure ? failure.problems() : List.of();
        JsonProblems.print(line.getOut(), exitCode, String.valueOf(error.getMessage()), problems);
      }
      return exitCode;
    };
  }

  private static boolean isJson(ParseResult parsed) {
    ParseResult at = parsed;
    while (at.hasSubcommand()) {
      at = at.subcommand();
    }
    return at.hasMatchedOption(JSON);
  }

  /**
   * Tells of wrong use, as JSON, too, where that is wanted. The usage would have the error scroll
   * away; only who gives no command at all gets it, for the commands that there are.
   */
  private static int wrongUse(ParameterException error, String... arguments) {
    CommandLine line = error.getCommandLine();
    PrintWriter err = line.getErr();
    err.println(line.getColorScheme().errorText(error.getMessage()));
    boolean isUnmatched = error instanceof UnmatchedArgumentException;
    if (!isUnmatched && !line.getSubcommands().isEmpty()) {
      line.usage(err, line.getColorScheme());
    } else {
      UnmatchedArgumentException.printSuggestions(error, err);
      err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    }
    int exitCode = line.getCommandSpec().exitCodeOnInvalidInput();
    if (Arrays.asList(arguments).contains(JSON)) {
      JsonProblems.print(line.getOut(), exitCode, error.getMessage(), List.of());
    }
    return exitCode;
  }

  /** Tells why a command ended, and returns its exit code. */
  private static int failed(String command, Throwable error, boolean withTrace, PrintWriter err) {
    int exitCode = ExitCodes.FAILED;
    if (error instanceof CommandFailure failure) {
      err.println(failure.getMessage());
      exitCode = failure.exitCode();
    } else {
      boolean isClear = error instanceof Exception && error.getMessage() != null;
      err.println(command + " failed: " + (isClear ? error.getMessage() : error.toString()));
      err.println(
          error instanceof OutOfMemoryError
              ? "Maybe give it more memory: PEACE_JAVA_OPTS=-Xmx4g."
              : "Maybe set " + DEBUG + "=1 to see where.");
    }
    if (withTrace) {
      error.printStackTrace(err);
    }
    err.flush();
    return exitCode;
  }

  private static String commandOf(ParseResult parsed) {
    ParseResult at = parsed;
    StringBuilder name = new StringBuilder(at.commandSpec().name());
    while (at.hasSubcommand()) {
      at = at.subcommand();
      name.append(' ').append(at.commandSpec().name());
    }
    return name.toString();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "No command given.");
  }

  /** The version that the build wrote into the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = PeaceCommand.class.getPackage().getImplementationVersion();
      return new String[] {"Peace " + (version == null ? "from a checkout" : version)};
    }
  }
}
