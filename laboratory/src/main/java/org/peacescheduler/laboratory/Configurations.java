package org.peacescheduler.laboratory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The configurations that a command is to compare, as its option has them. */
public final class Configurations {
  private Configurations() {}

  /**
   * Reads all of them; those that cannot be read are left out, and told of.
   *
   * @param read one of them; an {@link IllegalArgumentException} has value and remedy
   * @param problems gets what is wrong
   */
  public static <T> List<T> parse(
      List<String> texts, Function<String, T> read, List<String> problems) {
    List<T> parsed = new ArrayList<>();
    for (String text : texts) {
      try {
        parsed.add(read.apply(text));
      } catch (IllegalArgumentException e) {
        problems.add(e.getMessage());
      }
    }
    return parsed;
  }
}
