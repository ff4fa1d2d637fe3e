package org.peacescheduler.coordinate.order;

import java.util.Optional;

/** Files of nobody in particular, told from others by their host alone. */
final class Nameless {
  private Nameless() {}

  static Groups.Origin on(String host) {
    return new Groups.Origin(
        Share.ofUser(Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        host,
        Optional.empty(),
        "");
  }
}
