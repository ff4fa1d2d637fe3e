package org.peacescheduler.trace;

import java.util.List;

/**
 * The files that a trace or an audit log has, as far as they are known from begin to end. Times are
 * milliseconds since 1970. Immutable.
 *
 * @param source what messages call it
 * @param kind where it is from
 * @param files in the order in which they began
 * @param notes what it cannot tell, a sentence each
 */
public record Recording(String source, Kind kind, List<RecordedFile> files, List<String> notes) {

  /** Where a recording is from. */
  public enum Kind {
    /** A trace of a NameNode on which Peace plans and stock HDFS places. */
    SHADOW("shadow"),
    /** A trace of a NameNode on which Peace places. */
    ENFORCE("enforce"),
    /** HDFS's audit log: who began a file when, and nothing else. */
    AUDIT("audit log");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** For people. */
    public String text() {
      return text;
    }

    /** Of the two modes that a trace may have, the other one. */
    Kind other() {
      return this == SHADOW ? ENFORCE : SHADOW;
    }
  }

  /** Copies the lists. */
  public Recording {
    files = List.copyOf(files);
    notes = List.copyOf(notes);
  }

  /** Whether the recorded times are those of stock HDFS. */
  public boolean isOfStock() {
    return kind == Kind.SHADOW;
  }

  /** Whether it says how long files took. */
  public boolean hasTimes() {
    return kind != Kind.AUDIT;
  }
}
