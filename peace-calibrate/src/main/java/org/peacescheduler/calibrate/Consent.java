package org.peacescheduler.calibrate;

import java.io.Console;
import java.util.Locale;

/** Asks the operator before anything is written. */
@FunctionalInterface
interface Consent {

  /** What comes back. */
  enum Answer {
    YES,
    NO,
    /** There is nobody to ask. */
    NOBODY
  }

  /** Asks, and waits for the answer. */
  Answer ask(String question);

  /** Asks on the terminal, if there is one; where input has ended, there is nobody either. */
  @SuppressWarnings("SystemConsoleNull") // Newer Java has a console without a terminal: it ends.
  static Answer onTerminal(String question) {
    Console console = System.console();
    String line = console == null ? null : console.readLine("%s", question);
    if (line == null) {
      return Answer.NOBODY;
    }
    boolean isYes = line.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    return isYes ? Answer.YES : Answer.NO;
  }
}
