package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.TestNetworks;

/** A link between racks and servers' links, each filled by one stream of 1 MB/s. */
class LinkRatesTest {
  private static final long CHUNK = 1_000_000;

  /** What a chunk takes alone, with what links carry besides. */
  private static final long CHUNK_MILLIS = 1130;

  private final NetworkModel model =
      TestNetworks.parse(
          """
          version: 1
          streamRate: 1 MB/s
          defaults: {server: {up: 1 MB/s, down: 1 MB/s}}
          switches: [{name: tor1}, {name: tor2}]
          links: [{between: [tor1, tor2], capacity: 1 MB/s}]
          servers:
          - {hosts: "svr1.[1-2]", switch: tor1}
          - {hosts: "svr2.[1-2]", switch: tor2}
          """);

  private final ResidualNetwork residual = new ResidualNetwork(model);
  private final LinkRates rates =
      new LinkRates(
          model, new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1));
  private final int across = Harness.edge(model, "tor1->tor2");
  private final int[] edges = {
    model.up(model.server("svr1.1").orElseThrow()),
    across,
    model.down(model.server("svr2.1").orElseThrow())
  };
  private final long told = rates.capacity(across);
  private long now;

  /** A chunk ends with which so many have shared the link between the racks. */
  private void ends(double sharing, long millis) {
    double[] all = {1, sharing, 1};
    long rate = rates.capacity(edges[0]);
    Flown flown = new Flown(edges, all, 0, rate, true, false, now, now + millis);
    now += millis;
    rates.ended(flown, residual, CHUNK, new Witness("ann", true, 1), now);
  }

  private void raise() {
    for (int i = 0; i < 4; i++) {
      ends(2, CHUNK_MILLIS);
    }
    assertTrue(rates.capacity(across) > 1.4 * told, rates.capacity(across) + " after " + told);
  }

  @Test
  void ended_moreThanToldWasToGoAndDidNot_comesBackToWhatIsTold() {
    raise();
    for (int i = 0; i < 20; i++) {
      ends(2, 19 * CHUNK_MILLIS / 10);
    }
    assertEquals(told, rates.capacity(across), 0.01 * told);
  }

  @Test
  void ended_moreThanToldWent_isBelieved() {
    raise();
    for (int i = 0; i < 20; i++) {
      ends(2, 14 * CHUNK_MILLIS / 10);
    }
    assertTrue(rates.capacity(across) > 1.2 * told, rates.capacity(across) + " after " + told);
  }

  @Test
  void ended_noMoreThanToldWasToGo_saysNothing() {
    raise();
    long raised = rates.capacity(across);
    ends(1, CHUNK_MILLIS);
    assertFalse(rates.capacity(across) < raised);
  }
}
