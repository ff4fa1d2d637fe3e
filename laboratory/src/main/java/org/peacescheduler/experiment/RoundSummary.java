package org.peacescheduler.experiment;

import java.util.List;
import org.peacescheduler.measure.ProcessorMeter;
import org.peacescheduler.measure.Statistics;

/**
 * The figures of one round. Times are in seconds, over the writers that did not fail; without one
 * they are NaN.
 *
 * <p>Immutable.
 *
 * @param responseMean from a writer's submission to its close
 * @param responseMax the same of the worst writer
 * @param responseFairness Jain's index of the response times: 1 if all are equal, 1/n if one has it
 *     all
 * @param ioMean from a writer's first grant to its close
 * @param comp from the first submission to the last completion
 */
record RoundSummary(
    double responseMean,
    double responseMax,
    double responseFairness,
    double ioMean,
    double comp,
    int failed,
    long deferred,
    long fallbacks,
    long bytes,
    ProcessorMeter.Busy cores) {
  static RoundSummary of(Round round) {
    List<WriterTimes> written = round.writers().stream().filter(w -> !w.failed()).toList();
    double[] responses = written.stream().mapToDouble(WriterTimes::responseSeconds).toArray();
    double[] ios = written.stream().mapToDouble(WriterTimes::ioSeconds).toArray();
    double first =
        round.writers().stream().mapToDouble(WriterTimes::submitted).min().orElse(Double.NaN);
    double last = written.stream().mapToDouble(WriterTimes::completed).max().orElse(Double.NaN);
    return new RoundSummary(
        Statistics.mean(responses),
        Statistics.max(responses),
        Statistics.jain(responses),
        Statistics.mean(ios),
        last - first,
        round.writers().size() - written.size(),
        round.deferred(),
        round.fallbacks(),
        written.stream().mapToLong(WriterTimes::bytes).sum(),
        round.cores());
  }
}
