package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.batch.Algorithm1;
import org.peacescheduler.schedule.batch.BatchPlan;

/** A plan as a table for each timestep. */
final class TextPlan implements PlanPrinter {
  private static final String INDENT = "  ";
  private static final String MORE = "      ";

  private final NetworkModel model;
  private final PrintWriter out;
  private int timesteps;
  private long chunks;

  TextPlan(NetworkModel model, long seed, PrintWriter out) {
    this.model = model;
    this.out = out;
    out.println("Seed " + seed);
  }

  /** The full edges that bar a request, as operators know them. */
  static List<String> edges(NetworkModel model, Algorithm1.Unscheduled waiting) {
    return model.edgeNames(waiting.saturated().stream().mapToInt(Integer::intValue).toArray());
  }

  @Override
  public void timestep(Algorithm1.Schedule schedule) {
    int planned = schedule.chunks().size();
    int deferred = schedule.unscheduled().size();
    out.println();
    out.println(
        "Timestep %d: %s%s"
            .formatted(
                timesteps++,
                count(planned, "chunk"),
                deferred == 0 ? "" : ", " + count(deferred, "request") + " deferred"));
    chunks += planned;
    table(List.of("request", "chunk", "writer", "pipeline"), schedule.chunks(), this::row);
    if (deferred > 0) {
      table(List.of("deferred", "chunks", "blocked by"), schedule.unscheduled(), this::row);
    }
  }

  private List<String> row(Algorithm1.ScheduledChunk chunk) {
    return List.of(
        String.valueOf(chunk.request()),
        String.valueOf(chunk.chunk()),
        model.serverName(chunk.writer().server()),
        String.join(" -> ", chunk.pipeline().names(model)));
  }

  private List<String> row(Algorithm1.Unscheduled unscheduled) {
    return List.of(
        String.valueOf(unscheduled.request().id()),
        String.valueOf(unscheduled.request().chunks()),
        String.join(", ", edges(model, unscheduled)));
  }

  @Override
  public void refused(List<BatchPlan.Refused> refused) {
    for (BatchPlan.Refused refusal : refused) {
      out.println();
      out.println("Request " + refusal.request() + " is refused: " + refusal.reason() + ".");
    }
    out.println();
    out.println(
        "%s in %s; %s refused."
            .formatted(
                count(chunks, "chunk"),
                count(timesteps, "timestep"),
                count(refused.size(), "request")));
  }

  private static String count(long n, String one) {
    return String.format(Locale.ROOT, "%,d %s", n, n == 1 ? one : one + "s");
  }

  /**
   * Columns two spaces apart; numbers, which come first, are flush right. Each row is made twice,
   * since all rows of a timestep may be more than the memory holds.
   */
  private <T> void table(List<String> head, List<T> entries, Function<T, List<String>> row) {
    int[] width = new int[head.size()];
    widen(width, head);
    entries.forEach(entry -> widen(width, row.apply(entry)));
    line(width, head);
    entries.forEach(entry -> line(width, row.apply(entry)));
  }

  private static void widen(int[] width, List<String> row) {
    for (int c = 0; c < width.length; c++) {
      width[c] = Math.max(width[c], row.get(c).length());
    }
  }

  private void line(int[] width, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < width.length; c++) {
      String pad = " ".repeat(width[c] - row.get(c).length());
      line.append(INDENT).append(c < 2 ? pad + row.get(c) : row.get(c) + pad);
    }
    out.println(Wrapped.of(line.toString().stripTrailing(), MORE));
  }

  @Override
  public void close() {}
}
