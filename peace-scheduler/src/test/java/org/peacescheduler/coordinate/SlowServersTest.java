package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.TestNetworks;

/** A server that has fallen back is found among others, and nobody else is blamed for it. */
class SlowServersTest {
  private static final long MEGABYTE = 1_000_000;

  /** What a megabyte takes at ten megabytes a second, with what links carry besides. */
  private static final long CHUNK_MILLIS = 113;

  private static final int WRITERS = 8;
  private static final String SLOW = "svr1.3";

  private static final NetworkModel MODEL =
      TestNetworks.parse(
          """
          version: 1
          streamRate: 10 MB/s
          defaults: {server: {up: 20 MB/s, down: 20 MB/s}}
          switches: [{name: tor1}]
          servers:
          - {hosts: "svr1.[1-16]", switch: tor1}
          """);

  private final Harness h =
      new Harness(
          MODEL, new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FAIR_SOJOURN, 1));

  private int files;

  private static ChunkRequest of(String user, String path) {
    return Harness.chunk(
        path,
        2,
        Harness.ANY,
        MEGABYTE,
        new ChunkRequest.Origin(Optional.of(user), Optional.of(user), Optional.empty(), 0));
  }

  /** Files of one chunk, one after the other, each from another host; those over it take longer. */
  private int write(String user, int chunks, String over, int timesLonger) {
    int overIt = 0;
    for (int i = 0; i < chunks; i++) {
      String host = "svr1." + (16 - files % WRITERS);
      Ticket ticket = h.submit(of(user, host + "/" + files++));
      boolean isOver = ticket.flight.nodes.contains(over);
      overIt += isOver ? 1 : 0;
      h.clock.advance(isOver ? timesLonger * CHUNK_MILLIS : CHUNK_MILLIS);
      h.coordinator.done(ticket, true, MEGABYTE);
    }
    return overIt;
  }

  private double carries(String server) {
    return h.capacity("tor1->" + server) / MODEL_LINK;
  }

  private static final double MODEL_LINK = 20e6 / 1.13;

  @Test
  void done_allChunksOverOneServerAreLate_itCarriesItsPartAndIsAvoided() {
    write("ann", WRITERS, SLOW, 1);
    write("ann", 200, SLOW, 20);
    // Half of the link is what one stream needs; a twentieth of that is what it got.
    assertEquals(0.05, carries(SLOW), 0.01);
    assertEquals(
        15,
        IntStream.rangeClosed(1, 16).filter(i -> carries("svr1." + i) > 0.99).count(),
        "all others are as the file says");
    int overIt = write("ann", 200, SLOW, 20);
    assertTrue(overIt <= 8, () -> overIt + " of 200 chunks, 25 by chance, went over it");
  }

  @Test
  void done_chunksAreWrittenForAMinuteAndNoneOverItIsLate_itIsAsOthers() {
    write("ann", WRITERS, SLOW, 1);
    write("ann", 200, SLOW, 20);
    writeOver(SLOW, 20);
    assertEquals(0.05, carries(SLOW), 0.01);
    int chunks = 0;
    while (carries(SLOW) < 0.99 && chunks < 1_000) {
      writeOver("svr1.1", 1);
      chunks++;
    }
    assertEquals(60_000, chunks * CHUNK_MILLIS, 1_000);
  }

  @Test
  void done_nothingIsWrittenForLong_itIsStillSlow() {
    write("ann", WRITERS, SLOW, 1);
    write("ann", 200, SLOW, 20);
    h.clock.advance(Duration.ofHours(1).toMillis());
    writeOver("svr1.1", 1);
    assertEquals(0.05, carries(SLOW), 0.01);
  }

  private void writeOver(String server, int timesLonger) {
    ChunkRequest chunk = of("ann", "svr1.16/" + files++);
    Ticket ticket = h.coordinator.observe(chunk, List.of(server, "svr1.2"));
    h.clock.advance(timesLonger * CHUNK_MILLIS);
    h.coordinator.done(ticket, true, MEGABYTE);
  }

  @Test
  void done_writerIsSlow_noServerIs() {
    write("ann", WRITERS, SLOW, 1);
    for (int i = 0; i < 200; i++) {
      Ticket ticket = h.submit(of("ann", "svr1.1/" + files++));
      h.clock.advance(20 * CHUNK_MILLIS);
      h.coordinator.done(ticket, true, MEGABYTE);
    }
    assertTrue(
        IntStream.rangeClosed(1, 16).allMatch(i -> carries("svr1." + i) > 0.99),
        "a writer that never keeps up accuses nobody");
  }

  @Test
  void done_oneUserBesideOthers_slowsDownOneServerInSixteen() {
    SlowServers servers =
        new SlowServers(
            MODEL, new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FAIR_SOJOURN, 1));
    Witness mallory = new Witness("mallory", false, 1);
    for (int i = 0; i < 5; i++) {
      for (int server = 0; server < 16; server++) {
        servers.ended(server, server < 7 ? 0.01 : 1, server < 7, mallory);
      }
    }
    assertEquals(1, slow(servers));
    for (int i = 0; i < 4; i++) {
      servers.ended(2, 0.1, true, new Witness(i % 2 == 0 ? "ann" : "bob", false, 1));
    }
    assertEquals(0.1, servers.part(2), "several users are believed");
    assertEquals(2, slow(servers));
  }

  @Test
  void done_allAreLateAlike_nobodyIsSlow() {
    write("ann", WRITERS, SLOW, 1);
    SlowServers servers =
        new SlowServers(
            MODEL, new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FAIR_SOJOURN, 1));
    Witness alone = new Witness("ann", true, 1);
    for (int i = 0; i < 8; i++) {
      for (int server = 0; server < 16; server++) {
        assertFalse(servers.ended(server, 0.2, true, alone));
      }
    }
    assertEquals(0, slow(servers));
  }

  private static long slow(SlowServers servers) {
    return IntStream.range(0, 16).filter(server -> servers.part(server) < 1).count();
  }
}
