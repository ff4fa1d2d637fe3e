package org.peacescheduler.coordinate;

/** Why the stock policy places a chunk that Peace would have scheduled. */
public enum FallbackReason {
  /** The deferral ran out. */
  DEFERRAL_MAX("deferral-max"),
  /** It could never fit, even on an idle network. */
  IMPOSSIBLE("impossible"),
  /** Its call cannot wait without a handler: its port does not allow it. */
  NO_HANDLER("no-handler"),
  /** As many chunks as may wait did, of all users or of its own, or as much of their requests. */
  CROWDED("crowded"),
  /** Its client has named datanodes. */
  FAVORED_NODES("favored-nodes"),
  /** More replicas, or more excluded nodes, than are planned. */
  TOO_LARGE("too-large"),
  /** Its user has as many kinds of chunks that wait as may. */
  TOO_DIVERSE("too-diverse"),
  /** HDFS refused the planned datanodes, one after the other, or too many of them to plan on. */
  INVALID_TARGETS("invalid-targets"),
  /**
   * Its client could not write to the datanodes it had; it has few attempts, and the next are stock
   * HDFS's.
   */
  PIPELINE_FAILED("pipeline-failed"),
  /** The scheduler stops. */
  STOPPED("stopped"),
  /** The scheduler failed; the log has the error. */
  ERROR("error");

  private final String text;

  FallbackReason(String text) {
    this.text = text;
  }

  /** As it stands in metrics and in the trace. */
  public String text() {
    return text;
  }
}
