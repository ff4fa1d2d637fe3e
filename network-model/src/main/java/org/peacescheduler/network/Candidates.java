package org.peacescheduler.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.peacescheduler.network.topology.Constraint;

/**
 * Which servers may take the next replica of a chunk: the paper's {@code create_constraint(C, p,
 * r')}.
 *
 * <p>A constraint is relative to the node that sends to the replica; a datanode holds at most one
 * replica of a chunk, and the writer is its own target only under {@code local}. Example: writer
 * svr1.1, first replica on svr1.2, constraint {@code other-rack}: every server outside svr1.2's
 * rack.
 *
 * <p>One instance is reused for all replicas of all chunks, so that planning allocates nothing.
 * Confined to its owner's lock.
 */
public final class Candidates {
  private static final int NONE = -1;

  private final NetworkModel model;
  private int writer = NONE;
  private int avoidedRack = NONE;
  private int mostInRack;
  private int rackLimit;
  private BitSet excluded = new BitSet();
  private int[] chosen = new int[8];
  private int chosenCount;
  private final List<DeadEnds> levels = new ArrayList<>();
  private int level = NONE;
  private Constraint constraint = Constraint.ANY;
  private boolean sendsOn = true;
  private ResidualNetwork residual;
  private int sender = NONE;
  private int senderRack = NONE;

  /** Candidates among the servers of a model; call {@link #start} before use. */
  public Candidates(NetworkModel model) {
    this.model = model;
  }

  /**
   * Starts a chunk.
   *
   * @param writerServer the writer, or -1 if it is no server of the model
   * @param writerRack the writer's rack, or -1 if it has none: then constraints relative to it
   *     allow any server
   * @param avoided a rack that takes no replica, or -1
   * @param notThese servers that take no replica
   * @param most how many replicas a rack takes at most under {@code spread over racks}
   */
  public void start(int writerServer, int writerRack, int avoided, BitSet notThese, int most) {
    writer = writerServer;
    avoidedRack = avoided;
    excluded = notThese;
    mostInRack = most;
    rackLimit = Integer.MAX_VALUE;
    chosenCount = 0;
    while (level >= 0) {
      closeLevel(level);
    }
    sender = writerServer;
    senderRack = writerRack;
  }

  /** Lets no rack take more replicas of this chunk, under whatever constraint. */
  public void limitRacks(int most) {
    rackLimit = most;
  }

  /** Sets the constraint of the next replica. */
  public void constrain(Constraint next) {
    constraint = next;
  }

  /** Says whether the next replica sends to a further one; of equal servers, that is a choice. */
  public void sendsOn(boolean on) {
    sendsOn = on;
  }

  boolean sendsOn() {
    return sendsOn;
  }

  /** Adds the replica that was found; it sends to the next one. */
  public void push(int server) {
    if (chosenCount == chosen.length) {
      chosen = Arrays.copyOf(chosen, 2 * chosenCount);
    }
    chosen[chosenCount++] = server;
    sender = server;
    senderRack = model.rackOf(server);
  }

  /** Removes the last replica; {@code previousRack} is the rack of its sender. */
  public void pop(int previousSender, int previousRack) {
    chosenCount--;
    sender = previousSender;
    senderRack = previousRack;
  }

  /** The replicas chosen so far. */
  public int[] chosen() {
    return Arrays.copyOf(chosen, chosenCount);
  }

  /** The server that sends to the next replica; -1 if it is no server of the model. */
  public int sender() {
    return sender;
  }

  /** Starts the search for one replica; servers ruled out for earlier ones are in again. */
  public int openLevel() {
    level++;
    if (level == levels.size()) {
      levels.add(new DeadEnds());
    }
    return level;
  }

  /** Ends what {@link #openLevel} started; {@code opened} is what it returned. */
  public void closeLevel(int opened) {
    levels.get(opened).clear();
    level = opened - 1;
  }

  /** Rules a server out for the replica that is searched now: it turned out to be a dead end. */
  public void bar(int server) {
    levels.get(level).servers.set(server);
  }

  /** Rules out every server that shares switch and rack with this one, as {@link #bar} does. */
  public void barAlike(int server) {
    levels.get(level).kinds.set(model.kindOf(server));
  }

  /** Rules out, of the servers that share switch and rack with this one, those that cannot send. */
  public void barAlikeUnableToSend(int server, ResidualNetwork now) {
    residual = now;
    levels.get(level).kindsUnableToSend.set(model.kindOf(server));
  }

  int senderRack() {
    return senderRack;
  }

  /** The constraint of the next replica. */
  public Constraint constraint() {
    return constraint;
  }

  /** Whether a server may take the next replica, be it full or not. */
  public boolean accepts(int server) {
    if (constraint == Constraint.LOCAL) {
      return server == writer
          && chosenCount == 0
          && model.rackOf(server) != avoidedRack
          && !excluded.get(server)
          && !isDeadEnd(server);
    }
    return acceptsRack(model.rackOf(server)) && !isBarred(server);
  }

  boolean acceptsRack(int rack) {
    if (rack == avoidedRack || (chosenCount >= rackLimit && replicasIn(rack) >= rackLimit)) {
      return false;
    }
    return switch (constraint) {
      case LOCAL, SAME_RACK -> rack == senderRack || senderRack == NONE;
      case OTHER_RACK -> rack != senderRack;
      case NEW_RACK -> replicasIn(rack) == 0;
      case ANY -> true;
      case SPREAD -> replicasIn(rack) < mostInRack;
    };
  }

  private int replicasIn(int rack) {
    int replicas = 0;
    for (int i = 0; i < chosenCount; i++) {
      replicas += model.rackOf(chosen[i]) == rack ? 1 : 0;
    }
    return replicas;
  }

  private boolean isBarred(int server) {
    if (server == writer || excluded.get(server)) {
      return true;
    }
    for (int i = 0; i < chosenCount; i++) {
      if (chosen[i] == server) {
        return true;
      }
    }
    return isDeadEnd(server);
  }

  private boolean isDeadEnd(int server) {
    if (level < 0) {
      return false;
    }
    DeadEnds deadEnds = levels.get(level);
    int kind = model.kindOf(server);
    return deadEnds.servers.get(server)
        || deadEnds.kinds.get(kind)
        || (deadEnds.kindsUnableToSend.get(kind) && residual.left(model.up(server)) <= 0);
  }

  /** Whether a server of a switch may take the next replica, as far as the switch alone says. */
  boolean acceptsOn(int sw) {
    int[] servers = model.serversOn(sw);
    return model.isMixed(sw)
        || servers.length == 0
        || (acceptsRack(model.rackOfSwitch(sw))
            && (level < 0 || !levels.get(level).kinds.get(model.kindOf(servers[0]))));
  }

  /** What was ruled out for one replica. */
  private static final class DeadEnds {
    final BitSet servers = new BitSet();
    final BitSet kinds = new BitSet();
    final BitSet kindsUnableToSend = new BitSet();

    void clear() {
      servers.clear();
      kinds.clear();
      kindsUnableToSend.clear();
    }
  }

  /**
   * Whether any present server may take the next replica, be it full or not. Cost: the excluded and
   * chosen servers, and the racks where a rack is avoided or replicas want new racks.
   */
  public boolean exist(ResidualNetwork residual) {
    if (constraint == Constraint.LOCAL) {
      return writer != NONE && residual.isPresent(writer) && accepts(writer);
    }
    int count = presentInAcceptedRacks(residual);
    for (int s = excluded.nextSetBit(0); s >= 0; s = excluded.nextSetBit(s + 1)) {
      count -= countsAsPresent(s, residual);
    }
    if (writer != NONE && !excluded.get(writer)) {
      count -= countsAsPresent(writer, residual);
    }
    for (int i = 0; i < chosenCount; i++) {
      if (chosen[i] != writer && !excluded.get(chosen[i])) {
        count -= countsAsPresent(chosen[i], residual);
      }
    }
    return count > 0;
  }

  private int countsAsPresent(int server, ResidualNetwork residual) {
    return residual.isPresent(server) && acceptsRack(model.rackOf(server)) ? 1 : 0;
  }

  private int presentInAcceptedRacks(ResidualNetwork residual) {
    boolean isAnyRackFull = chosenCount >= rackLimit;
    if (isAnyRackFull) {
      return presentInEachAcceptedRack(residual);
    }
    if (avoidedRack == NONE && (senderRack == NONE || constraint == Constraint.ANY)) {
      if (constraint != Constraint.NEW_RACK) {
        return residual.presentServers();
      }
    } else if (avoidedRack == NONE && constraint == Constraint.SAME_RACK) {
      return residual.presentInRack(senderRack);
    } else if (avoidedRack == NONE && constraint == Constraint.OTHER_RACK) {
      return residual.presentServers() - residual.presentInRack(senderRack);
    }
    return presentInEachAcceptedRack(residual);
  }

  private int presentInEachAcceptedRack(ResidualNetwork residual) {
    int count = 0;
    for (int rack = 0; rack < model.racks(); rack++) {
      count += acceptsRack(rack) ? residual.presentInRack(rack) : 0;
    }
    return count;
  }
}
