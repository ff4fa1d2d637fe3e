package org.peacescheduler.schedule;

/**
 * The numbers by which Peace decides, each with what it stands for.
 *
 * <p>A NameNode has them as they are here. {@code ./peace simulate --vary} makes one after the
 * other smaller and larger, to see what depends on it. Numbers that only bound memory or work are
 * where they are used.
 */
public enum Constant {
  /** A chunk that takes so many times what its edges explain rests, or has a slow writer. */
  UNEXPLAINED(2.5, Kind.FACTOR, "times what explains a chunk's duration, until it is stalled"),

  /** An overdue lease is looked at each time that it has become so much older. */
  LOOK(1.25, Kind.FACTOR, "times older, until an overdue lease is looked at again"),

  /** What a hop takes where nobody knows (the paper, section 6.2: two fill a gigabit link). */
  FIRST_RATE(60e6, Kind.AMOUNT, "bytes per second of a stream of which nothing is known"),

  /**
   * What links carry for each byte of payload: headers, checksums, acknowledgements of what comes
   * the other way, and what is sent again; 1.085 was measured. The rest lets queues drain (decision
   * 14).
   */
  HEADROOM(1.13, Kind.FACTOR, "bytes on links for each byte of payload"),

  /** Less of a stream than this is no room for one. */
  PART_OF_A_STREAM(0.25, Kind.AMOUNT, "of a stream is left over at least, or is not used"),

  /** Turns stay while all get so much of what they get without. */
  TURNS_KEEP(0.8, Kind.FACTOR, "of what all get without turns, they get with them at least"),

  /** So many chunks at least are counted with turns, and without. */
  TRIAL_CHUNKS(8, Kind.COUNT, "chunks at least are counted with turns, and without"),

  /** Where turns do not pay they are tried after so many times the chunks at most. */
  TRIAL_PAUSE(64, Kind.COUNT, "times as many chunks at most, until turns are tried again"),

  /** Beyond this a duration is not noise: set-up, a pause, unequal shares of a link. */
  LATE(1.75, Kind.FACTOR, "times what explains a chunk's duration, until it is late"),

  /** What is seen moves an estimate by this factor at most, for one chunk may be an accident. */
  STEP(1.5, Kind.FACTOR, "times an estimate, to which one chunk moves it at most"),

  /** Measured rates that differ by less are the same. */
  NOISE(1.25, Kind.FACTOR, "times another rate, until a rate is another one"),

  /** No bandwidth in a file is taken to be wrong by more. */
  MOST_WRONG(2.5, Kind.FACTOR, "times what the file says, to which a link is raised at most"),

  /** What one chunk counts beside all that were seen before. */
  WEIGHT(0.25, Kind.AMOUNT, "of an estimate is what the last chunk says"),

  /**
   * So many in a row are no accident: chunks that are quicker than a file's bandwidth, slow writers
   * that are alike, late chunks over a server.
   */
  IN_A_ROW(4, Kind.COUNT, "chunks or writers in a row, until what they say is believed"),

  /**
   * For so many chunk times full links have to have carried less than this part of what they can,
   * before that is a standstill.
   */
  PATIENCE(
      5, Kind.FACTOR, "chunk times at less than 1 in so many of a link, until it stands still"),

  /** So many chunks follow each other at most to a link, so that a long file fills no server. */
  ROW(8, Kind.COUNT, "chunks follow each other over the same servers to a full link"),

  /** The same where the servers' own links are full. */
  ROW_OF_SERVERS(2, Kind.COUNT, "chunks follow each other where servers' own links are full"),

  /** A chunk that is not done after so many times what its bytes take is followed by none. */
  ROW_LATE(1.5, Kind.FACTOR, "times a chunk's expected duration, until none follows it"),

  /** With more parts throughput hardly grows, and every chunk takes longer. */
  TURNOVER_PARTS(4, Kind.COUNT, "parts of a stream at most where work keeps coming"),

  /** Nearly nobody waits if for so many chunks in flight there is but one. */
  TURNOVER_FEW(4, Kind.AMOUNT, "chunks in flight for each that waits, until nobody does"),

  /** So that a share uses all that it is due, some of its chunks wait beside those in flight. */
  SHARE_CHUNKS(1.5, Kind.FACTOR, "chunks of a share for each that it is due in flight"),

  /** What a chunk that is smaller than the largest of late says of the next ones. */
  FORGETTING(0.05, Kind.AMOUNT, "of what chunks are taken to have is what a smaller one says"),

  /** Of so many paths the least loaded is taken. */
  CHOICES(4, Kind.COUNT, "paths, of which the least loaded is taken"),

  /** So many dead ends a chunk are tried elsewhere. */
  RETRIES(32, Kind.COUNT, "dead ends of a chunk that are tried elsewhere"),

  /** What has no name belongs together if it begins within this time; the paper's request. */
  GATHERING(1_000, Kind.AMOUNT, "ms, within which what a client begins is one group"),

  /** An estimate that is exceeded by less is right: nobody knows sizes to the byte. */
  SLACK(1.25, Kind.FACTOR, "times its estimate, until a size is taken to be another one"),

  /** What a group's last instance counts beside all before it. */
  LAST_INSTANCE(0.5, Kind.AMOUNT, "of a group's expected size is what the last one had"),

  /** So many times the usual work count for what is usual. */
  MEMORY(16, Kind.AMOUNT, "usual groups' work is what counts for what is usual"),

  /** A burst that is planned to take so much of what all chunks at once take is no later. */
  NO_LATER(0.94, Kind.FACTOR, "of all at once is no later, with whole streams"),

  /** More parts make each writer wait longer, so rather than still more it is a little later. */
  HARDLY_LATER(0.975, Kind.FACTOR, "of all at once is no later, with parts of streams"),

  /**
   * What is left over of a server's bandwidth is no reason to divide if so much of it is whole
   * streams: all at once, servers have more than their share, too.
   */
  WHOLE_ENOUGH(0.75, Kind.FACTOR, "of a server's link is whole streams, or it is divided"),

  /** The same of links between switches, which all chunks share, so that nothing is left over. */
  WHOLE_LINK(0.9, Kind.FACTOR, "of a link between switches is whole streams, or it is divided"),

  /** Of parts that are all too slow, the fewest that are as good as any. */
  AS_GOOD(1.01, Kind.FACTOR, "times the best division's time is as good"),

  /**
   * What a full link between switches takes all at once beside what its bytes take, since streams
   * of many servers meet in its queue; measured, 1.25.
   */
  SHARED(1.15, Kind.FACTOR, "times its bytes' time, a link between switches takes all at once"),

  /** More chunks at a time on a server's link are not made of fewer. */
  PARTS(8, Kind.COUNT, "chunks at a time on a server's link, at most");

  /** How a constant is varied. */
  private enum Kind {
    /** 1 stands for nothing: its distance from 1 grows, as a power. */
    FACTOR,

    /** 0 stands for nothing. */
    AMOUNT,

    /** The same, and it is a whole number. */
    COUNT
  }

  private final double standard;
  private final Kind kind;
  private final String text;

  Constant(double standard, Kind kind, String text) {
    this.standard = standard;
    this.kind = kind;
    this.text = text;
  }

  /** What it is on a NameNode. */
  public double standard() {
    return standard;
  }

  /**
   * More of what it stands for, or less.
   *
   * @param times more than 1 for more; an amount is multiplied by it, a factor gets it as exponent
   */
  public double varied(double times) {
    return switch (kind) {
      case FACTOR -> Math.pow(standard, times);
      case AMOUNT -> standard * times;
      case COUNT -> Math.rint(standard * times);
    };
  }

  /** What it counts, in a few words that follow the number. */
  public String text() {
    return text;
  }
}
