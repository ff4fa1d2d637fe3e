package org.peacescheduler.simulate;

/** What writers see of a simulated HDFS. */
interface Cluster {
  /** Does this so many seconds from now. */
  void in(double seconds, Runnable what);

  /** Does this when a file whose chunk was written asks for its next one. */
  void next(OpenFile file, Runnable what);

  /** What becomes of a chunk. */
  interface Progress {
    /** It can be written to. */
    void ready(Transfer transfer);

    /** All that was given has left the writer. */
    default void sent() {}

    /** All datanodes have it, and the writer knows. */
    void written();
  }

  /** Asks for a file's next chunk. */
  void ask(OpenFile file, Progress progress);

  /** A file's client flushes what it has written of its chunk. */
  void flush(OpenFile file);

  /** A chunk gets so many bytes more. */
  void give(Transfer transfer, double bytes);
}
