package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandLineTextTest {
  private static final Optional<Path> HOME = Optional.of(Path.of("/src/peace"));

  @Test
  void of_resultsAndJson_leavesThemOut() {
    assertEquals(
        "./peace testbed --figure10 --rounds 3",
        text("--figure10", "--json", "--out", "/tmp/o", "--rounds", "3", "--summary=/tmp/s.md"));
  }

  @Test
  void of_paths_areThoseOfTheCheckoutOrOnlyNames() {
    assertEquals(
        "./peace testbed --topology=conf/a.yaml --configurations"
            + " stock,peace+file=b.yaml+fraction=1,peace+file=conf/c.yaml",
        text(
            "--topology=/src/peace/conf/a.yaml",
            "--configurations",
            "stock,peace+file=/home/x/b.yaml+fraction=1,peace+file=conf/c.yaml"));
  }

  @Test
  void of_oddCharacters_areQuoted() {
    assertEquals(
        "./peace testbed --chunk-size '1 MiB' 'it'\\''s'", text("--chunk-size", "1 MiB", "it's"));
  }

  private static String text(String... arguments) {
    return CommandLineText.of(List.of(arguments), HOME);
  }
}
