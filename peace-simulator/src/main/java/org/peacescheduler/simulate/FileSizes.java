package org.peacescheduler.simulate;

import java.util.List;
import java.util.SplittableRandom;

/** How large the files of writers are, in bytes. Immutable. */
sealed interface FileSizes {
  /**
   * The size of each file of a writer, the same in all bursts.
   *
   * @param seed of the writer's group in this round
   */
  double of(int writer, long seed);

  /** One after the other, from the start again if there are more writers. */
  record Listed(List<Double> sizes) implements FileSizes {
    public Listed {
      sizes = List.copyOf(sizes);
    }

    @Override
    public double of(int writer, long seed) {
      return sizes.get(writer % sizes.size());
    }
  }

  /**
   * Drawn from a log-normal distribution.
   *
   * @param sigma of the logarithm: with 1 a sixth of the files are 2.7 times as large as the
   *     median, or larger
   */
  record LogNormal(double median, double sigma) implements FileSizes {
    @Override
    public double of(int writer, long seed) {
      SplittableRandom random = new SplittableRandom(seed + writer);
      return Math.max(1, Math.rint(median * Math.exp(sigma * random.nextGaussian())));
    }
  }
}
