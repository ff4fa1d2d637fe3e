package org.peacescheduler.measure;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of a terminal's width. Thread-safe: it has no state. */
public final class Wrapped {
  /** Columns of a terminal. */
  public static final int WIDTH = 80;

  private Wrapped() {}

  /**
   * The text in lines of at most {@value #WIDTH} characters where words allow it, the later ones
   * indented. Spaces that the text begins with stay.
   */
  public static String of(String text, String indent) {
    String words = text.stripLeading();
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(" ".repeat(text.length() - words.length()));
    boolean isFirst = true;
    for (String word : words.split(" ", -1)) {
      if (!isFirst && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line.toString().stripTrailing()).append(System.lineSeparator());
        line.setLength(0);
        line.append(indent);
      } else if (!isFirst) {
        line.append(' ');
      }
      isFirst = false;
      line.append(printable(word));
    }
    return lines.append(line).toString();
  }

  /** What a terminal would take for a command is a question mark. */
  public static String printable(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** The end of a name, which tells it from others, where it is longer than so many characters. */
  public static String cut(String name, int most) {
    String plain = printable(name);
    return plain.length() <= most ? plain : "…" + plain.substring(plain.length() - most + 1);
  }

  /**
   * The text in lines of at most so many characters, whatever is in it: broken at a space, else
   * after a slash, else anywhere.
   *
   * <p>Example: {@code /flink/job/chk-7} in 8 columns is {@code /flink/}, {@code job/}, {@code
   * chk-7}.
   */
  static List<String> columns(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      if (space > 0 && !rest.substring(0, space).isBlank()) {
        lines.add(rest.substring(0, space));
        rest = rest.substring(space + 1);
      } else {
        int slash = rest.lastIndexOf('/', width - 1) + 1;
        int at = slash > width / 3 ? slash : Math.max(1, width);
        at -= at > 1 && Character.isHighSurrogate(rest.charAt(at - 1)) ? 1 : 0;
        lines.add(rest.substring(0, at));
        rest = rest.substring(at);
      }
    }
    lines.add(rest);
    return lines;
  }
}
