package org.peacescheduler.testbed;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.Statistics;

/**
 * The figures of one round, or the medians of several. Times are seconds, over the writers that did
 * not fail; NaN without one. Immutable.
 *
 * @param response mean from a writer's submission to the close of its last file
 * @param worst the same of the worst writer
 * @param io mean from the grant of a writer's first chunk instead
 * @param comp from the burst's first submission to its last completion
 * @param jain Jain's index of the response times: 1 if all are equal
 * @param trunkUse bytes that the busiest direction between switches sent, over what it could in
 *     {@code comp}; 0 without such links
 * @param hostUse the same of the busiest direction of a server's link
 */
record RoundFigures(
    double response,
    double worst,
    double io,
    double comp,
    double jain,
    double failed,
    double deferred,
    double fallbacks,
    double busy,
    double trunkUse,
    double hostUse) {

  static RoundFigures of(Round round, List<NetworkPlan.ShapedLink> links) {
    List<Round.Writer> fine = round.writers().stream().filter(w -> !w.failed()).toList();
    double comp = fine.stream().mapToDouble(Round.Writer::completed).max().orElse(Double.NaN);
    double[] responses = fine.stream().mapToDouble(Round.Writer::response).toArray();
    return new RoundFigures(
        Statistics.mean(responses),
        Statistics.max(responses),
        Statistics.mean(fine.stream().mapToDouble(Round.Writer::io).toArray()),
        comp,
        Statistics.jain(responses),
        round.writers().size() - fine.size(),
        round.deferred(),
        round.fallbacks(),
        round.busy(),
        use(round, links, comp, true),
        use(round, links, comp, false));
  }

  private static double use(
      Round round, List<NetworkPlan.ShapedLink> links, double seconds, boolean trunks) {
    double most = 0;
    for (NetworkPlan.ShapedLink link : links) {
      TestNetwork.Sent sent = round.links().get(link.name());
      if (sent != null && (link.kind() == NetworkPlan.Kind.TRUNK) == trunks) {
        most = Math.max(most, link.rate().seconds((double) sent.bytes()) / seconds);
      }
    }
    return most;
  }

  /** The median of each figure by itself. */
  static RoundFigures medians(List<RoundFigures> rounds) {
    return new RoundFigures(
        median(rounds, RoundFigures::response),
        median(rounds, RoundFigures::worst),
        median(rounds, RoundFigures::io),
        median(rounds, RoundFigures::comp),
        median(rounds, RoundFigures::jain),
        rounds.stream().mapToDouble(RoundFigures::failed).sum(), // A failure is not averaged away.
        median(rounds, RoundFigures::deferred),
        median(rounds, RoundFigures::fallbacks),
        median(rounds, RoundFigures::busy),
        median(rounds, RoundFigures::trunkUse),
        median(rounds, RoundFigures::hostUse));
  }

  private static double median(List<RoundFigures> rounds, ToDoubleFunction<RoundFigures> figure) {
    return Statistics.median(rounds.stream().mapToDouble(figure).toArray());
  }
}
