package org.peacescheduler.testbed;

import java.util.Optional;
import org.peacescheduler.measure.ByteSize;

/**
 * What stands before each shaped link. Immutable.
 *
 * <p>Example: 28 packets and 3 KiB, the standard: two packets leave at once after a pause, then one
 * after the other at the link's rate; a 29th that waits is lost.
 *
 * @param packets how many wait at most; the next one is lost
 * @param burst how much leaves at once after a pause, at the speed of the machine
 */
public record LinkQueues(int packets, ByteSize burst) {
  private static final int FEWEST_PACKETS = 2;

  /** A packet of Ethernet, with its header. */
  private static final int LEAST_BURST = 1514;

  /** What is wrong with them, with a remedy. */
  Optional<String> problem() {
    if (packets < FEWEST_PACKETS) {
      return Optional.of("--queue is %d, less than 2. Maybe 28.".formatted(packets));
    }
    return burst.bytes() < LEAST_BURST
        ? Optional.of(
            "--burst is %s, less than a packet of %d bytes. Maybe 3KiB."
                .formatted(burst, LEAST_BURST))
        : Optional.empty();
  }

  /** The burst, as {@code tc} reads it. */
  String burstForTc() {
    return burst.bytes() + "b";
  }
}
