package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class TopologyReaderPropertyTest {

  /** Fragments of which broken files are made: all that means something to the format. */
  private static final List<String> FRAGMENTS =
      List.of(
          "version",
          "streamRate",
          "defaults",
          "server",
          "switches",
          "links",
          "between",
          "hosts",
          "switch",
          "up",
          "down",
          "disk",
          "placement",
          "capacity",
          "name",
          "rack",
          "local",
          "tor1",
          "/rack1",
          "a[1-8]",
          "1",
          "0",
          "-1",
          "2.5",
          "1e9",
          "60 MB/s",
          "1 Gbit/s",
          "null",
          "true",
          ": ",
          ":",
          "- ",
          "-",
          "? ",
          "[",
          "]",
          "{",
          "}",
          ",",
          ", ",
          "\n",
          "\n  ",
          "\n    ",
          "\t",
          "&a ",
          "*a",
          "!",
          "!!int ",
          "!foo ",
          "|",
          ">",
          "'",
          "\"",
          "\\",
          "\\U",
          "%",
          "%YAML ",
          "#",
          "---",
          "...",
          "@",
          "`",
          "<<",
          "\r",
          "\u0000",
          "\u2028",
          "\uFEFF",
          "\uD800",
          "é",
          "😀");

  @Property(tries = 500)
  void parse_writtenTopology_isTheSame(@ForAll("topologies") Topology topology)
      throws TopologyException {
    String yaml = TopologyWriter.write(topology);
    assertEquals(topology, TopologyReader.parse(yaml, topology.source()), yaml);
  }

  @Property(tries = 3000)
  void parse_garbledSample_succeedsOrReportsProblems(
      @ForAll("samples") String sample,
      @ForAll Random random,
      @ForAll @IntRange(max = 5) int edits) {
    StringBuilder text = new StringBuilder(sample);
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(12));
      String fragment = FRAGMENTS.get(random.nextInt(FRAGMENTS.size()));
      switch (random.nextInt(4)) {
        case 0 -> text.insert(at, fragment);
        case 1 -> text.replace(at, end, fragment);
        case 2 -> text.delete(at, end);
        default -> text.insert(random.nextInt(text.length() + 1), text.substring(at, end));
      }
    }
    assertReadsOrReports(text.toString());
  }

  @Property(tries = 3000)
  void parse_fragments_succeedsOrReportsProblems(@ForAll("garbage") String text) {
    assertReadsOrReports(text);
  }

  @Property(tries = 500)
  void parse_anyText_succeedsOrReportsProblems(@ForAll String text) {
    assertReadsOrReports(text);
  }

  @Property(tries = 300)
  void read_garbledBytes_succeedsOrReportsProblems(
      @ForAll("samples") String sample, @ForAll Random random, @ForAll @IntRange(max = 5) int edits)
      throws IOException {
    byte[] bytes = sample.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < edits; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    Path file = Files.createTempFile("topology", ".yaml");
    try {
      Files.write(file, bytes);
      TopologyReader.read(file);
    } catch (TopologyException e) {
      assertWellFormed(e, bytes.length);
    } finally {
      Files.delete(file);
    }
  }

  private static void assertReadsOrReports(String text) {
    try {
      Topology topology = TopologyReader.parse(text, "t.yaml");
      assertFalse(topology.servers().isEmpty());
    } catch (TopologyException e) {
      assertWellFormed(e, text.length());
    }
  }

  private static void assertWellFormed(TopologyException e, int length) {
    assertFalse(e.problems().isEmpty());
    int line = 0;
    for (Problem problem : e.problems()) {
      assertTrue(problem.line() >= line, e.getMessage());
      assertTrue(problem.line() <= length + 1, e.getMessage());
      line = problem.line();
      assertEquals(2, problem.format().lines().count(), e.getMessage());
      assertTrue(problem.message().endsWith("."), e.getMessage());
      assertTrue(problem.remedy().endsWith("."), e.getMessage());
    }
  }

  @Provide
  Arbitrary<String> samples() throws IOException {
    Path conf = TopologyTexts.inCheckout("conf");
    List<String> samples = new ArrayList<>();
    for (String name : List.of("figure5", "two-rack", "three-level")) {
      // Without comments, in which most edits would be lost.
      String text = Files.readString(conf.resolve("topology-" + name + ".yaml"));
      samples.add(text.replaceAll("(?m)^ *#.*\n", ""));
    }
    return Arbitraries.of(samples);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(FRAGMENTS).list().ofMaxSize(40).map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Topology> topologies() {
    return Arbitraries.randomValue(TopologyReaderPropertyTest::topology);
  }

  /** Returns a random tree of switches with some more links, and servers on any of them. */
  private static Topology topology(Random random) {
    List<SwitchSpec> switches = new ArrayList<>();
    List<LinkSpec> links = new ArrayList<>();
    int size = 1 + random.nextInt(12);
    for (int i = 0; i < size; i++) {
      String name = "sw" + ".-_:".charAt(random.nextInt(4)) + i;
      String rack = random.nextBoolean() ? "/" + name : "/room/rack" + random.nextInt(4);
      switches.add(new SwitchSpec(name, rack));
      if (i > 0) {
        links.add(link(switches.get(random.nextInt(i)), switches.get(i), random));
      }
    }
    for (int i = random.nextInt(5); i > 0 && size > 1; i--) {
      int a = random.nextInt(size);
      int b = (a + 1 + random.nextInt(size - 1)) % size;
      links.add(link(switches.get(a), switches.get(b), random));
    }
    List<ServerSpec> servers = new ArrayList<>();
    for (int i = random.nextInt(30); i >= 0; i--) {
      SwitchSpec on = switches.get(random.nextInt(size));
      String host = (random.nextBoolean() ? "Host" : "10.0.0.") + i;
      // A disk in the defaults would show in every server, so the defaults have none.
      Optional<Capacity> disk =
          random.nextBoolean() ? Optional.of(capacity(random)) : Optional.empty();
      servers.add(
          new ServerSpec(
              host,
              on.name(),
              on.rack(),
              new ServerCapacities(capacity(random), capacity(random), disk)));
    }
    return new Topology(
        switches,
        links,
        servers,
        new ServerCapacities(capacity(random), capacity(random), Optional.empty()),
        OptionalDouble.empty(),
        placement(random),
        "t.yaml");
  }

  private static Optional<List<Constraint>> placement(Random random) {
    if (random.nextBoolean()) {
      return Optional.empty();
    }
    List<Constraint> all = Constraint.words();
    List<Constraint> placement = new ArrayList<>();
    placement.add(all.get(random.nextInt(all.size())));
    for (int i = random.nextInt(3); i > 0; i--) {
      placement.add(all.get(1 + random.nextInt(all.size() - 1)));
    }
    return Optional.of(placement);
  }

  private static LinkSpec link(SwitchSpec a, SwitchSpec b, Random random) {
    return new LinkSpec(a.name(), b.name(), capacity(random));
  }

  private static Capacity capacity(Random random) {
    return new Capacity(1 + random.nextInt(random.nextBoolean() ? 10 : Capacity.MAX_CHUNKS));
  }
}
