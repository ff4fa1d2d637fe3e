package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Member;

/**
 * The files that are open: whose they are, and how fast their writers are.
 *
 * <p>Which of them are written together is found out by {@link Groups}.
 *
 * <p>Bound: of each open file, its name, its directory and its client's name as {@link Names} keeps
 * them, so at most {@value Names#LONGEST} characters each, and the datanodes of its last chunk.
 * Confined to the coordinator's lock.
 */
final class RequestBook {
  private final Map<String, OpenFile> files = new HashMap<>();

  /** Those that ask for nothing, the one first that has asked for nothing for longest. */
  private final Set<OpenFile> idle = new LinkedHashSet<>();

  private final Writers writers;
  private final Turnover turnover;
  private final Groups groups;
  private final SchedulerSettings settings;

  RequestBook(Groups groups, SchedulerSettings settings) {
    this.groups = groups;
    this.settings = settings;
    this.writers = new Writers(settings);
    this.turnover = new Turnover(settings.constants());
  }

  /** The file that asks for a chunk; one not seen before joins or begins a group. */
  OpenFile fileOf(ChunkRequest chunk, long now) {
    String key = Names.kept(chunk.file());
    OpenFile file = files.get(key);
    if (file == null) {
      file = begin(chunk, now);
      files.put(key, file);
      turnover.opened(files.size());
    }
    if (file.idleSince != OpenFile.BUSY) {
      file.idleSince = OpenFile.BUSY;
      idle.remove(file);
    }
    groups.announce(file.member, chunk.origin().bytes());
    return file;
  }

  /**
   * The file's writer is slow by itself, and sends so many bytes a second at most. So it is taken
   * to be for its other files that begin a chunk from now on.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> isSlow(OpenFile file, double bytesPerSecond, long now) {
    file.bytesPerSecond = bytesPerSecond;
    file.slowSince = now;
    return writers.isSlow(file.writer, bytesPerSecond, now);
  }

  /** As {@link #isSlow(OpenFile, double, long)}, of a file that may be open no more. */
  List<Ticket> isSlow(String key, double bytesPerSecond, long now) {
    OpenFile file = files.get(Names.kept(key));
    return file == null ? List.of() : isSlow(file, bytesPerSecond, now);
  }

  /** The file's writer kept up with the network in a chunk that began at a moment. */
  void keptUp(String key, long begin) {
    OpenFile file = files.get(Names.kept(key));
    if (file != null) {
      file.bytesPerSecond = begin >= file.slowSince ? Writers.NOT_SLOW : file.bytesPerSecond;
      writers.keptUp(file.writer, begin);
    }
  }

  /** Edges carry less than was thought: that explains why writers seemed to be slow until now. */
  void believeNobodyIsSlow(long now) {
    writers.believeNobodyIsSlow(now);
  }

  /** What the file's writer sends at most, in bytes per second. */
  double bytesPerSecond(OpenFile file) {
    double own = file.slowSince >= writers.believedSince ? file.bytesPerSecond : Writers.NOT_SLOW;
    boolean isRemembered = settings.has(Mechanism.REMEMBERED_WRITERS);
    return isRemembered ? Math.min(own, writers.bytesPerSecond(file.writer)) : own;
  }

  /** Whether nothing has been seen of a chunk's writer, and all that came before it were slow. */
  boolean isOfSlowKin(Ticket ticket) {
    return writers.isTakenToBeSlow(ticket.writer());
  }

  /** The file has no chunk in the scheduler now; it may ask for another one, unless it ended. */
  void pause(OpenFile file, long now) {
    if (file.isForgotten) {
      return;
    }
    idle.remove(file);
    idle.add(file);
    file.idleSince = now;
  }

  /**
   * Forgets files that have asked for nothing since a moment.
   *
   * @param most how many
   * @return whether there were as many
   */
  boolean forgetIdleSince(long moment, int most, long now) {
    for (int i = 0; i < most; i++) {
      if (idle.isEmpty() || idle.iterator().next().idleSince > moment) {
        return false;
      }
      forget(idle.iterator().next().key, now);
    }
    return true;
  }

  /** The file asks for no more chunks. */
  void forget(String key, long now) {
    OpenFile file = files.remove(Names.kept(key));
    if (file == null) {
      return;
    }
    file.isForgotten = true;
    idle.remove(file);
    turnover.ended();
    writers.ends(file.writer);
    groups.leave(file.member, now);
  }

  /**
   * Into how many parts streams are to be divided at most, with so many chunks waiting and in
   * flight.
   */
  int parts(int waiting, int inFlight) {
    int parts = turnover.parts(waiting, inFlight, files.size());
    return settings.has(Mechanism.TURNOVER) ? parts : 1;
  }

  int files() {
    return files.size();
  }

  /** Where an absolute path's file lies, as {@link Groups#alike} has it; else empty. */
  private static String directory(String path) {
    return path.startsWith("/")
        ? Names.kept(Groups.alike(path.substring(0, path.lastIndexOf('/'))))
        : "";
  }

  private OpenFile begin(ChunkRequest chunk, long now) {
    String writer = chunk.host();
    ChunkRequest.Origin origin = chunk.origin();
    Groups.Origin whose =
        new Groups.Origin(
            origin.share(),
            origin.user(),
            origin.group(),
            writer,
            origin.client(),
            directory(chunk.path()));
    // A client's name need not tell it from those on other hosts.
    String name =
        origin.client().map(c -> Names.kept(writer) + '\t' + Names.kept(c)).orElse(writer);
    Member member = groups.join(whose, now);
    Writers.Writer by = writers.of(name, Groups.kin(whose));
    writers.begins(by);
    OpenFile file = new OpenFile(chunk.file(), chunk.path(), member, by);
    if (by.hasLogsIn(file.directory)) {
      file.beLog(now);
    }
    return file;
  }
}
