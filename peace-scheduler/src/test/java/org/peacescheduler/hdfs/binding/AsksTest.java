package org.peacescheduler.hdfs.binding;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** Whose a chunk is while its NameNode becomes another one's standby, or forgets all. */
class AsksTest {
  private static final ChunkRequest CHUNK =
      ChunkRequest.of("/a", 1, PlacementTemplate.strict(List.of(Constraint.ANY))).file("7").build();

  private final Coordinator real =
      new Coordinator(
          TestNetworks.star(1, 3, 2, 2),
          new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1),
          Ends.FOUND_OUT,
          new FakeClock(),
          event -> {});

  private static Ask ask() {
    return new Ask(new Asked(7, "client", 0), new Wait(CHUNK));
  }

  @Test
  void clear_callHasItsTicket_itsChunkIsNotItsOwnAnyMore() {
    Asks asks = new Asks(real);
    Ask ask = ask();
    asks.submit(ask, CHUNK);
    asks.clear();
    assertFalse(asks.isAsking(7));
    assertFalse(asks.leave(ask));
  }

  /** All that was in flight has been forgotten by then, so nobody else would give it back. */
  @Test
  void clear_whileACallGetsItsTicket_itsChunkIsItsOwn() {
    Coordinator slow = mock();
    Asks asks = new Asks(slow);
    when(slow.submit(any(), any()))
        .thenAnswer(
            call -> {
              asks.clear();
              return real.submit(call.<ChunkRequest>getArgument(0), outcome -> {});
            });
    Ask ask = ask();
    asks.submit(ask, CHUNK);
    Ticket ticket = ask.ticket();
    assertTrue(asks.leave(ask), () -> "nobody would end " + ticket);
  }
}
