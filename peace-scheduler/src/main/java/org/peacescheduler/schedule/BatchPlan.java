package org.peacescheduler.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * Timestep after timestep of Algorithm 1 until a list of requests is scheduled, with no cluster:
 * each timestep starts with an idle network, and deferred requests come before newer ones.
 *
 * <p>Requests that can never fit are refused before the first timestep. Immutable.
 *
 * @param timesteps the schedule of each timestep
 * @param refused the requests that can never fit
 */
public record BatchPlan(List<Algorithm1.Schedule> timesteps, List<Refused> refused) {
  /** Dead ends that a chunk may meet in a timestep before it is deferred. */
  public static final int RETRIES = 64;

  private static final int PATIENT_RETRIES = 100_000;
  private static final String NOT_FOUND =
      "no pipeline was found on an idle network in " + PATIENT_RETRIES + " tries";

  /** A request that can never fit, and why. */
  public record Refused(int request, String reason) {}

  /** Copies the lists. */
  public BatchPlan {
    timesteps = List.copyOf(timesteps);
    refused = List.copyOf(refused);
  }

  /** Plans all requests. The same seed gives the same plan. */
  public static BatchPlan of(
      NetworkModel model, PlacementTemplate template, List<WriteRequest> requests, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ResidualNetwork idle = new ResidualNetwork(model);
    Feasibility feasibility = new Feasibility(idle.copy());
    List<Refused> refused = new ArrayList<>();
    List<WriteRequest> waiting = new ArrayList<>();
    for (WriteRequest request : requests) {
      Optional<String> refusal =
          feasibility.refusal(request.writer(), request.replication(), template, new BitSet(), -1);
      if (refusal.isPresent()) {
        refused.add(new Refused(request.id(), refusal.get()));
      } else if (request.chunks() > 0) {
        waiting.add(request);
      }
    }
    List<Algorithm1.Schedule> timesteps = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Algorithm1.Schedule schedule = Algorithm1.schedule(waiting, idle, template, random, RETRIES);
      if (schedule.chunks().isEmpty()) {
        schedule = Algorithm1.schedule(waiting, idle, template, random, PATIENT_RETRIES);
      }
      if (schedule.chunks().isEmpty()) {
        waiting.forEach(request -> refused.add(new Refused(request.id(), NOT_FOUND)));
        break;
      }
      timesteps.add(schedule);
      waiting = schedule.unscheduled().stream().map(Algorithm1.Unscheduled::request).toList();
    }
    return new BatchPlan(timesteps, refused);
  }
}
