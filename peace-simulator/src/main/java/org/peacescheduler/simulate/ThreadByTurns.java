package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * A thread that writes several files by turns: each open one gets a buffer, then the next one.
 *
 * <p>Where a file needs a chunk the thread stands still until it has one: the other files get
 * nothing meanwhile, though they have chunks, and these hold their places.
 *
 * <p>One simulation's.
 */
final class ThreadByTurns {
  private final Cluster cluster;
  private final List<Turn> turns = new ArrayList<>();
  private final Runnable ended;
  private int at;
  private int open;

  ThreadByTurns(Cluster cluster, List<OpenFile> files, Runnable ended) {
    this.cluster = cluster;
    this.ended = ended;
    this.open = files.size();
    files.forEach(file -> turns.add(new Turn(file)));
  }

  /** The next file that has anything left gets a buffer. */
  void goOn() {
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(at);
      if (turn.chunk != null || turn.file.hasMore()) {
        turn.take();
        return;
      }
      at = (at + 1) % turns.size();
    }
  }

  /** One of the files. */
  private final class Turn implements Cluster.Progress {
    private final OpenFile file;

    /** What its buffers go to. */
    private Transfer chunk;

    /** Whether its last chunk is not on all datanodes. */
    private boolean isEnding;

    private boolean waits;

    Turn(OpenFile file) {
      this.file = file;
    }

    void take() {
      if (chunk != null) {
        cluster.give(chunk, Math.min(file.group.turn(), chunk.missing()));
      } else if (isEnding) {
        waits = true;
      } else {
        cluster.ask(file, this);
      }
    }

    @Override
    public void ready(Transfer transfer) {
      if (file.group.flushed()) {
        cluster.flush(file);
      }
      chunk = transfer;
      take();
    }

    @Override
    public void sent() {
      if (chunk.missing() <= 0) {
        chunk = null;
        isEnding = true;
      }
      at = (at + 1) % turns.size();
      goOn();
    }

    @Override
    public void written() {
      isEnding = false;
      if (waits) {
        waits = false;
        cluster.next(file, this::take);
      } else if (!file.hasMore()) {
        open--;
        if (open == 0) {
          ended.run();
        }
      }
    }
  }
}
