package org.peacescheduler.network;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The capacities left (the paper's G), with transactions.
 *
 * <p>Goals, in order: never lose a unit; cost of a try, a commit or a roll back is that of the
 * path, not of the graph; an index of the servers that can take a replica now, so that a search
 * need not look at full ones.
 *
 * <p>The unit is the owner's: Algorithm 1 counts chunks per timestep, the coordinator bytes per
 * second. Example: {@code int mark = residual.mark(); residual.take(e, 1); residual.rollBack(mark)}
 * leaves everything as it was.
 *
 * <p>An edge is full when nothing is left of it. What is left can be less than nothing: a chunk
 * takes what it needs wherever anything is left, and load is put on the network that nobody planned
 * (a stock placement, a topology reloaded with smaller links).
 *
 * <p>Cost: {@code take} and {@code give} are O(1), and O(log s) for s switches of a kind when an
 * edge becomes full or free. Confined to its owner's lock.
 */
public final class ResidualNetwork {
  private final NetworkModel model;
  private final SwitchDistances distances;
  private final int servers;
  private final long[] capacity;
  private final long[] left;
  private final boolean[] present;
  private final int[] presentInRack;
  private int presentServers;
  private int presentRacks;

  /** Servers grouped by switch; on each switch the ones with room come first. */
  private final int[] slots;

  private final int[] slotOf;
  private final int[] firstSlot;
  private final int[] roomy;
  private final int[] freeLinksIn;
  private final int[] freeLinksOut;
  private final FenwickTree[] roomyReachable;
  private final FenwickTree roomyAnywhere;

  private int[] journal = new int[64];
  private long[] journaledAmounts = new long[64];
  private int journaled;

  /** Over all edges. */
  private long unitsTaken;

  private IntConsumer becameFree = edge -> {};

  /** The idle network of a model in chunks per timestep, with all its servers present. */
  public ResidualNetwork(NetworkModel model) {
    this(model, IntStream.of(model.capacities()).asLongStream().toArray());
  }

  /**
   * The idle network of a model, with all its servers present.
   *
   * @param capacities of each edge, at least 1, in a unit of the caller's choice
   */
  public ResidualNetwork(NetworkModel model, long[] capacities) {
    this.model = model;
    distances = model.distances();
    servers = model.servers();
    capacity = capacities.clone();
    left = capacities.clone();
    present = new boolean[servers];
    Arrays.fill(present, true);
    presentServers = servers;
    presentInRack = new int[model.racks()];
    slots = new int[servers];
    slotOf = new int[servers];
    firstSlot = new int[model.switches()];
    roomy = new int[model.switches()];
    freeLinksIn = new int[model.switches()];
    freeLinksOut = new int[model.switches()];
    roomyReachable = new FenwickTree[distances.classes()];
    for (int c = 0; c < roomyReachable.length; c++) {
      roomyReachable[c] = new FenwickTree(distances.members(c).length);
    }
    roomyAnywhere = new FenwickTree(model.switches());
    int slot = 0;
    for (int u = 0; u < model.switches(); u++) {
      firstSlot[u] = slot;
      roomy[u] = model.serversOn(u).length;
      for (int server : model.serversOn(u)) {
        slotOf[server] = slot;
        slots[slot++] = server;
        presentRacks += presentInRack[model.rackOf(server)]++ == 0 ? 1 : 0;
      }
      freeLinksIn[u] = model.linksIn(u).length;
      freeLinksOut[u] = model.linksOut(u).length;
      reweigh(u);
    }
  }

  private ResidualNetwork(ResidualNetwork other) {
    model = other.model;
    distances = other.distances;
    servers = other.servers;
    capacity = other.capacity.clone();
    left = other.left.clone();
    present = other.present.clone();
    unitsTaken = other.unitsTaken;
    presentServers = other.presentServers;
    presentRacks = other.presentRacks;
    presentInRack = other.presentInRack.clone();
    slots = other.slots.clone();
    slotOf = other.slotOf.clone();
    firstSlot = other.firstSlot;
    roomy = other.roomy.clone();
    freeLinksIn = other.freeLinksIn.clone();
    freeLinksOut = other.freeLinksOut.clone();
    roomyReachable = new FenwickTree[other.roomyReachable.length];
    Arrays.setAll(roomyReachable, c -> other.roomyReachable[c].copy());
    roomyAnywhere = other.roomyAnywhere.copy();
  }

  /** An independent copy without open transactions. Cost: linear in the graph. */
  public ResidualNetwork copy() {
    if (journaled != 0) {
      throw new IllegalStateException("a transaction of " + journaled + " edges is open");
    }
    return new ResidualNetwork(this);
  }

  /** The model whose capacities these are. */
  public NetworkModel model() {
    return model;
  }

  /** Has somebody told of each edge that was full and is not any more, but for what is undone. */
  public void whenFree(IntConsumer listener) {
    becameFree = listener;
  }

  /** What is left of an edge; zero or less means full. */
  public long left(int edge) {
    return left[edge];
  }

  /** What is taken of an edge. */
  public long used(int edge) {
    return capacity[edge] - left[edge];
  }

  /** What an idle edge carries. */
  public long capacity(int edge) {
    return capacity[edge];
  }

  /** An edge carries more or less than was thought; what is taken of it stays taken. */
  public void setCapacity(int edge, long units) {
    long before = left[edge];
    left[edge] += units - capacity[edge];
    capacity[edge] = units;
    settle(edge, before);
    tellIfFree(edge, before <= 0);
  }

  /** Whether no edge carries anything: the network is as the model says. */
  public boolean isIdle() {
    return unitsTaken == 0;
  }

  /** Marks where a transaction starts; transactions nest. */
  public int mark() {
    return journaled;
  }

  /** Takes one unit of an edge: a chunk, where chunks are counted. */
  public void take(int edge) {
    take(edge, 1);
  }

  /** Takes so much of an edge, to be kept by {@link #commit} or undone. */
  public void take(int edge, long units) {
    if (journaled == journal.length) {
      journal = Arrays.copyOf(journal, 2 * journaled);
      journaledAmounts = Arrays.copyOf(journaledAmounts, 2 * journaled);
    }
    journal[journaled] = edge;
    journaledAmounts[journaled++] = units;
    unitsTaken += units;
    long before = left[edge];
    left[edge] -= units;
    settle(edge, before);
  }

  /** Undoes what was taken since {@code mark}. */
  public void rollBack(int mark) {
    if (mark < 0) {
      throw new IllegalArgumentException(mark + " is no mark");
    }
    while (journaled > mark) {
      journaled--;
      put(journal[journaled], journaledAmounts[journaled]);
    }
  }

  /** Keeps everything taken since the outermost {@link #mark}. */
  public void commit() {
    journaled = 0;
  }

  /** Gives one unit of an edge back. */
  public void give(int edge) {
    give(edge, 1);
  }

  /** Gives so much of an edge back. */
  public void give(int edge, long units) {
    boolean wasFull = left[edge] <= 0;
    put(edge, units);
    tellIfFree(edge, wasFull);
  }

  private void put(int edge, long units) {
    if (left[edge] + units > capacity[edge]) {
      throw new IllegalStateException(model.edgeName(edge) + " got back more than was taken");
    }
    unitsTaken -= units;
    long before = left[edge];
    left[edge] += units;
    settle(edge, before);
  }

  private void tellIfFree(int edge, boolean wasFull) {
    if (wasFull && left[edge] > 0) {
      becameFree.accept(edge);
    }
  }

  /**
   * Says whether a server can be a target at all (its datanode is registered). An absent server
   * takes no replica and is no reason to wait.
   */
  public void setPresent(int server, boolean isPresent) {
    if (present[server] == isPresent) {
      return;
    }
    present[server] = isPresent;
    presentServers += isPresent ? 1 : -1;
    int rack = model.rackOf(server);
    presentRacks -= presentInRack[rack] > 0 ? 1 : 0;
    presentInRack[rack] += isPresent ? 1 : -1;
    presentRacks += presentInRack[rack] > 0 ? 1 : 0;
    settle(server);
  }

  /** Whether a server can be a target at all. */
  public boolean isPresent(int server) {
    return present[server];
  }

  int presentServers() {
    return presentServers;
  }

  /** How many servers of a rack can be targets at all. */
  public int presentInRack(int rack) {
    return presentInRack[rack];
  }

  /**
   * How many replicas of a chunk stock HDFS puts into one rack at most ({@code
   * BlockPlacementPolicyDefault.getMaxNodesPerRack}). Example: 3 of 5 on three racks.
   */
  public int mostInRack(int replication) {
    if (presentRacks <= 1 || replication <= 1) {
      return replication;
    }
    int most = (replication - 1) / presentRacks + 2;
    return most == replication ? most - 1 : most;
  }

  /** Whether a server has room for one more replica. */
  boolean hasRoom(int server) {
    return present[server] && left[model.down(server)] > 0 && left[model.disk(server)] > 0;
  }

  /** How many servers of a switch have room. */
  int roomy(int sw) {
    return roomy[sw];
  }

  /** The servers with room of a switch, in no particular order. */
  public int[] roomyServers(int sw) {
    return Arrays.copyOfRange(slots, firstSlot[sw], firstSlot[sw] + roomy[sw]);
  }

  /** The i-th server with room of a switch, in no particular order. */
  int roomyServer(int sw, int i) {
    return slots[firstSlot[sw] + i];
  }

  /** Whether any link out of a switch has something left. */
  public boolean canLeave(int sw) {
    return freeLinksOut[sw] > 0;
  }

  /** Servers with room, on switches of a class that some free link leads into. */
  FenwickTree roomyReachable(int switchClass) {
    return roomyReachable[switchClass];
  }

  /** Servers with room, by switch. */
  FenwickTree roomyAnywhere() {
    return roomyAnywhere;
  }

  /** Brings the indexes up to date if an edge has become full or free. */
  private void settle(int edge, long before) {
    boolean isFree = left[edge] > 0;
    if (before > 0 == isFree) {
      return;
    }
    if (edge >= 3 * servers) {
      settleLink(edge - 3 * servers, isFree);
    } else if (edge >= servers) {
      settle(edge < 2 * servers ? edge - servers : edge - 2 * servers);
    }
  }

  private void settleLink(int link, boolean isFree) {
    int change = isFree ? 1 : -1;
    int to = model.linkTo(link);
    freeLinksOut[model.linkFrom(link)] += change;
    freeLinksIn[to] += change;
    if (freeLinksIn[to] == (isFree ? 1 : 0)) {
      reweigh(to);
    }
  }

  /** Moves a server to the side of the roomy or of the full ones of its switch, as it now is. */
  private void settle(int server) {
    int u = model.switchOf(server);
    int boundary = firstSlot[u] + roomy[u];
    boolean wasRoomy = slotOf[server] < boundary;
    boolean isRoomy = hasRoom(server);
    if (wasRoomy == isRoomy) {
      return;
    }
    int other = isRoomy ? boundary : boundary - 1;
    int displaced = slots[other];
    slots[slotOf[server]] = displaced;
    slotOf[displaced] = slotOf[server];
    slots[other] = server;
    slotOf[server] = other;
    roomy[u] += isRoomy ? 1 : -1;
    reweigh(u);
  }

  private void reweigh(int sw) {
    roomyAnywhere.set(sw, roomy[sw]);
    roomyReachable[distances.classOf(sw)].set(
        distances.position(sw), freeLinksIn[sw] > 0 ? roomy[sw] : 0);
  }
}
