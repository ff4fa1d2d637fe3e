package org.peacescheduler.testbed;

import java.util.List;
import org.peacescheduler.laboratory.workload.FileTimes;

/**
 * What a host's process answers, one JSON line on its standard output. Immutable.
 *
 * @param failure why the whole order failed; empty if it did not
 * @param files one for each file of the order, in its order
 */
record WriteReply(String failure, List<FileTimes> files) {

  WriteReply {
    files = List.copyOf(files);
  }
}
