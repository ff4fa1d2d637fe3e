package org.peacescheduler.coordinate.order;

import java.util.Optional;

/**
 * Who a chunk's part of the network belongs to: the paths that an operator names, whoever writes
 * there, or else its user. Writers whose user is not known are one user. Immutable.
 *
 * @param paths the operator's pattern; empty for a user
 * @param user empty for paths, or if the user is not known
 */
public record Share(Optional<String> paths, Optional<String> user) {
  /** Of the paths of a pattern. */
  public static Share ofPaths(String pattern) {
    return new Share(Optional.of(pattern), Optional.empty());
  }

  /** Of a user. */
  public static Share ofUser(String user) {
    return ofUser(Optional.of(user));
  }

  /** Of a user, who may not be known. */
  public static Share ofUser(Optional<String> user) {
    return new Share(Optional.empty(), user);
  }

  @Override
  public String toString() {
    return paths.orElseGet(() -> user.orElse("unknown user"));
  }
}
