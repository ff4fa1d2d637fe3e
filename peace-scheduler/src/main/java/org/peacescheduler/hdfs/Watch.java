package org.peacescheduler.hdfs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.telemetry.FaultLog;

/**
 * The thread {@code peace-watch}: does what is due, from every few milliseconds while chunks wait
 * to every few seconds.
 *
 * <p>Whatever goes wrong in one of its works, the others go on. Thread-safe.
 */
final class Watch {
  /** Why chunks are released that wait when this NameNode becomes a standby. */
  static final String STANDBY = "standby";

  private static final long PASS_MILLIS = 5;
  private static final long IDLE_PASS_MILLIS = 25;

  /** While events leave more to be done than they do. */
  private static final long BUSY_PASS_MILLIS = 1;

  private static final long BUSY_LOOK_MILLIS = 20;
  private static final long IDLE_LOOK_MILLIS = 100;

  /**
   * Looks take a tenth of the time, for they take the namesystem's lock. One that had to wait long
   * for it is no reason to wait for longer than a second.
   */
  private static final long LOOK_SHARE = 10;

  private static final long TICK_MILLIS = 1_000;
  private static final long SYNC_MILLIS = 3_000;
  private static final long PATIENCE_MILLIS = 10_000;
  private static final long LOST_HEARTBEATS = 3;
  private static final int FEW_CHUNKS = 64;

  private final Parts parts;
  private final Coordinator coordinator;
  private final FaultLog faults;
  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final Binding binding;
  private final Placer placer;
  private final BooleanSupplier isActive;

  /** Made once: when there is no memory, it cannot be made. */
  private final Runnable looking = this::lookAfter;

  private final Thread thread;
  private volatile boolean ended;
  private long pass;
  private long nextLook;
  private long nextTick;
  private long nextSync;

  /** Whether this NameNode was a standby at the last tick. */
  private boolean wasStandby;

  /**
   * Does nothing yet.
   *
   * @param isActive whether chunks count as load
   */
  Watch(Parts parts, Placer placer, NameNode nameNode, BooleanSupplier isActive) {
    this.parts = parts;
    this.placer = placer;
    binding = parts.binding();
    coordinator = parts.coordinator();
    faults = parts.faults();
    this.nameNode = nameNode;
    namesystem = nameNode.getNamesystem();
    this.isActive = isActive;
    thread = new Thread(this::watch, "peace-watch");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void end() {
    ended = true;
    LockSupport.unpark(thread);
  }

  private void watch() {
    while (!ended) {
      pass = IDLE_PASS_MILLIS;
      // Whatever goes wrong: thrown on, it would end all looking, without a word.
      faults.guard("look after the chunks in flight", looking);
      faults.write();
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(pass));
    }
  }

  private void lookAfter() {
    long now = parts.clock().millis();
    boolean waited = coordinator.isAnyoneWaiting();
    pass = waited ? PASS_MILLIS : IDLE_PASS_MILLIS;
    faults.guard("take in what the NameNode said", binding::takeIn);
    faults.guard("let in who fits", () -> pass = coordinator.pass() ? BUSY_PASS_MILLIS : pass);
    faults.guard("look after turns", parts.turns()::tick);
    faults.guard("look up how large groups were", () -> parts.lastInstances().look(namesystem));
    if (now >= nextSync) {
      nextSync = now + SYNC_MILLIS;
      faults.guard("look at the datanodes", () -> parts.topology().sync(coordinator));
      faults.guard(
          "listen to the datanodes", () -> parts.topology().listen(patienceMillis(), coordinator));
    }
    if (now >= nextTick) {
      nextTick = now + TICK_MILLIS;
      tick();
    }
    if (now >= nextLook) {
      long begin = parts.clock().millis(); // What went before may have taken long.
      binding.look(begin);
      long took = parts.clock().millis() - begin;
      nextLook = begin + Math.max(lookMillis(waited), Math.min(TICK_MILLIS, LOOK_SHARE * took));
    }
  }

  /** Some heartbeats may be late, above all where they come every second. */
  private long patienceMillis() {
    long seconds = namesystem.getBlockManager().getDatanodeManager().getHeartbeatInterval();
    return Math.max(PATIENCE_MILLIS, TimeUnit.SECONDS.toMillis(LOST_HEARTBEATS * seconds));
  }

  private void tick() {
    faults.guard("trust who spoke", () -> parts.topology().trustWhoSpoke(coordinator));
    faults.guard("end what lasts too long", coordinator::tick);
    faults.guard("look after who waits", binding::lookAtWaiting);
    faults.guard("wake parked calls", placer::wakeOverdue);
    boolean isStandby = !nameNode.isActiveState();
    if (isStandby) {
      parts.turns().dismissAll(STANDBY); // Before those that are asked again below.
      // What is in flight stays: it is load if this NameNode is active again soon.
      coordinator.dismissAll(STANDBY);
      parts.calls().resumeAll();
    } else if (namesystem.isInSafeMode()) {
      parts.turns().begin(); // Nobody can write before it is over.
      parts.calls().resumeAll(); // HDFS tells them.
    } else if (wasStandby) {
      parts.turns().begin(); // Who waited at the other one hears of it up to a tick later.
    }
    wasStandby = isStandby;
    if (binding.isPatched()) {
      followNameNode();
    }
  }

  /** A patched NameNode tells Peace while it is active and Peace is its policy. */
  private void followNameNode() {
    boolean isTold =
        nameNode.isActiveState()
            && namesystem.getBlockManager().getBlockPlacementPolicy() instanceof PeacePlugin.Host;
    if (binding.isCaughtUp() && !isTold) {
      binding.forget();
    } else if (isActive.getAsBoolean() && isTold && !namesystem.isInSafeMode()) {
      binding.catchUp();
    }
  }

  /**
   * Looks often while a chunk's end lets another one start, less so if there are many to look at.
   */
  private long lookMillis(boolean waited) {
    if (!waited) {
      return IDLE_LOOK_MILLIS;
    }
    return coordinator.status().inFlight() <= FEW_CHUNKS ? PASS_MILLIS : BUSY_LOOK_MILLIS;
  }
}
