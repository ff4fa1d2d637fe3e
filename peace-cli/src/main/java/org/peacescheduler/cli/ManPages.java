package org.peacescheduler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Manual pages of all commands, made of what {@code --help} shows: {@code man peace-status} after
 * {@code peace status}. The build of the tarball runs it.
 *
 * <p>Picocli's own generator makes AsciiDoc, of which a second tool would have to make pages.
 *
 * <p>Cost: some 20 files of a few kilobytes. Confined to one thread.
 */
public final class ManPages {
  private final CommandSpec command;
  private final StringBuilder page = new StringBuilder();

  private ManPages(CommandSpec command) {
    this.command = command;
  }

  /** Writes all of them into the directory that is the one argument. */
  public static void main(String[] args) throws IOException {
    write(PeaceCommand.commandLine(), Files.createDirectories(Path.of(args[0])));
  }

  /** Writes the pages of a command and of its subcommands, but for those that are not here. */
  static void write(CommandLine line, Path directory) throws IOException {
    CommandSpec spec = line.getCommandSpec();
    if (spec.userObject() instanceof UnavailableCommand) {
      return;
    }
    Files.writeString(directory.resolve(name(spec) + ".1"), of(spec));
    for (CommandLine subcommand : line.getSubcommands().values()) {
      write(subcommand, directory);
    }
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  /** The page of one command. */
  static String of(CommandSpec spec) {
    return new ManPages(spec).page();
  }

  private String page() {
    String[] description = command.usageMessage().description();
    String first = String.join(" ", description);
    page.append(".TH \"").append(name(command).toUpperCase(Locale.ROOT));
    page.append("\" \"1\" \"\" \"").append(text(String.join(" ", command.version())));
    page.append("\" \"Peace\"\n");
    section("NAME");
    int end = first.indexOf(". ");
    line(name(command) + " - " + (end < 0 ? first : first.substring(0, end + 1)));
    section("SYNOPSIS");
    preformatted(command.commandLine().getHelp().synopsis(0));
    section("DESCRIPTION");
    line(first);
    arguments("ARGUMENTS", command.positionalParameters());
    arguments("OPTIONS", command.options());
    if (!command.subcommands().isEmpty()) {
      section("COMMANDS");
      command
          .subcommands()
          .forEach(
              (name, subcommand) ->
                  entry(name, subcommand.getCommandSpec().usageMessage().description()));
    }
    if (command.usageMessage().footer().length > 0) {
      section("NOTES");
      preformatted(String.join("\n", command.usageMessage().footer()));
    }
    return page.toString();
  }

  private void arguments(String title, List<? extends ArgSpec> all) {
    List<ArgSpec> shown = new ArrayList<>(all);
    shown.removeIf(ArgSpec::hidden);
    if (shown.isEmpty()) {
      return;
    }
    section(title);
    for (ArgSpec each : shown) {
      String label = each.paramLabel();
      if (each instanceof OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : "=" + label;
        entry(String.join(", ", option.names()) + value, option.description());
      } else if (each instanceof PositionalParamSpec) {
        entry(label, each.description());
      }
    }
  }

  private void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private void entry(String name, String[] description) {
    page.append(".TP\n\\fB").append(text(name)).append("\\fR\n");
    line(String.join(" ", description));
  }

  private void line(String text) {
    page.append(text(text)).append('\n');
  }

  private void preformatted(String text) {
    page.append(".nf\n");
    text.strip().lines().forEach(this::line);
    page.append(".fi\n");
  }

  /** Nothing in it is a command of the formatter. */
  private static String text(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-").replace("%n", " ");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
