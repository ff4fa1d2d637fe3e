package org.peacescheduler.status;

import java.util.Optional;

/**
 * Who looks: a superuser sees all, anybody else paths and groups of his own only.
 *
 * <p>Example: ann sees {@code /ann/a}, and of bob's chunk that it is bob's and where it goes.
 * Immutable.
 *
 * @param user his name; empty for a superuser
 */
public record Viewer(Optional<String> user) {
  /** Who may see all. */
  public static final Viewer SUPERUSER = new Viewer(Optional.empty());

  /** Whether he may see paths of a user. */
  public boolean maySee(String owner) {
    return user.isEmpty() || user.get().equals(owner);
  }
}
