package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;

/** What the tests of this package share. */
final class TopologyTexts {

  private TopologyTexts() {}

  /** Asserts that the text is refused with exactly these lines. */
  static void assertProblems(String yaml, String expected) {
    TopologyException e =
        assertThrows(TopologyException.class, () -> TopologyReader.parse(yaml, "t.yaml"));
    assertEquals(expected.strip(), e.getMessage());
  }

  /** A network of two racks with one server each, with the given text in place of one section. */
  static String with(String section, String text) {
    return """
    version: 1
    %s
    switches: %s
    links: %s
    servers: %s
    placement: %s
    """
        .formatted(
            section.equals("streamRate") || section.equals("defaults")
                ? section + ": " + text
                : "streamRate: 60 MB/s",
            section.equals("switches") ? text : "[{name: tor1}, {name: tor2}]",
            section.equals("links") ? text : "[{between: [tor1, tor2], capacity: 8}]",
            section.equals("servers")
                ? text
                : "[{hosts: a1, switch: tor1}, {hosts: a2, switch: tor2}]",
            section.equals("placement") ? text : "[any]");
  }

  /** Returns a path in the checkout, from whichever folder in it the tests run. */
  static Path inCheckout(String path) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(path))) {
        return at.resolve(path);
      }
    }
    throw new IllegalStateException("no " + path + " above " + Path.of("").toAbsolutePath());
  }
}
