package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the command line in this process, for tests of other packages. */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs it, and keeps what it says. */
  public static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = PeaceCommand.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int exitCode = line.execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
