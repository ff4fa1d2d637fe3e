package org.peacescheduler.schedule.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Feasibility;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.RouteSearch;

/**
 * Timestep after timestep of Algorithm 1 until a list of requests is scheduled, with no cluster:
 * each timestep starts with an idle network, and deferred requests come before newer ones.
 *
 * <p>Requests that can never fit are refused before the first timestep. Every other one is
 * scheduled in the end: should no shortest path serve any request that is left, detours do.
 *
 * <p>Cost: a timestep looks at every request that waits, so the whole is quadratic in the number of
 * requests that wait together; see {@link Algorithm1} for each. Immutable.
 *
 * @param timesteps the schedule of each timestep
 * @param refused the requests that can never fit
 */
public record BatchPlan(List<Algorithm1.Schedule> timesteps, List<Refused> refused) {
  /** Looks at switches that a chunk may cost before it is deferred. */
  private static final int LOOKS = 20_000;

  private static final int LEAST_RETRIES = 32;
  private static final int MOST_RETRIES = 2_000;

  private static final String NOT_FOUND =
      "no pipeline was found on an idle network, though not every way could be tried";

  /** A request that can never fit, and why. */
  public record Refused(int request, String reason) {}

  /** Copies the lists. */
  public BatchPlan {
    timesteps = List.copyOf(timesteps);
    refused = List.copyOf(refused);
  }

  /** Plans all requests and keeps every timestep. The same seed gives the same plan. */
  public static BatchPlan of(
      NetworkModel model, PlacementTemplate template, List<WriteRequest> requests, long seed) {
    List<Algorithm1.Schedule> timesteps = new ArrayList<>();
    List<Refused> refused = run(model, template, requests, seed, timesteps::add);
    return new BatchPlan(timesteps, refused);
  }

  /**
   * As {@link #of}, but hands each timestep on as soon as it is planned, so that a long plan needs
   * no more memory than a short one.
   *
   * @return the requests that can never fit
   */
  public static List<Refused> run(
      NetworkModel model,
      PlacementTemplate template,
      List<WriteRequest> requests,
      long seed,
      Consumer<Algorithm1.Schedule> timesteps) {
    SplittableRandom random = new SplittableRandom(seed);
    ResidualNetwork idle = new ResidualNetwork(model);
    int retries = retries(model);
    List<Refused> refused = new ArrayList<>();
    List<WriteRequest> waiting = judge(idle.copy(), template, requests, refused);
    while (!waiting.isEmpty()) {
      Algorithm1.Schedule schedule = Algorithm1.schedule(waiting, idle, template, random, retries);
      if (schedule.chunks().isEmpty()) {
        schedule = byDetours(waiting, schedule, idle, template);
      }
      if (schedule.chunks().isEmpty()) {
        waiting.forEach(request -> refused.add(new Refused(request.id(), NOT_FOUND)));
        break;
      }
      timesteps.accept(schedule);
      waiting = schedule.unscheduled().stream().map(Algorithm1.Unscheduled::request).toList();
    }
    return refused;
  }

  /**
   * Dead ends that a chunk may meet in a timestep before it is deferred: on a small network all
   * that there are, on a large one as many as cost about the same.
   */
  static int retries(NetworkModel model) {
    return Math.max(LEAST_RETRIES, Math.min(MOST_RETRIES, LOOKS / model.switches()));
  }

  private static List<WriteRequest> judge(
      ResidualNetwork idle,
      PlacementTemplate template,
      List<WriteRequest> requests,
      List<Refused> refused) {
    Feasibility feasibility = new Feasibility(idle);
    List<WriteRequest> feasible = new ArrayList<>();
    for (WriteRequest request : requests) {
      Optional<String> refusal = feasibility.refusal(request.demand(template));
      if (refusal.isPresent()) {
        refused.add(new Refused(request.id(), refusal.get()));
      } else if (request.chunks() > 0) {
        feasible.add(request);
      }
    }
    return feasible;
  }

  /** One chunk of the first request that fits over any path, where none fits over shortest ones. */
  private static Algorithm1.Schedule byDetours(
      List<WriteRequest> waiting,
      Algorithm1.Schedule nothing,
      ResidualNetwork idle,
      PlacementTemplate template) {
    ResidualNetwork residual = idle.copy();
    RouteSearch routes = new RouteSearch(residual);
    for (int i = 0; i < waiting.size(); i++) {
      WriteRequest request = waiting.get(i);
      Optional<Pipeline> pipeline = routes.plan(request.demand(template));
      if (pipeline.isPresent()) {
        pipeline.get().take(residual, 1);
        residual.commit();
        List<Algorithm1.Unscheduled> rest = new ArrayList<>(nothing.unscheduled());
        Algorithm1.Unscheduled before = rest.remove(i);
        if (request.chunks() > 1) {
          rest.add(i, new Algorithm1.Unscheduled(request.after(1), before.saturated()));
        }
        return new Algorithm1.Schedule(
            List.of(
                new Algorithm1.ScheduledChunk(
                    request.id(), request.written(), request.writer(), pipeline.get())),
            residual,
            rest);
      }
    }
    return nothing;
  }
}
