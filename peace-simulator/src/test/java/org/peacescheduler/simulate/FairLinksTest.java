package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairLinksTest {
  private static final double MUCH = 1e9;

  private static FairLinks links(double loss, double... rates) {
    return new FairLinks(DoubleStream.of(rates).map(rate -> loss).toArray(), rates);
  }

  private static FairLinks.Flow flow(double limit, int... edges) {
    return new FairLinks.Flow(edges, limit, null);
  }

  private static void assertRates(double[] rates, FairLinks links, FairLinks.Flow... flows) {
    links.share(List.of(flows));
    assertArrayEquals(
        rates, List.of(flows).stream().mapToDouble(FairLinks.Flow::rate).toArray(), 1e-6);
  }

  @Test
  void share_oneOfTwoFlowsCrossesASlowerLink_otherGetsTheRest() {
    FairLinks links = links(0, 10, 2);

    assertRates(new double[] {8, 2}, links, flow(MUCH, 0), flow(MUCH, 0, 1));
    assertRates(new double[] {3, 2}, links, flow(3, 0), flow(MUCH, 0, 1));
    assertRates(new double[] {9, 1}, links, flow(MUCH, 0), flow(1, 0, 1));
  }

  @Test
  void share_flowPassesAnotherOneOn_isNoFaster() {
    FairLinks links = links(0, 10, 4, 10);
    FairLinks.Flow ahead = flow(MUCH, 0, 1);
    FairLinks.Flow behind = new FairLinks.Flow(new int[] {2}, MUCH, ahead);

    assertRates(new double[] {4, 4, 6}, links, ahead, behind, flow(MUCH, 2));
  }

  @Test
  void share_nFlowsHeldBackByALink_itCarriesLess() {
    FairLinks links = links(0.2, 10);

    assertRates(new double[] {10}, links, flow(MUCH, 0));
    assertRates(new double[] {4.5, 4.5}, links, flow(MUCH, 0), flow(MUCH, 0));
    FairLinks.Flow[] ten =
        IntStream.range(0, 10).mapToObj(i -> flow(MUCH, 0)).toArray(FairLinks.Flow[]::new);
    assertRates(IntStream.range(0, 10).mapToDouble(i -> 0.82).toArray(), links, ten);
  }

  @Test
  void share_randomFlows_noLinkIsOverfullAndNobodyCouldHaveMore() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] rates = random.doubles(1 + random.nextInt(6), 1, 10).toArray();
      List<int[]> edges = new ArrayList<>();
      List<FairLinks.Flow> flows = new ArrayList<>();
      double[] limits = random.doubles(1 + random.nextInt(12), 0.1, 8).toArray();
      for (int i = 0; i < limits.length; i++) {
        edges.add(random.ints(0, rates.length).limit(3).distinct().toArray());
        FairLinks.Flow before = i > 0 && random.nextInt(3) == 0 ? flows.get(i - 1) : null;
        flows.add(new FairLinks.Flow(edges.get(i), limits[i], before));
      }
      links(0, rates).share(flows);

      double[] used = new double[rates.length];
      double[] most = new double[rates.length];
      for (int i = 0; i < limits.length; i++) {
        for (int edge : edges.get(i)) {
          used[edge] += flows.get(i).rate();
          most[edge] = Math.max(most[edge], flows.get(i).rate());
        }
      }
      String at = "seed " + seed;
      for (int edge = 0; edge < rates.length; edge++) {
        assertTrue(used[edge] <= rates[edge] + 1e-6, at);
      }
      for (int i = 0; i < limits.length; i++) {
        double rate = flows.get(i).rate();
        boolean isHeldBack =
            IntStream.of(edges.get(i))
                .anyMatch(e -> used[e] >= rates[e] - 1e-6 && rate >= most[e] - 1e-6);
        boolean isAtItsLimit = rate >= limits[i] - 1e-6;
        boolean isBehind = i > 0 && Math.abs(rate - flows.get(i - 1).rate()) < 1e-6;
        assertTrue(isHeldBack || isAtItsLimit || isBehind, at);
      }
    }
  }

  @Test
  void share_linkIsNotFull_losesNothing() {
    FairLinks links = links(0.2, 10, 3);

    assertRates(new double[] {3, 3, 3}, links, flow(3, 0), flow(3, 0), flow(MUCH, 0, 1));
  }
}
