package org.peacescheduler.coordinate.order;

import java.util.Optional;

/**
 * What tells a group from all others: its name, or else its writer, within a user's files of one
 * share. So nobody gets into a group of others, whatever he calls his own. Immutable.
 *
 * @param name empty for what is begun within a second in a directory, or else by a writer
 * @param writer the directory of its files, or else its host and client; empty if there is a name
 */
record GroupKey(Share share, Optional<String> user, Optional<String> name, String writer) {
  static GroupKey of(Groups.Origin origin) {
    String writer = origin.host() + '\t' + origin.client().orElse("");
    return of(origin, origin.name(), origin.directory().isEmpty() ? writer : origin.directory());
  }

  /** Instances of one series have names that differ in digits alone, or are of one host. */
  static GroupKey ofSeries(Groups.Origin origin) {
    String directory = Groups.seriesOf(origin.directory());
    return of(
        origin,
        origin.name().map(Groups::seriesOf),
        directory.isEmpty() ? origin.host() : directory);
  }

  /** Whether its files are told from others by their directory, or by the hash of its name. */
  boolean isOfDirectory() {
    return writer.startsWith("/") || writer.startsWith("#");
  }

  private static GroupKey of(Groups.Origin origin, Optional<String> name, String writer) {
    return new GroupKey(origin.share(), origin.user(), name, name.isPresent() ? "" : writer);
  }
}
