package org.peacescheduler.hdfs.telemetry;

/**
 * Text of others for a line of the log: a path may have line breaks, and what looks like another
 * line. Thread-safe: it has no state.
 */
public final class LogText {
  private LogText() {}

  /** The text with every control and format character written out, as {@code \\u000a}. */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars()
        .forEach(
            c -> {
              if (mayBreak(c)) {
                line.append("\\u%04x".formatted(c));
              } else {
                line.append((char) c);
              }
            });
    return line.toString();
  }

  private static boolean mayBreak(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
