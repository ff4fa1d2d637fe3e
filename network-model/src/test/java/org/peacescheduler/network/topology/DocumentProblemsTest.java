package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.network.topology.TopologyTexts.assertProblems;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a file before it is known to be a topology. */
class DocumentProblemsTest {

  private static final String SYNTAX_REMEDY =
      "Maybe a quote, bracket or space is missing here or before; host patterns need quotes.";
  private static final String LIMIT_REMEDY =
      "A topology needs few levels and few aliases; maybe this is another file.";

  @TempDir Path dir;

  @Test
  void read_missingFile_isReported() {
    Path file = dir.resolve("none.yaml");
    assertReadProblems(
        file,
        """
        PEACE-TOPO-001 %s: the file does not exist.
        Maybe correct the name, or create the file; see conf/topology-two-rack.yaml.
        """);
  }

  @Test
  void read_directory_isReported() {
    TopologyException e = assertThrows(TopologyException.class, () -> TopologyReader.read(dir));
    assertEquals(
        "PEACE-TOPO-001 %s: this is a directory, a file is expected.\n".formatted(dir)
            + "Maybe name the file in it: %s/topology.yaml.".formatted(dir),
        e.getMessage());
  }

  @Test
  void read_pathThroughAFile_isReported() throws Exception {
    Path file = Files.createFile(dir.resolve("file")).resolve("topology.yaml");
    assertReadProblems(
        file,
        """
        PEACE-TOPO-001 %s: the file cannot be read: Not a directory.
        Maybe check the name and the disk.
        """);
  }

  @Test
  void read_forbiddenFile_isReported() throws Exception {
    Path file = Files.writeString(dir.resolve("secret.yaml"), "version: 1\n");
    boolean changed = file.toFile().setReadable(false);
    // The superuser may read everything.
    Assumptions.assumeTrue(changed && !Files.isReadable(file));
    assertReadProblems(
        file,
        """
        PEACE-TOPO-001 %s: the file may not be read.
        Maybe give the user that runs this the right to read it.
        """);
  }

  @Test
  void read_tooLargeFile_isReported() throws Exception {
    Path file = dir.resolve("large.yaml");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(FileText.MAX_BYTES + 1L);
    }
    assertReadProblems(
        file,
        """
        PEACE-TOPO-004 %s: the file has more than 67108864 bytes.
        Maybe this is another file; many hosts fit into one pattern such as "node[0001-9999]".
        """);
  }

  @Test
  void parse_tooLongText_isReported() {
    assertProblems(
        "#".repeat(FileText.MAX_BYTES + 1),
        """
        PEACE-TOPO-004 t.yaml: the file has more than 67108864 bytes.
        Maybe this is another file; many hosts fit into one pattern such as "node[0001-9999]".
        """);
  }

  @Test
  void read_otherEncoding_isReportedWithItsLine() throws Exception {
    Path file = dir.resolve("latin1.yaml");
    Files.write(file, "version: 1\n# für\n".getBytes(StandardCharsets.ISO_8859_1));
    assertReadProblems(
        file,
        """
        PEACE-TOPO-005 %s:2: byte 0xFC is not UTF-8.
        Maybe save the file as plain text in UTF-8.
        """);
    TopologyException e = assertThrows(TopologyException.class, () -> TopologyReader.read(file));
    assertEquals(4, e.problems().get(0).column());
  }

  @Test
  void read_truncatedCharacter_isReported() throws Exception {
    Path file = dir.resolve("cut.yaml");
    Files.write(file, new byte[] {'#', (byte) 0xC3});
    assertReadProblems(
        file,
        """
        PEACE-TOPO-005 %s:1: byte 0xC3 is not UTF-8.
        Maybe save the file as plain text in UTF-8.
        """);
  }

  @Test
  void parse_controlCharacter_isReportedWithItsLine() {
    assertProblems(
        "version: 1\nlinks: \u0007\n",
        """
        PEACE-TOPO-005 t.yaml:2: character U+0007 is not allowed in YAML.
        Maybe save the file as plain text in UTF-8.
        """);
  }

  @Test
  void parse_nothing_isReported() {
    for (String nothing :
        new String[] {"", "\n", "# only a comment\n", "---\n", "null\n", "\uFEFF"}) {
      assertProblems(
          nothing,
          """
          PEACE-TOPO-006 t.yaml: the file holds no topology.
          Maybe start from conf/topology-two-rack.yaml.
          """);
    }
  }

  @Test
  void parse_secondDocument_isReported() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}]
        servers: [{hosts: a, switch: tor1}]
        ---
        version: 1
        """,
        """
        PEACE-TOPO-007 t.yaml:4: a second YAML document starts here, one is expected.
        Maybe remove the line '---', or move what follows to a file of its own.
        """);
  }

  @Test
  void parse_patternWithoutQuotes_isReportedWithItsLine() {
    assertProblems(
        """
        version: 1
        servers:
          - {hosts: svr1.[1-8], switch: tor1}
        """,
        """
        PEACE-TOPO-002 t.yaml:3: this is not YAML: while parsing a flow mapping, \
        expected ',' or '}', but got [.
        Maybe write "svr1.[1-8]".
        """);
  }

  @Test
  void parse_tabAsIndentation_isReportedWithItsLine() {
    assertProblems(
        "version: 1\nswitches:\n\t- {name: a}\n",
        """
        PEACE-TOPO-002 t.yaml:3: this is not YAML: while scanning for the next token, \
        found character \
        '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation).
        Maybe write spaces for the tab in this line; YAML allows no tab there.
        """);
  }

  @Test
  void parse_openBracketAtTheEnd_isReported() {
    assertProblems(
        "version: 1\nlinks: [",
        """
        PEACE-TOPO-002 t.yaml:2: this is not YAML: while parsing a flow node, expected the node \
        content, but found '<stream end>'.
        """
            + SYNTAX_REMEDY);
  }

  @Test
  void parse_undefinedAlias_isReported() {
    assertProblems(
        "version: *one\n",
        "PEACE-TOPO-002 t.yaml:1: this is not YAML: found undefined alias one.\n" + SYNTAX_REMEDY);
  }

  @Test
  void parse_yamlOfTheFuture_isReported() {
    assertProblems(
        "%YAML 2.0\n---\nversion: 1\n",
        "PEACE-TOPO-002 t.yaml:1: this is not YAML: Version{major=2, minor=0}.\n" + SYNTAX_REMEDY);
  }

  @Test
  void parse_numbersThatOverflow_areReported() {
    assertProblems(
        "\"\\UFFFFFFFF\"",
        "PEACE-TOPO-002 t.yaml:1: this is not YAML: a number is out of range.\n" + SYNTAX_REMEDY);
    assertProblems(
        "%YAML 99999999999.1\n---\na",
        """
        PEACE-TOPO-002 t.yaml:1: this is not YAML: while scanning a YAML directive, found a number \
        which cannot represent a valid version: 99999999999.
        """
            + SYNTAX_REMEDY);
  }

  @Test
  void parse_deepNesting_isReported() {
    for (String open : new String[] {"[", "{a: ", "- ", "? "}) {
      assertProblems(
          open.repeat(100_000),
          "PEACE-TOPO-008 t.yaml:1: the document has more than 50 levels.\n" + LIMIT_REMEDY);
    }
  }

  @Test
  void parse_aliasBomb_isReported() {
    StringBuilder bomb = new StringBuilder("l0: &l0 [x, x]\n");
    for (int i = 1; i <= 40; i++) {
      bomb.append("l%d: &l%d [*l%d, *l%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertProblems(
        bomb.toString(),
        """
        PEACE-TOPO-008 t.yaml: with its aliases the document has more than 2000000 values.
        """
            + LIMIT_REMEDY);
  }

  @Test
  void parse_listThatHoldsItself_isReported() {
    assertProblems(
        """
        version: 1
        switches: &all [{name: tor1}, *all]
        servers: [{hosts: a, switch: tor1}]
        """,
        """
        PEACE-TOPO-009 t.yaml:2 switches[1]: a mapping is expected, found a list.
        Maybe write {name: tor1, rack: /rack1}.
        """);
  }

  @Test
  void parse_tooManyValues_isReported() {
    assertProblems(
        "- x\n".repeat(YamlDocument.MAX_EVENTS),
        "PEACE-TOPO-008 t.yaml:1999998: the document has more than 2000000 values.\n"
            + LIMIT_REMEDY);
  }

  @Test
  void parse_noMapping_isReported() {
    String remedy = "Maybe write a mapping that starts with 'version: 1'.";
    assertProblems(
        "[version, 1]", "PEACE-TOPO-009 t.yaml:1: a mapping is expected, found a list.\n" + remedy);
    assertProblems(
        "version 1",
        "PEACE-TOPO-009 t.yaml:1: a mapping is expected, found the text 'version 1'.\n" + remedy);
    assertProblems(
        "!thing {version: 1}",
        "PEACE-TOPO-009 t.yaml:1: a mapping is expected, found a value tagged '!thing'.\n"
            + remedy);
  }

  @Test
  void parse_thousandsOfProblems_showsTheFirstAndCountsTheOthers() {
    StringBuilder yaml = new StringBuilder("version: 1\nswitches: [{name: a}]\nservers:\n");
    for (int i = 0; i < 5000; i++) {
      yaml.append("- {hosts: h").append(i).append(", switch: b}\n");
    }
    TopologyException e =
        assertThrows(
            TopologyException.class, () -> TopologyReader.parse(yaml.toString(), "t.yaml"));
    assertEquals(1001, e.problems().size());
    assertTrue(
        e.getMessage()
            .endsWith(
                """
                PEACE-TOPO-003 t.yaml:1003 servers[999].switch: switch 'b' is not declared.
                Maybe add it under 'switches'.
                PEACE-TOPO-033 t.yaml: 4000 more problems are not shown.
                Mend these first, then check the file again.\
                """));
  }

  private static void assertReadProblems(Path file, String expected) {
    TopologyException e = assertThrows(TopologyException.class, () -> TopologyReader.read(file));
    assertEquals(expected.strip().formatted(file), e.getMessage());
  }
}
