package org.peacescheduler.network.analysis;

import java.util.Objects;

/**
 * Something in a valid topology that an operator hardly meant. Immutable.
 *
 * @param kind what it is, with a stable code
 * @param message what was found, with names and values
 * @param remedy what may mend it
 */
public record Warning(Kind kind, String message, String remedy) {

  /** The kinds of warnings. */
  public enum Kind {
    /** A switch whose links to others carry less than one chunk per server. */
    THIN_UPLINK("PEACE-NET-001"),
    /** Disks that take less than the link before them brings. */
    SLOW_DISK("PEACE-NET-002"),
    /** A placement that no server, or not every writer, can ever meet. */
    IMPOSSIBLE_PLACEMENT("PEACE-NET-003"),
    /** A switch without servers that leads nowhere. */
    DEAD_END("PEACE-NET-004");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /** The stable code. */
    public String code() {
      return code;
    }
  }

  /** Checks that nothing is null. */
  public Warning {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** The two lines that an operator sees. */
  public String format() {
    return kind.code() + " " + message + "\n" + remedy;
  }
}
