package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * How many kinds of chunks of each user wait, whoever of them asks: only so many may ({@link
 * Bounds#MOST_KINDS}).
 *
 * <p>Chunks that want the same are planned as one. So what waits costs by how many things are
 * wanted, and each of a user's clients could want something of its own. A kind is all that a client
 * can choose and that changes the plan: how many replicas, where, and on which datanodes not. Hosts
 * do not count, since a user has only those that it has.
 *
 * <p>Example: a user's chunks exclude s1, or s2, or none: three kinds, from however many hosts.
 * Bound: {@value Bounds#MOST_KINDS} kinds of each user with chunks that wait. Cost: a look-up for
 * each class of chunks that begins to wait. Confined to the coordinator's lock.
 */
final class Kinds {
  /** What a client can choose. */
  record Choice(
      int replication, PlacementTemplate template, ChunkRequest.Restrictions restrictions) {
    static Choice of(ChunkRequest request) {
      return new Choice(request.replication(), request.template(), request.restrictions());
    }
  }

  /** Of which classes of a user's chunks wait. */
  static final class Kind {
    private final Optional<String> user;
    private final Choice choice;
    int classes;

    private Kind(Optional<String> user, Choice choice) {
      this.user = user;
      this.choice = choice;
    }
  }

  final Map<Optional<String>, Map<Choice, Kind>> ofUser = new HashMap<>();

  /** Whether a chunk is of a kind that waits already, or one kind more may wait. */
  boolean isRoomFor(ChunkRequest request) {
    Map<Choice, Kind> his = ofUser.get(request.origin().user());
    return his == null || his.size() < Bounds.MOST_KINDS || his.containsKey(Choice.of(request));
  }

  /** A class of chunks waits. */
  Kind add(ChunkRequest request) {
    Optional<String> user = request.origin().user();
    Kind kind =
        ofUser
            .computeIfAbsent(user, key -> new HashMap<>())
            .computeIfAbsent(Choice.of(request), choice -> new Kind(user, choice));
    kind.classes++;
    return kind;
  }

  /** A class of chunks waits no more. */
  void remove(Kind kind) {
    kind.classes--;
    if (kind.classes == 0) {
      Map<Choice, Kind> his = ofUser.get(kind.user);
      his.remove(kind.choice);
      if (his.isEmpty()) {
        ofUser.remove(kind.user);
      }
    }
  }
}
