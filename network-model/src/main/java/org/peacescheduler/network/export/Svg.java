package org.peacescheduler.network.export;

import java.util.Locale;

/** Writes SVG elements. Confined to one drawing. */
final class Svg {
  private final StringBuilder text = new StringBuilder();

  /** Adds markup as it is. */
  Svg raw(String markup) {
    text.append(markup).append('\n');
    return this;
  }

  Svg open(String element) {
    return raw("<" + element + ">");
  }

  Svg close(String name) {
    return raw("</" + name + ">");
  }

  /** The hover text, and the screen reader's name, of the element that is open. */
  Svg title(String title) {
    return raw("<title>" + escaped(title) + "</title>");
  }

  Svg rect(String style, double x, double y, double width, double height, double radius) {
    return raw(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\"/>"
            .formatted(style, number(x), number(y), number(width), number(height), number(radius)));
  }

  Svg path(String style, double width, String data) {
    return raw(
        "<path class=\"%s\" stroke-width=\"%s\" d=\"%s\"/>".formatted(style, number(width), data));
  }

  /** Text; {@code anchor} is start, middle or end. */
  Svg text(String style, String anchor, double x, double y, String content) {
    return raw(
        "<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%s\">%s</text>"
            .formatted(style, anchor, number(x), number(y), escaped(content)));
  }

  static String number(double value) {
    double rounded = Math.round(value * 10) / 10.0;
    return rounded == Math.rint(rounded)
        ? Long.toString((long) rounded)
        : String.format(Locale.ROOT, "%.1f", rounded);
  }

  static String escaped(String content) {
    StringBuilder safe = new StringBuilder(content.length());
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        default -> safe.append(c < ' ' ? ' ' : c);
      }
    }
    return safe.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
