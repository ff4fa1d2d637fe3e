package org.peacescheduler.measure;

import org.peacescheduler.status.Text;

/** How many there are of something, for modules that know nothing of the scheduler. Stateless. */
public final class Count {
  private Count() {}

  /** As 1 datanode, 2 datanodes. */
  public static String of(long n, String one) {
    return Text.count(n, one);
  }
}
