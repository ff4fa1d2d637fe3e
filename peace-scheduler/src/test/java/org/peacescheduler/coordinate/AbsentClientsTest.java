package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.TestNetworks;

/** How often clients that were told to ask again are looked at. */
class AbsentClientsTest {
  private static final int CROWD = 5000;

  private final AbsentClients absent = new AbsentClients();

  @BeforeEach
  void lookNow() {
    NetworkModel model = TestNetworks.star(2, 5, 2, 9);
    SchedulerSettings settings =
        new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1);
    LiveNetwork network =
        new LiveNetwork(
            model, new LinkRates(model, settings), settings, new SplittableRandom(1), 1000);
    assertTrue(absent.areToBeLookedAt(true, CROWD, 1000));
    absent.recallWhoFits(new ArrayList<>(), network, 1000);
  }

  @Test
  void areToBeLookedAt_nothingBecameFree_no() {
    assertFalse(absent.areToBeLookedAt(false, CROWD, 5000));
  }

  @Test
  void areToBeLookedAt_few_atEachEvent() {
    assertTrue(absent.areToBeLookedAt(true, 99, 1000));
  }

  @Test
  void areToBeLookedAt_many_notAtEachEventButWhatBecameFreeIsRemembered() {
    assertFalse(absent.areToBeLookedAt(true, CROWD, 1001));
    assertFalse(absent.areToBeLookedAt(false, CROWD, 1049));
    assertTrue(absent.areToBeLookedAt(false, CROWD, 1050));
  }

  @Test
  void areToBeLookedAt_nobodyIsAwayAnyMore_no() {
    assertFalse(absent.areToBeLookedAt(true, 0, 5000));
    assertFalse(absent.areToBeLookedAt(false, CROWD, 6000));
  }
}
