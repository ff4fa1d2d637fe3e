package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * The distribution of networks and bursts by which a core is judged. Nobody chose them, so nobody
 * can have tuned a core to them; docs/random-networks.md tells what is drawn.
 *
 * <p>It is frozen: figures of two cores can be compared only if their scenarios are of one
 * distribution. {@code RandomScenariosTest} holds the digest of the first 50.
 *
 * <p>Example: {@code draw(7, 3)} is a scenario file, the same each time, whatever else is drawn.
 * Cost: less than a millisecond. Confined to one scenario.
 */
final class RandomScenarios {
  /** What a scenario is one of, as tables of results have it. */
  enum Axis {
    KIND("kind"),
    LINK("servers' links"),
    TOLD("what Peace is told"),
    BURST("burst that counts"),
    DELAYS("set-up, report, request"),
    RACKS("racks"),
    SLOW("slow hosts"),
    OTHERS("others on links"),
    DISK("disks"),
    OWN_DISK("first replica"),
    REPLICATION("replicas");

    private final String text;

    Axis(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /**
   * A scenario.
   *
   * @param axes what it is on each
   * @param yaml its file
   */
  record Drawn(long seed, int index, Map<Axis, String> axes, String yaml) {
    Drawn {
      axes = Map.copyOf(axes);
    }

    String name() {
      return "random-%s-%03d".formatted(Long.toUnsignedString(seed), index);
    }

    Scenario scenario() {
      try {
        return ScenarioReader.parse(yaml, name());
      } catch (ScenarioException e) {
        throw new IllegalStateException(e.getMessage() + "\n" + yaml, e);
      }
    }
  }

  static final String RIGHT = "right file";
  static final String NOTHING = "no file";
  static final String HALF = "rates of half";
  static final String DOUBLED = "rates doubled";
  static final String NUMBERS = "numbers";
  static final String FIRST = "first";
  static final String NONE = "none";
  static final String TURNS = "by turns";

  private static final double OVERHEAD = 1.085;
  private static final int MOST_OPEN = 96;
  private static final int MOST_CHUNKS = 384;
  private static final double[] LOADS = {0.3, 0.5, 0.7, 0.9};
  private static final int TIMES = 6;

  private final Draw draw;
  private final Map<Axis, String> axes = new LinkedHashMap<>();
  private final List<String> text = new ArrayList<>();
  private final List<String> hosts = new ArrayList<>();

  /** Mbit/s of a server's link. */
  private int link;

  private int racks;
  private double overCore;
  private double disk;
  private double others;
  private int chunk;
  private boolean ownDisk;
  private int replication;
  private int groups;

  private RandomScenarios(Draw draw) {
    this.draw = draw;
  }

  /** Draws a scenario. */
  static Drawn draw(long seed, int index) {
    RandomScenarios drawn = new RandomScenarios(new Draw(seed, index));
    drawn.all();
    StringBuilder yaml = new StringBuilder();
    for (Axis axis : Axis.values()) {
      yaml.append("# %s: %s\n".formatted(axis.text, drawn.axes.get(axis)));
    }
    drawn.text.forEach(line -> yaml.append(line).append('\n'));
    return new Drawn(seed, index, drawn.axes, yaml.toString());
  }

  private void all() {
    say("version: 1");
    network();
    told();
    burst();
    delays();
    slow();
    write();
  }

  private void say(String line, Object... values) {
    text.add(String.format(Locale.ROOT, line, values));
  }

  private void network() {
    int speed = draw.slot(Axis.LINK.text, 6, 11, 9, 14);
    link = List.of(16, 1000, 10_000, 25_000).get(speed);
    axes.put(Axis.LINK, List.of("16 Mbit/s", "1 Gbit/s", "10 Gbit/s", "25 Gbit/s").get(speed));
    chunk =
        draw.of(
            List.of(List.of(1), List.of(8, 64, 128), List.of(64, 128, 256), List.of(64, 128, 256))
                .get(speed));
    racks = 1 + draw.slot(Axis.RACKS.text, 6, 10, 6, 6, 6, 6);
    axes.put(Axis.RACKS, String.valueOf(racks));
    disk = draw.of(0.0, 0.0, 0.6, 1.0, 2.0);
    axes.put(Axis.DISK, disk == 0 ? NONE : disk < 2 ? "limit" : "wide");
    int[] size = sizes();
    overCore = draw.of(0.25, 0.25, 0.5, 1.0);
    say("network:");
    say("  version: 1");
    say("  streamRate: %s", mbits(Math.min(draw.of(1.0, 0.25, 0.1), narrowest(size))));
    boolean hasCore = racks > 2;
    say("  switches:");
    if (hasCore) {
      say("  - {name: core}");
    }
    for (int rack = 0; rack < racks; rack++) {
      say("  - {name: t%d, rack: /r%d}", rack, rack);
    }
    if (racks > 1) {
      say("  links:");
      int smallest = Math.min(size[0], size[1]);
      for (int rack = 0; rack < (hasCore ? racks : 1); rack++) {
        int servers = hasCore ? size[rack] : smallest;
        say(
            "  - {between: [t%d, %s], capacity: %s}",
            rack, hasCore ? "core" : "t1", mbits(overCore * servers));
      }
    }
    say("  servers:");
    for (int rack = 0; rack < racks; rack++) {
      String has = disk == 0 ? "" : ", disk: " + mbits(disk);
      say(
          "  - {hosts: \"h%d.[1-%d]\", switch: t%d, up: %s, down: %s%s}",
          rack, size[rack], rack, mbits(1), mbits(1), has);
      for (int server = 1; server <= size[rack]; server++) {
        hosts.add("h" + rack + "." + server);
      }
    }
  }

  /** The narrowest link or disk, over a server's link: no stream is faster. */
  private double narrowest(int[] size) {
    double narrowest = disk > 0 ? Math.min(1, disk) : 1;
    if (racks > 1) {
      narrowest = Math.min(narrowest, overCore * Arrays.stream(size).min().orElseThrow());
    }
    return narrowest;
  }

  /** Servers of each rack. */
  private int[] sizes() {
    int all = draw.between(12, 24);
    int[] size = new int[racks];
    for (int server = 0; server < all; server++) {
      size[server % racks]++;
    }
    if (racks > 1) {
      int moved = draw.between(0, size[0] / 3);
      size[0] -= moved;
      size[1] += moved;
    }
    return size;
  }

  private String mbits(double times) {
    return String.format(Locale.ROOT, "%.0f kbit/s", 1000 * times * link);
  }

  private void told() {
    int told = draw.slot(Axis.TOLD.text, 18, 6, 4, 6, 6);
    axes.put(Axis.TOLD, List.of(RIGHT, NOTHING, HALF, DOUBLED, NUMBERS).get(told));
    int server = draw.of(2, 2, 4, 8);
    int links = draw.of(2, 4, 8, 16);
    say(
        "told: %s",
        List.of(
                "same",
                "nothing",
                "{scaled: 0.5}",
                "{scaled: 2}",
                "{numbers: {server: " + server + ", links: " + links + "}}")
            .get(told));
  }

  private void burst() {
    int bursts = 1 + draw.slot(Axis.BURST.text, 21, 19);
    axes.put(Axis.BURST, bursts == 1 ? FIRST : "second");
    say("bursts: %d", bursts);
  }

  private void delays() {
    boolean isShort = draw.slot(Axis.DELAYS.text, 20, 20) == 1;
    axes.put(Axis.DELAYS, isShort ? "ten times shorter" : "as on the testbed");
    if (isShort) {
      say("delays: {setUp: 0.008, report: 0.004, request: 0.0015}");
    }
  }

  private void slow() {
    boolean hasSlow = draw.slot(Axis.SLOW.text, 30, 10) == 1;
    int count = draw.between(1, hosts.size() / 4);
    double factor = draw.of(0.1, 0.25, 0.5);
    TreeSet<String> slow = new TreeSet<>();
    while (slow.size() < count) {
      slow.add(draw.of(hosts));
    }
    axes.put(Axis.SLOW, hasSlow ? "some" : NONE);
    if (hasSlow) {
      say("slow: {hosts: [%s], factor: %s}", String.join(", ", slow), factor);
    }
    double part = draw.of(0.2, 0.5);
    boolean hasOthers = draw.slot(Axis.OTHERS.text, 30, 10) == 1 && racks > 1;
    others = hasOthers ? part : 0;
    axes.put(Axis.OTHERS, hasOthers ? "some" : NONE);
    if (hasOthers) {
      say("othersOnLinks: %s", others);
    }
  }

  private void write() {
    ownDisk = draw.slot(Axis.OWN_DISK.text, 20, 20) == 1;
    axes.put(Axis.OWN_DISK, ownDisk ? "own disk" : "elsewhere");
    replication = 3 - draw.slot(Axis.REPLICATION.text, 28, 12);
    axes.put(Axis.REPLICATION, String.valueOf(replication));
    say("writers:");
    int kind = draw.slot(Axis.KIND.text, 5, 5, 5, 5, 5, 5, 5, 5);
    axes.put(
        Axis.KIND,
        List.of(
                "equal bursts",
                "skewed bursts",
                "jobs",
                "load",
                "slow writers",
                "logs",
                TURNS,
                "mixes")
            .get(kind));
    switch (kind) {
      case 0 -> equal(writers());
      case 1 -> skewed(writers());
      case 2 -> jobs();
      case 3 -> load();
      case 4 -> slowWriters(hosts.size());
      case 5 -> logs();
      case 6 -> byTurns(hosts.size());
      default -> mix();
    }
  }

  /** One writer on each host, or two, or one on every other host. */
  private int writers() {
    return draw.of(hosts.size() / 2, hosts.size(), hosts.size(), 2 * hosts.size());
  }

  private void group(int count, String what) {
    groups++;
    String user = groups > 1 && draw.isIn(0.5) ? ", user: b" : "";
    String within = draw.isIn(0.4) ? ", startWithin: " + draw.of(2, 5) : "";
    say(
        "- {count: %d, chunk: %d MiB, ownDisk: %s, replication: %d, %s%s%s}",
        count, chunk, ownDisk, replication, what, user, within);
  }

  private int files(int count) {
    return Math.max(1, Math.min(draw.of(1, 2, 4), MOST_OPEN / count));
  }

  private int chunks(int files, int most) {
    return Math.max(1, Math.min(draw.of(1, 2, 4, 8), most / files));
  }

  private void equal(int count) {
    int files = files(count);
    group(count, "files: %d, chunks: %d".formatted(files, chunks(count * files, MOST_CHUNKS)));
  }

  private void skewed(int count) {
    if (draw.isIn(0.7)) {
      int median = chunk * draw.of(1, 2);
      double sigma = draw.of(0.7, 1.0, 1.3);
      group(count, "sizes: {lognormal: {median: %d MiB, sigma: %s}}".formatted(median, sigma));
    } else {
      group(count, "chunks: [%d, 1, 1, 1]".formatted(draw.of(8, 16)));
    }
  }

  private void jobs() {
    int jobs = draw.between(2, 5);
    for (int job = 0; job < jobs; job++) {
      job(job, jobs, "");
    }
  }

  private void job(int job, int jobs, String more) {
    int count = draw.of(hosts.size() / 2, hosts.size());
    int files = Math.max(1, Math.min(files(count), 2 * MOST_OPEN / (count * jobs)));
    job(job, count, files, chunks(count * files, MOST_CHUNKS / 2), more);
  }

  private void job(int job, int count, int files, int chunks, String more) {
    group(
        count,
        "files: %d, chunks: %d, job: j%d, tellJob: %s, tellSize: %s%s"
            .formatted(files, chunks, job, draw.isIn(0.5), draw.isIn(0.25), more));
  }

  /** Jobs that come again and again, so that some part of the network is in use all the time. */
  private void load() {
    int jobs = draw.between(2, 3);
    int files = draw.of(1, 2);
    int chunks = draw.of(1, 2);
    int count = Math.min(draw.of(hosts.size() / 2, hosts.size()), MOST_OPEN / (files * jobs));
    double bytes = (double) jobs * count * files * chunks * chunk * 1024 * 1024;
    double load = LOADS[draw.between(0, LOADS.length - 1)];
    String how = draw.isIn(0.5) ? ", poisson: true" : ", jitter: " + draw.of(0.1, 0.5, 1.0);
    for (int job = 0; job < jobs; job++) {
      job(
          job,
          count,
          files,
          chunks,
          String.format(
              Locale.ROOT,
              ", arrivals: {times: %d, every: %.3f%s}",
              TIMES,
              seconds(bytes) / load,
              how));
    }
  }

  /** What the fullest links take at least. */
  private double seconds(double bytes) {
    double links = hosts.size() * link * 1e6 / 8 / OVERHEAD;
    double most = replication / links;
    if (disk > 0) {
      most = Math.max(most, replication / (links * OVERHEAD * disk));
    }
    if (racks > 1) {
      most = Math.max(most, 1 / (links * overCore * (1 - others)));
    }
    return bytes * most;
  }

  private void slowWriters(int count) {
    int files = draw.of(1, 2, 3);
    double part = draw.of(0.01, 0.03, 0.1, 0.3);
    String key = draw.isIn(0.3) ? "writerRate" : "rate";
    group(
        count, "files: %d, chunks: %d, %s: %s".formatted(files, draw.of(1, 2, 3), key, rate(part)));
  }

  private String rate(double part) {
    return String.format(Locale.ROOT, "%.0f kB/s", part * link * 1e3 / 8);
  }

  private void logs() {
    log(hosts.size() / draw.of(1, 2));
    equal(writers());
  }

  private void log(int count) {
    String rate = draw.isIn(0.5) ? "" : ", rate: " + rate(draw.of(0.003, 0.01, 0.03));
    group(
        count,
        "files: %d, log: true, flushed: %s%s".formatted(draw.of(1, 2), draw.isIn(0.5), rate));
  }

  private void byTurns(int count) {
    int files = draw.of(2, 4, 8);
    int chunks = Math.max(1, Math.min(draw.of(1, 2), 2 * MOST_CHUNKS / 3 / (files * count)));
    group(
        count,
        "files: %d, chunks: %d, byTurns: true, turn: %s"
            .formatted(files, chunks, chunk < 64 ? "256 KiB" : "1 MiB"));
  }

  /** Some of the other kinds beside each other, each on half of the hosts. */
  private void mix() {
    int half = hosts.size() / 2;
    equal(half);
    int more = draw.between(1, 2);
    int first = draw.between(0, 5);
    for (int i = 0; i < more; i++) {
      switch ((first + 2 * i) % 6) {
        case 0 -> skewed(half);
        case 1 -> job(0, 2, "");
        case 2 -> slowWriters(half);
        case 3 -> log(half);
        case 4 -> byTurns(half);
        default -> group(half, "files: 8, size: 64 KiB");
      }
    }
  }
}
