package org.peacescheduler.hdfs.binding;

import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.waiting.Wait;

/**
 * One run of a call that asks for a file's next chunk, and its wait, which later runs of the call
 * go on with. Thread-safe.
 */
public final class Ask {
  private final Asked asked;
  private final Wait held;
  private volatile boolean isParked;

  /**
   * A run of a call.
   *
   * @param asked what its client asks with; a call that is no client's has file 0
   */
  public Ask(Asked asked, Wait held) {
    this.asked = asked;
    this.held = held;
  }

  /** The file's id; 0 if it is not known. */
  public long file() {
    return asked.fileId();
  }

  /** The id of the file's last block as its client knows it; 0 if there is none. */
  public long previousBlock() {
    return asked.previousBlock();
  }

  /** Its wait. */
  public Wait held() {
    return held;
  }

  /** The ticket of its chunk; waits while that is submitted. */
  public synchronized Ticket ticket() {
    return held.ticket();
  }

  /** Whether this run ends so that the call can wait; a later run has an ask of its own. */
  public boolean isParked() {
    return isParked;
  }

  /** This run is about to end so. */
  public void park() {
    isParked = true;
  }

  /** Whether another one asks for the same chunk, since its answer got lost. */
  boolean isRepeatedBy(Ask other) {
    return ticket() != null
        && asked.previousBlock() == other.asked.previousBlock()
        && asked.clientName().equals(other.asked.clientName());
  }
}
