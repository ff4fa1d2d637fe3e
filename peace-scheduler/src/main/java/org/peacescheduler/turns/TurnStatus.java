package org.peacescheduler.turns;

import java.util.List;
import java.util.OptionalLong;

/**
 * What is to be said of a request. Immutable.
 *
 * @param wish what was asked
 * @param state how far it is
 * @param bytes as confirmed, or as asked for
 * @param reason why it ended; empty if it has not
 * @param again whether it ended for no reason of its own, and is to be submitted again
 * @param position of those that wait, from 1, oldest first; 0 if it does not wait
 * @param blockedBy links that are full, or what else it waits for
 * @param expectedMillis until its turn, if that can be said
 * @param firstMillis when it was asked for first, by this NameNode's clock
 * @param ageMillis since it was submitted, with what it had waited before
 */
public record TurnStatus(
    Wish wish,
    TurnState state,
    long bytes,
    String reason,
    boolean again,
    int position,
    List<String> blockedBy,
    OptionalLong expectedMillis,
    long firstMillis,
    long ageMillis) {}
