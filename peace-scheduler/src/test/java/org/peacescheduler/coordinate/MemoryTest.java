package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.TestNetworks;

/**
 * What the coordinator keeps of open files and of chunks that wait, with the longest names of
 * everything that a client can choose: no more than {@code docs/bounds.md} says.
 *
 * <p>A fiftieth of 100,000 open files and 10,000 that wait is tried, each of which may keep as
 * much. All of it: {@code -Dpeace.memory.files=100000 -Dpeace.test.heap=3g}, and two minutes.
 */
class MemoryTest {
  private static final int FILES = Integer.getInteger("peace.memory.files", 2_000);
  private static final int WAITING = FILES / 10;

  /** As {@code docs/bounds.md} has it. */
  private static final long OF_ENDED_FILE = 12_000;

  private static final int REMEMBERED = 10_000;

  private final NetworkModel model = TestNetworks.star(10, 30, 2, 3);
  private final FakeClock clock = new FakeClock();

  /** What clients say, and the bytes that {@code docs/bounds.md} has for it. */
  enum Words {
    /** As {@code Origins} and {@code KnownFiles} keep them, of letters of two bytes. */
    LONGEST("бвгджзклмн", "…", 264, 1024, 256, 32, 64, 16_000, 20_000),
    /** As HDFS's own client has them. */
    ORDINARY("abcdefghij", "", 8, 100, 50, 3, 0, 5_000, 7_000);

    private final String letters;
    private final String end;
    private final int user;
    private final int path;
    private final int client;
    private final int replicas;
    private final int excluded;
    private final long ofOpenFile;
    private final long ofWaiting;

    Words(
        String letters,
        String end,
        int user,
        int path,
        int client,
        int replicas,
        int excluded,
        long ofOpenFile,
        long ofWaiting) {
      this.letters = letters;
      this.end = end;
      this.user = user;
      this.path = path;
      this.client = client;
      this.replicas = replicas;
      this.excluded = excluded;
      this.ofOpenFile = ofOpenFile;
      this.ofWaiting = ofWaiting;
    }

    /** A name without digits, so that no two are of one series. */
    private String name(int number, int length) {
      String own =
          Integer.toString(number)
              .chars()
              .mapToObj(digit -> letters.substring(digit - '0', digit - '0' + 1))
              .collect(Collectors.joining());
      return own + letters.substring(9).repeat(Math.max(0, length - own.length())) + end;
    }
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private ChunkRequest request(Words words, int number, Set<String> excluded) {
    String user = words.name(number, words.user);
    String path = "/" + words.name(number, words.path - 1);
    String client = user + "@10.0.0.1/" + "c".repeat(words.client);
    return ChunkRequest.of(path, words.replicas, Harness.ANY)
        .file("inode " + number)
        .writer(model.serverName(number % model.servers()))
        .fullBytes(128L << 20)
        .excluded(excluded)
        .origin(
            new ChunkRequest.Origin(
                Optional.of(user),
                Optional.of(client),
                Optional.of(user + ":" + path),
                0,
                Share.ofUser(user)))
        .build();
  }

  private List<String> nodes(Words words, int number) {
    return IntStream.range(0, words.replicas)
        .mapToObj(i -> model.serverName((number + 7 * i) % model.servers()))
        .toList();
  }

  private Set<String> excluded(Words words, int number) {
    return IntStream.range(0, words.excluded)
        .mapToObj(i -> new String(model.serverName((number + i) % 64).toCharArray()))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void coordinator_manyAreOpenAndWait_keepsWhatTheDocsSay(Words words) {
    SchedulerSettings settings =
        Harness.takingTurns(
            new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FAIR_SOJOURN, 1));
    Coordinator coordinator = new Coordinator(model, settings, Ends.TOLD, clock, event -> {});
    coordinator.setPresent(
        IntStream.range(0, model.servers())
            .mapToObj(model::serverName)
            .collect(Collectors.toSet()));
    long before = used();
    List<Ticket> open = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      open.add(coordinator.observe(request(words, i, Set.of()), nodes(words, i)));
    }
    long ofFiles = used() - before;
    List<Ticket> waiting = new ArrayList<>();
    for (int i = FILES; i < FILES + WAITING; i++) {
      waiting.add(coordinator.submit(request(words, i, excluded(words, i)), outcome -> {}));
    }
    long all = used() - before;
    int reallyWaiting = coordinator.status().waiting();
    assertTrue(reallyWaiting >= 0.9 * WAITING, () -> reallyWaiting + " wait");
    assertEquals(FILES + WAITING, coordinator.status().openFiles());
    System.out.printf(
        "%s: %d open, %d bytes each; %d wait, %d bytes each%n",
        words, FILES, ofFiles / FILES, WAITING, (all - ofFiles) / WAITING);
    assertTrue(all <= words.ofOpenFile * FILES + words.ofWaiting * WAITING, () -> all + " bytes");
    open.forEach(ticket -> coordinator.done(ticket, true, 1));
    waiting.forEach(ticket -> coordinator.release(ticket, "test", true));
    open.clear();
    waiting.clear();
    for (int i = 0; i < 1000 && coordinator.pass(); i++) {
      clock.advance(1);
    }
    clock.advance(120_000);
    coordinator.tick();
    coordinator.done(coordinator.observe(request(words, 0, Set.of()), nodes(words, 0)), true, 1);
    long left = used() - before;
    System.out.printf("%d bytes stay%n", left);
    assertTrue(
        left <= OF_ENDED_FILE * Math.min(FILES + WAITING, REMEMBERED), () -> left + " bytes stay");
    assertTrue(Audit.balances(coordinator), "and it is there");
  }
}
