package org.peacescheduler.simulate;

import java.util.List;

/** Shows figures as they come. */
interface ResultPrinter extends AutoCloseable {
  /** The scenarios that come are of this folder. */
  void folder(String name);

  /** A scenario's figures, burst by burst. */
  void scenario(Scenario scenario, List<Comparison> bursts);

  /** No more scenarios come of this folder. */
  void folderEnds();

  @Override
  void close();
}
