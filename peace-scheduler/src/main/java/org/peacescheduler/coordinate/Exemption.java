package org.peacescheduler.coordinate;

/** Why a chunk goes at once, or as stock HDFS places it, though its links may be full. */
public enum Exemption {
  /** All that waits or is in flight comes from the writer's own host: it would wait for itself. */
  ALONE("alone"),
  /** Its writer has turned out to be slow by itself. */
  SLOW("slow"),
  /** The first writers of its job, or of its user, have turned out to be slow. */
  SLOW_KIN("slow-kin"),
  /** It is a log's: its client flushes it before it is full. */
  LOG("log"),
  /** What it waited for did not move. */
  STANDSTILL("standstill"),
  /** Most of what its links carry is of chunks that Peace does not schedule. */
  UNSCHEDULED("unscheduled"),
  /** Nobody has stated what links carry, and turns have not been seen to pay. */
  TRIAL("trial"),
  /** Nobody has stated what links carry, and its client's other files may wait for it. */
  TOGETHER("together"),
  /** The operator has Peace schedule other paths, or all but this one. */
  EXCLUDED_PATH("excluded-path"),
  /** A superuser's client has named datanodes, as to measure links. */
  FAVORED_NODES("favored-nodes"),
  /** Peace plans and measures; the stock policy places. */
  SHADOW("shadow");

  private final String text;

  Exemption(String text) {
    this.text = text;
  }

  /** As it stands in metrics and in the trace. */
  public String text() {
    return text;
  }
}
