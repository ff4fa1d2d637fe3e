package org.peacescheduler.network;

import java.util.Arrays;

/**
 * The capacities left in a timestep (the paper's G), with transactions.
 *
 * <p>Goals, in order: never lose a unit; cost of a try, a commit or a roll back is that of the
 * path, not of the graph; an index of the servers that can take a replica now, so that a search
 * need not look at full ones.
 *
 * <p>Example: {@code int mark = residual.mark(); residual.take(e); residual.rollBack(mark)} leaves
 * everything as it was.
 *
 * <p>A residual can go below zero where load was put on the network that nobody planned (a stock
 * placement, a topology reloaded with smaller links). Such an edge is full until it is above zero
 * again.
 *
 * <p>Cost: {@code take} and {@code give} are O(1), and O(log s) for s switches of a kind when an
 * edge becomes full or free. Confined to its owner's lock.
 */
public final class ResidualNetwork {
  private final NetworkModel model;
  private final SwitchDistances distances;
  private final int servers;
  private final int[] left;
  private final int[] queued;
  private final int[] awaited;
  private final int[] lagging;
  private final boolean[] present;
  private final int[] presentInRack;
  private int presentServers;
  private int presentRacks;
  private int waiting;

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
  private int journaled;

  /** Over all edges. */
  private long unitsTaken;

  /** The idle network of a model, with all its servers present. */
  public ResidualNetwork(NetworkModel model) {
    this.model = model;
    distances = model.distances();
    servers = model.servers();
    left = model.capacities();
    queued = new int[servers];
    awaited = new int[servers];
    lagging = new int[left.length];
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
    left = other.left.clone();
    queued = other.queued.clone();
    awaited = other.awaited.clone();
    waiting = other.waiting;
    lagging = other.lagging.clone();
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

  /** What is left of an edge, in chunks; zero or less means full. */
  public int left(int edge) {
    return left[edge];
  }

  /** What is taken of an edge, in chunks. */
  public int used(int edge) {
    return model.capacity(edge) - left[edge];
  }

  /** Whether no edge carries anything: the network is as the model says. */
  public boolean isIdle() {
    return unitsTaken == 0;
  }

  /** Marks where a transaction starts; transactions nest. */
  public int mark() {
    return journaled;
  }

  /** Takes one chunk's worth of an edge, to be kept by {@link #commit} or undone. */
  public void take(int edge) {
    if (journaled == journal.length) {
      journal = Arrays.copyOf(journal, 2 * journaled);
    }
    journal[journaled++] = edge;
    unitsTaken++;
    if (--left[edge] == 0) {
      filled(edge);
    }
  }

  /** Undoes what was taken since {@code mark}. */
  public void rollBack(int mark) {
    if (mark < 0) {
      throw new IllegalArgumentException(mark + " is no mark");
    }
    while (journaled > mark) {
      give(journal[--journaled]);
    }
  }

  /** Keeps everything taken since the outermost {@link #mark}. */
  public void commit() {
    journaled = 0;
  }

  /** Gives one chunk's worth of an edge back. */
  public void give(int edge) {
    if (left[edge] == model.capacity(edge)) {
      throw new IllegalStateException(model.edgeName(edge) + " got back more than was taken");
    }
    unitsTaken--;
    if (++left[edge] == 1) {
      freed(edge);
    }
  }

  /** Says that so many chunks more, or fewer, wait to be sent by a server itself, or by -1. */
  public void queue(int server, int chunks) {
    waiting += chunks;
    if (server >= 0) {
      queued[server] += chunks;
    }
  }

  /** How many chunks wait, whoever sends them. */
  public int waiting() {
    return waiting;
  }

  /** How many chunks wait to be sent by a server itself. */
  public int queued(int server) {
    return queued[server];
  }

  /**
   * Says of how many of the chunks that wait to be sent by a server itself, or by -1, more or
   * fewer, the turn has come. They take nothing: who can choose leaves the server's way out to
   * them.
   */
  public void await(int server, int chunks) {
    if (server >= 0) {
      awaited[server] += chunks;
    }
  }

  /** How many chunks whose turn has come wait to be sent by a server itself. */
  public int awaited(int server) {
    return awaited[server];
  }

  /**
   * Says that so many chunks or copies more, or fewer, load an edge on which they have no place,
   * since it has gone to others or was never theirs. They take nothing: who can choose takes
   * another way.
   */
  public void lag(int edge, int chunks) {
    lagging[edge] += chunks;
  }

  /** How many chunks and copies load an edge on which they have no place. */
  public int lagging(int edge) {
    return lagging[edge];
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

  private void filled(int edge) {
    if (edge < servers) {
      return;
    }
    if (edge < 3 * servers) {
      settle(edge < 2 * servers ? edge - servers : edge - 2 * servers);
      return;
    }
    int k = edge - 3 * servers;
    freeLinksOut[model.linkFrom(k)]--;
    if (--freeLinksIn[model.linkTo(k)] == 0) {
      reweigh(model.linkTo(k));
    }
  }

  private void freed(int edge) {
    if (edge < servers) {
      return;
    }
    if (edge < 3 * servers) {
      settle(edge < 2 * servers ? edge - servers : edge - 2 * servers);
      return;
    }
    int k = edge - 3 * servers;
    freeLinksOut[model.linkFrom(k)]++;
    if (++freeLinksIn[model.linkTo(k)] == 1) {
      reweigh(model.linkTo(k));
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
