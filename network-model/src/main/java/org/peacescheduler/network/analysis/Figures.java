package org.peacescheduler.network.analysis;

import java.math.BigDecimal;
import java.math.MathContext;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyFile;

/**
 * Capacities as a topology file has them: bandwidths in bits or in bytes, or numbers of chunks.
 * Immutable.
 *
 * <p>Example: with a {@code streamRate} of 60 MB/s and links in bits, 20.83 streams are {@code 10
 * Gbit/s}, to four digits.
 *
 * @param unit of the file
 * @param streamBytesPerSecond what one chunk takes; of no meaning if the unit is chunks
 */
public record Figures(TopologyFile.Unit unit, double streamBytesPerSecond) {

  /** Chunks per timestep. */
  public static final Figures CHUNKS = new Figures(TopologyFile.Unit.CHUNKS, 1);

  private static final MathContext DIGITS = new MathContext(4);
  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

  /** As the file has them. */
  public static Figures of(TopologyFile file) {
    Topology topology = file.topology();
    return topology.streamBytesPerSecond().isEmpty()
        ? CHUNKS
        : new Figures(file.unit(), topology.streamBytesPerSecond().getAsDouble());
  }

  /** Whether they are bandwidths. */
  public boolean areBandwidths() {
    return unit != TopologyFile.Unit.CHUNKS;
  }

  /** So many chunks per timestep, or streams, as a capacity. */
  public String text(double streams) {
    if (!areBandwidths()) {
      return plain(streams);
    }
    boolean areBits = unit == TopologyFile.Unit.BITS;
    double rate = streams * streamBytesPerSecond * (areBits ? Byte.SIZE : 1);
    int power = 0;
    while (power < PREFIXES.length - 1 && rate >= 999.95) {
      rate /= 1000;
      power++;
    }
    return plain(rate) + " " + PREFIXES[power] + (areBits ? "bit/s" : "B/s");
  }

  /** The same in a sentence. */
  String inWords(double streams) {
    if (areBandwidths()) {
      return text(streams);
    }
    return plain(streams) + (streams == 1 ? " chunk" : " chunks") + " per timestep";
  }

  private static String plain(double number) {
    return number == Math.rint(number)
        ? Long.toString((long) number)
        : new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
