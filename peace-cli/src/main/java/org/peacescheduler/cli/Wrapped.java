package org.peacescheduler.cli;

/** Text in lines of a terminal's width. Thread-safe: it has no state. */
final class Wrapped {
  private static final int WIDTH = 80;

  private Wrapped() {}

  /** The text in lines of at most 80 characters where words allow it, the later ones indented. */
  static String of(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append(System.lineSeparator());
        line.setLength(0);
        line.append(indent);
      } else if (line.length() > 0) {
        line.append(' ');
      }
      line.append(printable(word));
    }
    return lines.append(line).toString();
  }

  /** What a terminal would take for a command is a question mark. */
  static String printable(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** The end of a name, which tells it from others, where it is longer than so many characters. */
  static String cut(String name, int most) {
    String plain = printable(name);
    return plain.length() <= most ? plain : "…" + plain.substring(plain.length() - most + 1);
  }
}
