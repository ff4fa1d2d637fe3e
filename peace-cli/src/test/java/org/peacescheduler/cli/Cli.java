package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** Runs the command line and keeps what it says. */
record Cli(int exitCode, String out, String err) {
  static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = PeaceCommand.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int exitCode = line.execute(args);
    return new Cli(exitCode, out.toString(), err.toString());
  }

  /** A file of the checkout. */
  static Path inCheckout(String path) {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.exists(at.resolve(path))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IllegalStateException(path + " is not in this checkout");
    }
    return at.resolve(path);
  }
}
