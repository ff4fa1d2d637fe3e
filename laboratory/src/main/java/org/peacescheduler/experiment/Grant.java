package org.peacescheduler.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.peacescheduler.laboratory.TraceEvent;

/**
 * When Peace took up a chunk and when it gave it its place. Times are seconds since the burst's
 * first submission.
 *
 * <p>Immutable.
 *
 * @param writer index into the round's writers
 * @param chunk its place in the file, from 0
 * @param timestep the timestep it was placed in; -1 if the trace does not say
 */
record Grant(int writer, int chunk, double submitted, double granted, long timestep) {
  private record Key(String path, int chunk) {}

  /**
   * The grants in a trace, in its order. A chunk that was granted again, after a failure, counts
   * once, with its first grant.
   *
   * @param writers the indexes of the writers by the paths of their files; other paths are left out
   * @param seconds places the trace's times
   */
  static List<Grant> of(
      List<TraceEvent> events, Map<String, Integer> writers, DoubleUnaryOperator seconds) {
    Map<Key, Double> submissions = new HashMap<>();
    Map<Key, Grant> granted = new HashMap<>();
    List<Grant> grants = new ArrayList<>();
    for (TraceEvent event : events) {
      Integer writer = writers.get(event.path());
      if (writer == null) {
        continue;
      }
      Key key = new Key(event.path(), event.chunk());
      double at = seconds.applyAsDouble(event.t());
      if (event.is("submitted")) {
        submissions.putIfAbsent(key, at);
      } else if (event.is("granted") && !granted.containsKey(key)) {
        Grant grant =
            new Grant(
                writer,
                event.chunk(),
                submissions.getOrDefault(key, at),
                at,
                event.timestep() == null ? -1 : event.timestep());
        granted.put(key, grant);
        grants.add(grant);
      }
    }
    return grants;
  }
}
