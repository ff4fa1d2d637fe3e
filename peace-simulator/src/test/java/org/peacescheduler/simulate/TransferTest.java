package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Transfer}, moved by {@link Fluid}. */
class TransferTest {
  private static final double PACKET = Transfer.PACKET_BYTES;
  private static final double BYTES = 10 * PACKET;

  private final List<String> said = new ArrayList<>();
  private double now;

  private final Transfer.Listener listener =
      new Transfer.Listener() {
        @Override
        public void sent(Transfer transfer) {
          said.add("sent");
        }

        @Override
        public void arrived(Transfer transfer) {
          said.add("arrived");
        }
      };

  private static FairLinks lossless(double... rates) {
    return new FairLinks(new double[rates.length], rates);
  }

  /** Goes on until nothing changes any more. */
  private void run(Fluid fluid) {
    while (fluid.next() < Double.MAX_VALUE) {
      assertTrue(fluid.next() >= now);
      now = fluid.next();
      fluid.passTo(now);
    }
  }

  private Transfer transfer(double limit, int[]... hops) {
    return new Transfer(List.of(hops), BYTES, limit, listener);
  }

  @Test
  void transfer_equalHops_eachIsAPacketBehindTheOneBefore() {
    Fluid fluid = new Fluid(lossless(PACKET, PACKET, PACKET), 0);
    Transfer transfer = transfer(Double.MAX_VALUE, new int[] {0}, new int[] {1}, new int[] {2});
    fluid.add(transfer);
    fluid.give(transfer, BYTES, 0);

    run(fluid);

    assertEquals(10 + 2, now, 1e-3);
    assertEquals(List.of("sent", "arrived"), said);
  }

  @Test
  void transfer_secondHopIsFaster_waitsForTheFirst() {
    Fluid fluid = new Fluid(lossless(PACKET, 100 * PACKET), 0);
    Transfer transfer = transfer(Double.MAX_VALUE, new int[] {0}, new int[] {1});
    fluid.add(transfer);
    fluid.give(transfer, BYTES, 0);

    run(fluid);

    assertEquals(10 + 0.01, now, 1e-3);
  }

  @Test
  void transfer_secondHopIsSlower_firstIsDoneLongBefore() {
    Fluid fluid = new Fluid(lossless(10 * PACKET, PACKET), 0);
    Transfer transfer = transfer(Double.MAX_VALUE, new int[] {0}, new int[] {1});
    fluid.add(transfer);
    fluid.give(transfer, BYTES, 0);

    run(fluid);

    assertEquals(0.1 + 10, now, 1e-3);
  }

  @Test
  void transfer_sourceIsSlow_takesWhatItTakes() {
    Fluid fluid = new Fluid(lossless(PACKET), 0);
    Transfer transfer = transfer(PACKET / 4, new int[] {0});
    fluid.add(transfer);
    fluid.give(transfer, BYTES, 0);

    run(fluid);

    assertEquals(40, now, 1e-3);
  }

  @Test
  void transfer_givenInParts_movesNothingInBetween() {
    Fluid fluid = new Fluid(lossless(PACKET), 0);
    Transfer transfer = transfer(Double.MAX_VALUE, new int[] {0});
    fluid.add(transfer);
    fluid.give(transfer, 4 * PACKET, 0);

    run(fluid);
    assertEquals(4, now, 1e-3);
    assertEquals(List.of("sent"), said);

    now = 100;
    fluid.give(transfer, BYTES, now);
    run(fluid);
    assertEquals(106, now, 1e-3);
    assertEquals(List.of("sent", "sent", "arrived"), said);
  }
}
