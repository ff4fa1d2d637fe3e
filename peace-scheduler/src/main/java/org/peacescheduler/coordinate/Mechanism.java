package org.peacescheduler.coordinate;

/**
 * What the coordinator does besides planning a chunk where something is left of every edge.
 *
 * <p>A NameNode does all of it. {@code ./peace simulate --ablate} leaves out one after the other,
 * to see what each is worth.
 */
public enum Mechanism {
  /** A lease that is not done when its bytes have had their time counts less and less. */
  OVERDUE("overdue leases count less"),

  /** A lease that does not move counts nothing, and its writer as slow. */
  STALLED("stalled leases count nothing"),

  /** An overdue lease that its client has flushed is a log's, and counts nothing. */
  LOGS("logs count nothing"),

  /** Turns are taken while all get as much with them as without. */
  ADMISSION_TRIAL("turns are compared with none"),

  /** A replica that is there frees its hop and those before it. */
  HOP_BY_HOP("links come back hop by hop"),

  /** A writer that is slow by itself does not wait. */
  SLOW_WRITERS("slow writers do not wait"),

  /** Who was slow in one file is taken to be slow in the next. */
  REMEMBERED_WRITERS("slow writers are remembered"),

  /** Where all newcomers turn out to be slow, the next ones are taken to be. */
  SLOW_KIN("newcomers are as slow as those before them"),

  /** A writer that is alone on the cluster does not wait. */
  LONE_WRITER("a lone writer does not wait"),

  /**
   * Where no rate is stated, a client's files go together until they are seen to be independent.
   */
  TOGETHER("a client's files go together"),

  /** If the full links that bar a chunk carry next to nothing for a few chunk times, it goes. */
  STANDSTILL("a standstill ends waits"),

  /** Where most of what the links carry is not scheduled, nobody waits for it. */
  UNSCHEDULED("nobody waits for unscheduled chunks"),

  /** A chunk that is let in over full edges counts with its share of them. */
  SHARED_EDGES("chunks over full links count with their share"),

  /** What edges carry is corrected by what is seen. */
  LINK_RATES("links' rates are learnt"),

  /** A server whose chunks are all late counts with less than others. */
  SLOW_SERVERS("slow servers count with less"),

  /** A full edge that may carry more than is thought is tried with a stream more. */
  TRIED_LINKS("full links are tried with more"),

  /** A file's bandwidths that were raised come back to what the file says. */
  RAISES_TAKEN_BACK("raised bandwidths are taken back"),

  /** A stream that is faster than was thought is believed. */
  STREAM_RATE("a stream's rate is learnt"),

  /** Links are taken to carry less than their bandwidth, so that queues drain. */
  HEADROOM("links keep headroom"),

  /** What is left over of whole streams is not used if it is little. */
  LEFT_OVER("little that is left over is not used"),

  /** Chunks of a writer follow each other over the same servers. */
  ROWS("chunks of a writer follow each other"),

  /** Of a few paths the least loaded is taken. */
  CHOICES("the least loaded of a few paths"),

  /** Servers that are idle both ways are spared for replicas that are sent on. */
  SPARED_SERVERS("idle servers are spared"),

  /** A replica's dead end is tried elsewhere at once. */
  RETRIES("dead ends are tried elsewhere"),

  /** Where work keeps coming, more streams share a link. */
  TURNOVER("more streams where work keeps coming"),

  /**
   * In small clusters streams are divided, so that pipelines fill the links. That is done to the
   * topology, before the coordinator has it.
   */
  SMALL_CLUSTERS("streams are divided in small clusters");

  private final String text;

  Mechanism(String text) {
    this.text = text;
  }

  /** What it is, in a few words. */
  public String text() {
    return text;
  }
}
