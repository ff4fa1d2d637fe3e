package org.peacescheduler.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Who places the blocks; first what others are compared with. */
enum Policy {
  STOCK("stock"),
  PEACE("peace");

  private final String word;

  Policy(String word) {
    this.word = word;
  }

  static Policy parse(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(policy -> policy.word.equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no policy '"
                        + text
                        + "'. Maybe one of: "
                        + Arrays.stream(values())
                            .map(Policy::word)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  /** The policy's name on the command line and in JSON. */
  String word() {
    return word;
  }

  @Override
  public String toString() {
    return word;
  }
}
