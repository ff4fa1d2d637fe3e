package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
  private static final long BUSY = Long.MAX_VALUE;
  private static final double NOT_SLOW = Double.MAX_VALUE;

  /** What a log sends, as far as links are concerned, in bytes per second. */
  private static final double NEXT_TO_NOTHING = 1;

  private final Map<String, File> files = new HashMap<>();

  /** Those that ask for nothing, the one first that has asked for nothing for longest. */
  private final Set<File> idle = new LinkedHashSet<>();

  /** The file that was looked up last: what is asked of one is asked in a row. */
  private String lastKey = "";

  private File last;
  private final Writers writers;
  private final Turnover turnover;
  private final Groups groups;
  private final SchedulerSettings settings;
  private long believedSince = Long.MIN_VALUE;

  RequestBook(Groups groups, SchedulerSettings settings) {
    this.groups = groups;
    this.settings = settings;
    this.writers = new Writers(settings);
    this.turnover = new Turnover(settings.constants());
  }

  private static final class File {
    final String key;
    final String directory;
    final Member member;
    final Writers.Writer writer;
    boolean isLog;
    boolean isWithoutPlace;
    int nextChunk;
    double bytesPerSecond = NOT_SLOW;
    long slowSince = Long.MIN_VALUE;
    long idleSince = BUSY;
    List<String> nodes = List.of();

    File(String key, String path, Member member, Writers.Writer writer) {
      this.key = key;
      this.directory = Names.kept(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
      this.member = member;
      this.writer = writer;
    }
  }

  /** The member of a group whose a file is; a file not seen before joins or begins one. */
  Member memberOf(ChunkRequest chunk, long now) {
    File file = find(chunk.file());
    if (file == null) {
      file = begin(chunk, now);
      files.put(Names.kept(chunk.file()), file);
      turnover.opened(files.size());
      last = file;
    }
    if (file.idleSince != BUSY) {
      file.idleSince = BUSY;
      idle.remove(file);
    }
    groups.announce(file.member, chunk.origin().bytes());
    return file.member;
  }

  @SuppressWarnings("ReferenceEquality") // The same name in another string is looked up again.
  private File find(String key) {
    if (key != lastKey) {
      last = files.get(Names.kept(key));
      lastKey = key;
    }
    return last;
  }

  /**
   * Of the hosts where the file's last chunk was to go, those that its client excludes now: it
   * could not write to them. What it excludes besides may be its opinion.
   */
  Set<String> failed(ChunkRequest chunk) {
    if (chunk.excluded().isEmpty()) {
      return Set.of();
    }
    // In an order of their own: which of them is put into quarantine may depend on it.
    Set<String> failed = new TreeSet<>(chunk.excluded());
    failed.retainAll(find(chunk.file()).nodes);
    return failed;
  }

  /** Whether the file's chunk that is asked for may not wait, so that it goes at once. */
  void isWithoutPlace(String key, boolean is) {
    File file = find(key);
    if (file != null) {
      file.isWithoutPlace = is;
    }
  }

  /** Whether the file's last chunk that was asked for could not wait. */
  boolean isWithoutPlace(String key) {
    File file = find(key);
    return file != null && file.isWithoutPlace;
  }

  /** Where a chunk of the file is to go. */
  void goes(String key, List<String> nodes) {
    File file = find(key);
    if (file != null) {
      file.nodes = nodes;
    }
  }

  /**
   * The file's writer is slow by itself, and sends so many bytes a second at most. So it is taken
   * to be for its other files that begin a chunk from now on.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> isSlow(String key, double bytesPerSecond, long now) {
    File file = find(key);
    if (file == null) {
      return List.of();
    }
    file.bytesPerSecond = bytesPerSecond;
    file.slowSince = now;
    return writers.isSlow(file.writer, bytesPerSecond, now);
  }

  /** Whether a file is taken to be a log. */
  boolean isLog(String key) {
    File file = find(key);
    return file != null && file.isLog;
  }

  /**
   * A file is a log. So are its next chunks, and what its client opens besides in the same
   * directory, as when logs are rolled.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> keepsLog(String key, long now) {
    File log = find(key);
    if (log == null) {
      return List.of();
    }
    log.writer.keepsLogsIn(log.directory);
    beLog(log, now);
    return log.writer.waiting().stream()
        .filter(ticket -> beLogIfIn(log.directory, ticket, now))
        .toList();
  }

  private boolean beLogIfIn(String directory, Ticket ticket, long now) {
    File file = find(ticket.file());
    if (file == null || !file.directory.equals(directory)) {
      return false;
    }
    beLog(file, now);
    return true;
  }

  /** A file's chunk has been written as those of other files are. */
  void isNoLog(String key) {
    File file = find(key);
    if (file != null && file.isLog) {
      file.isLog = false;
      file.bytesPerSecond = NOT_SLOW;
      file.writer.keepsNoLogsIn(file.directory);
    }
  }

  private static void beLog(File file, long now) {
    file.isLog = true;
    file.bytesPerSecond = NEXT_TO_NOTHING;
    file.slowSince = now;
  }

  /** Who writes a file that is open. */
  Writers.Writer writerOf(String key) {
    return find(key).writer;
  }

  /** The file's writer kept up with the network in a chunk that began at a moment. */
  void keptUp(String key, long begin) {
    File file = find(key);
    if (file != null) {
      file.bytesPerSecond = begin >= file.slowSince ? NOT_SLOW : file.bytesPerSecond;
      writers.keptUp(file.writer, begin);
    }
  }

  /** Edges carry less than was thought: that explains why writers seemed to be slow until now. */
  void believeNobodyIsSlow(long now) {
    believedSince = now;
    writers.believeNobodyIsSlow(now);
  }

  /** What the file's writer sends at most, in bytes per second. */
  double bytesPerSecond(String key) {
    File file = find(key);
    double own = file != null && file.slowSince >= believedSince ? file.bytesPerSecond : NOT_SLOW;
    boolean isRemembered = file != null && settings.has(Mechanism.REMEMBERED_WRITERS);
    return isRemembered ? Math.min(own, writers.bytesPerSecond(file.writer)) : own;
  }

  /** Whether nothing has been seen of a chunk's writer, and all that came before it were slow. */
  boolean isOfSlowKin(Ticket ticket) {
    return writers.isTakenToBeSlow(ticket.writer());
  }

  /** The number of the file's chunk that is asked for now. */
  int chunkNumber(String key) {
    return find(key).nextChunk;
  }

  /** The file's chunk is written, the next one has the next number. */
  void advance(String key) {
    File file = find(key);
    if (file != null) {
      file.nextChunk++;
    }
  }

  /** The file has no chunk in the scheduler now; it may ask for another one. */
  void pause(String key, long now) {
    File file = find(key);
    if (file != null) {
      idle.remove(file);
      idle.add(file);
      file.idleSince = now;
    }
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
    File file = files.remove(Names.kept(key));
    last = null;
    lastKey = "";
    if (file == null) {
      return;
    }
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

  private File begin(ChunkRequest chunk, long now) {
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
    File file = new File(chunk.file(), chunk.path(), member, by);
    if (by.hasLogsIn(file.directory)) {
      beLog(file, now);
    }
    return file;
  }
}
