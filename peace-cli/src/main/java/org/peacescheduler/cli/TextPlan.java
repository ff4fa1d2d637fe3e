package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.Algorithm1;
import org.peacescheduler.schedule.BatchPlan;

/** A plan as a table for each timestep. */
final class TextPlan implements PlanPrinter {
  private static final String INDENT = "  ";

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
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"request", "chunk", "writer", "pipeline"});
    for (Algorithm1.ScheduledChunk chunk : schedule.chunks()) {
      rows.add(
          new String[] {
            String.valueOf(chunk.request()),
            String.valueOf(chunk.chunk()),
            model.serverName(chunk.writer().server()),
            String.join(" -> ", chunk.pipeline().names(model))
          });
    }
    table(rows);
    if (deferred > 0) {
      table(waiting(schedule));
    }
  }

  private List<String[]> waiting(Algorithm1.Schedule schedule) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"deferred", "chunks", "blocked by"});
    for (Algorithm1.Unscheduled unscheduled : schedule.unscheduled()) {
      rows.add(
          new String[] {
            String.valueOf(unscheduled.request().id()),
            String.valueOf(unscheduled.request().chunks()),
            String.join(", ", edges(model, unscheduled))
          });
    }
    return rows;
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

  /** Columns two spaces apart; numbers, which come first, are flush right. */
  private void table(List<String[]> rows) {
    int columns = rows.get(0).length;
    int[] width = new int[columns];
    for (String[] row : rows) {
      for (int c = 0; c < columns; c++) {
        width[c] = Math.max(width[c], row[c].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String pad = " ".repeat(width[c] - row[c].length());
        line.append(INDENT).append(c < 2 ? pad + row[c] : row[c] + pad);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  @Override
  public void close() {}
}
