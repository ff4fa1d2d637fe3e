package org.peacescheduler.coordinate.order;

import java.util.Optional;

/**
 * What tells a group from all others: its name, or else its writer, within a user's files of one
 * share. So nobody gets into a group of others, whatever he calls his own. Immutable.
 *
 * @param name empty for what a writer begins within a second
 * @param writer its host and client; empty if there is a name
 */
record GroupKey(Share share, Optional<String> user, Optional<String> name, String writer) {
  static GroupKey of(Groups.Origin origin) {
    String writer = origin.host() + '\t' + origin.client().orElse("");
    return new GroupKey(
        origin.share(), origin.user(), origin.name(), origin.name().isPresent() ? "" : writer);
  }

  /** Instances of one series have names that differ in digits alone, or are of one host. */
  static GroupKey ofSeries(Groups.Origin origin) {
    return new GroupKey(
        origin.share(),
        origin.user(),
        origin.name().map(Groups::seriesOf),
        origin.name().isPresent() ? "" : origin.host());
  }
}
