package org.peacescheduler.schedule.batch;

import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Writer;

/**
 * A write request (w, r, k) of the paper.
 *
 * @param id the caller's number for it
 * @param writer w
 * @param replication r, at least 1
 * @param chunks k, how many chunks are still to be written, at least 0
 * @param written how many were scheduled before; the next chunk has this number
 */
public record WriteRequest(int id, Writer writer, int replication, int chunks, int written) {
  /** Refuses a replication below 1 and negative counts. */
  public WriteRequest {
    if (replication < 1 || chunks < 0 || written < 0) {
      throw new IllegalArgumentException(
          "replication %d, chunks %d, written %d".formatted(replication, chunks, written));
    }
  }

  /** What each of its chunks asks of its pipeline. */
  PipelineDemand demand(PlacementTemplate template) {
    return new PipelineDemand(writer, replication, template);
  }

  /** The same request after {@code more} further chunks were scheduled. */
  WriteRequest after(int more) {
    return new WriteRequest(id, writer, replication, chunks - more, written + more);
  }
}
