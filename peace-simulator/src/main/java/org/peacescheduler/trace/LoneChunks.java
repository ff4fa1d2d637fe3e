package org.peacescheduler.trace;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.peacescheduler.measure.Statistics;
import org.peacescheduler.simulate.ChunkDelays;

/**
 * What chunks take besides their bytes, as those show that were alone on their links: connections
 * are set up, and ends are reported.
 *
 * <p>Example: half a MiB through three datanodes over links of 7.8 Mbit/s needs 0.73 s; such chunks
 * took 0.76 s. So chunks take 0.03 s besides.
 *
 * <p>Cost: that of {@link RecordedLinks}. Stateless.
 */
final class LoneChunks {
  /** Fewer say nothing. */
  private static final int LEAST = 4;

  private LoneChunks() {}

  /**
   * The median, in seconds; empty if too few chunks were alone.
   *
   * @param slow whose chunks do not count, for it is their writers that take so long
   */
  static OptionalDouble besides(Recording recording, RecordedLinks links, SlowWriters slow) {
    double[] all =
        recording.files().stream()
            .filter(file -> slow.rate(file).isEmpty())
            .flatMapToDouble(
                file ->
                    IntStream.range(0, file.chunks().size())
                        .filter(i -> links.hops(file, i) > 0 && links.isAlone(file, i))
                        .mapToDouble(i -> besides(file, i, links)))
            .toArray();
    return all.length < LEAST ? OptionalDouble.empty() : OptionalDouble.of(Statistics.median(all));
  }

  private static double besides(RecordedFile file, int i, RecordedLinks links) {
    RecordedFile.RecordedChunk chunk = file.chunks().get(i);
    double carries = links.part(file, i).orElseThrow();
    return chunk.seconds()
        - ChunkDelays.secondsAlone((double) chunk.bytes(), carries, links.hops(file, i));
  }
}
