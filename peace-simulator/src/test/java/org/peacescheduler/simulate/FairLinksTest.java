package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
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
  void share_linkIsNotFull_losesNothing() {
    FairLinks links = links(0.2, 10, 3);

    assertRates(new double[] {3, 3, 3}, links, flow(3, 0), flow(3, 0), flow(MUCH, 0, 1));
  }
}
