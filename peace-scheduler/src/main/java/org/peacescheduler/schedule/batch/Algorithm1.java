package org.peacescheduler.schedule.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.PlanResult;
import org.peacescheduler.schedule.Writer;

/**
 * Algorithm 1 of the SGuard paper (VLDB 2008, section 5) as a function (W, G, C) → (P, G, W').
 *
 * <p>Requests in order; the chunks of each one after the other; a chunk gets all its replicas in
 * this timestep or none, and a request whose next chunk does not fit goes to W' with the chunks it
 * still has. Those behind it may go.
 *
 * <p>Example: the paper's figure 5, all capacities 1, {@code same-rack, other-rack}; W is one chunk
 * with 2 replicas from svr1.1 and one from svr2.1. P is svr1.2, svr2.2 (where the random choice
 * falls on svr2.2); W' is the request of svr2.1, blocked by tor2->svr2.2.
 *
 * <p>Cost: one copy of G a call, then one shortest path a replica. Pure but for the random source,
 * which the caller seeds.
 */
public final class Algorithm1 {
  /** How many full edges an {@link Unscheduled} names at most; of thousands nobody reads all. */
  public static final int NAMED_EDGES = 16;

  private Algorithm1() {}

  /**
   * A chunk of P.
   *
   * @param request the request's id
   * @param chunk the chunk's number in its request, from 0
   */
  public record ScheduledChunk(int request, int chunk, Writer writer, Pipeline pipeline) {}

  /**
   * A request of W'.
   *
   * @param request what is left of it
   * @param saturated the full edges that bar its next chunk, {@value #NAMED_EDGES} at most
   */
  public record Unscheduled(WriteRequest request, List<Integer> saturated) {
    /** Copies the edges. */
    public Unscheduled {
      saturated = List.copyOf(saturated);
    }
  }

  /**
   * What a timestep does.
   *
   * @param chunks P
   * @param residual G after P
   * @param unscheduled W'
   */
  public record Schedule(
      List<ScheduledChunk> chunks, ResidualNetwork residual, List<Unscheduled> unscheduled) {
    /** Copies the lists. */
    public Schedule {
      chunks = List.copyOf(chunks);
      unscheduled = List.copyOf(unscheduled);
    }
  }

  /**
   * Schedules one timestep.
   *
   * @param requests W, in order
   * @param network G; it stays as it is
   * @param template C
   * @param retries dead ends a chunk may meet; 0 is the paper, see {@link PipelinePlanner}
   */
  public static Schedule schedule(
      List<WriteRequest> requests,
      ResidualNetwork network,
      PlacementTemplate template,
      SplittableRandom random,
      int retries) {
    ResidualNetwork residual = network.copy();
    PipelinePlanner planner = new PipelinePlanner(residual, random, retries);
    List<ScheduledChunk> plan = new ArrayList<>();
    List<Unscheduled> unscheduled = new ArrayList<>();
    for (WriteRequest request : requests) {
      PipelineDemand demand = request.demand(template);
      int scheduled = 0;
      while (scheduled < request.chunks()) {
        PlanResult result = planner.plan(demand, NAMED_EDGES);
        if (!(result instanceof PlanResult.Planned planned)) {
          List<Integer> saturated =
              result instanceof PlanResult.Blocked blocked ? blocked.saturated() : List.of();
          unscheduled.add(new Unscheduled(request.after(scheduled), saturated));
          break;
        }
        planned.pipeline().take(residual, demand.load());
        residual.commit();
        plan.add(
            new ScheduledChunk(
                request.id(), request.written() + scheduled, request.writer(), planned.pipeline()));
        scheduled++;
      }
    }
    return new Schedule(plan, residual, unscheduled);
  }
}
