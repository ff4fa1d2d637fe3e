package org.peacescheduler.hdfs.telemetry;

/**
 * Text of others for a line of the log: a path may have line breaks, and what looks like another
 * line, and it may be of any length.
 *
 * <p>Example: a path of 8,000,000 characters becomes its first {@value #LONGEST}, and {@code ...
 * (8000000 characters)}. Thread-safe: it has no state.
 */
public final class LogText {
  /** So many characters tell a path, a user or a problem from another; a line has a few of them. */
  static final int LONGEST = 256;

  private LogText() {}

  /**
   * The text's beginning with every control and format character written out, as {@code \\u000a}.
   */
  public static String of(String text) {
    String begin = cut(text, LONGEST);
    StringBuilder line = new StringBuilder(begin.length());
    begin
        .chars()
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

  /** The text, or, if it is longer, so many characters of it and how long it is. */
  static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(longest - 1));
    String begin = text.substring(0, halves ? longest - 1 : longest);
    return begin + "... (" + text.length() + " characters)";
  }

  private static boolean mayBreak(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
