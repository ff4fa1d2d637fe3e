package org.peacescheduler.simulate;

import java.util.Locale;

/**
 * What a chunk takes for its bytes in the model, and what it takes besides them: to set up its
 * pipeline and to report its end. For whoever compares a recording with the model.
 *
 * <p>Example: half a MiB through three datanodes over links of 7.8 Mbit/s needs {@code
 * secondsAlone(524288, 975000, 3)}, 0.73 s; a chunk that took 0.76 s took 0.03 s besides.
 * Thread-safe: it has no state.
 */
public final class ChunkDelays {
  private ChunkDelays() {}

  /**
   * What a chunk takes for its bytes, in seconds, if it is alone on its links.
   *
   * @param bytesPerSecond what the narrowest of them carries
   * @param hops how many go over links
   */
  public static double secondsAlone(double bytes, double bytesPerSecond, int hops) {
    return Simulation.OVERHEAD * (bytes + (hops - 1) * Transfer.PACKET_BYTES) / bytesPerSecond;
  }

  /**
   * The line of a scenario file that says what chunks take besides their bytes: the standard's
   * parts of what was seen. More than the standard is nothing that was seen, for then links carry
   * less than is stated.
   *
   * @param seconds what was seen
   */
  public static String scenarioLine(double seconds) {
    Scenario.Delays standard = Scenario.Delays.TESTBED;
    double all = standard.setUp() + standard.report() + standard.request();
    double part = Math.max(0, Math.min(1, seconds / all));
    return String.format(
        Locale.ROOT,
        "delays: {setUp: %.4f, report: %.4f, request: %.4f}\n",
        part * standard.setUp(),
        part * standard.report(),
        part * standard.request());
  }
}
