package org.peacescheduler.simulate;

/** A thread that writes one file; it has all the file's bytes at hand. One simulation's. */
final class ThreadOfOneFile implements Cluster.Progress {
  private final Cluster cluster;
  private final OpenFile file;
  private final Runnable ended;

  ThreadOfOneFile(Cluster cluster, OpenFile file, Runnable ended) {
    this.cluster = cluster;
    this.file = file;
    this.ended = ended;
  }

  /** The file asks for a chunk. */
  void goOn() {
    cluster.ask(file, this);
  }

  @Override
  public void ready(Transfer transfer) {
    if (file.group.flushed()) {
      cluster.flush(file);
    }
    if (!file.group.isIdle()) {
      cluster.give(transfer, transfer.missing());
    }
  }

  @Override
  public void written() {
    if (file.hasMore()) {
      cluster.next(file, this::goOn);
    } else {
      ended.run();
    }
  }
}
