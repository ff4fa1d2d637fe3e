package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Constant;

/**
 * What each edge carries, and what one hop of a pipeline takes ({@link HopRate}): as the topology
 * says, corrected by what is seen.
 *
 * <p>Seen is how long a chunk took, and how many others shared its edges meanwhile. An edge that n
 * chunks of rate r share carries at least n × r. A chunk that took longer than its edges explain is
 * <em>late</em>. Either one of its edges carries less than was thought: of those that so many share
 * that this may be, the one that is fullest; or none is shared by enough, and its writer is slow by
 * itself.
 *
 * <p>Example: 100 MB, a hop takes 100 MB/s, and a link that is said to carry 3 such streams carries
 * one. Three chunks share it, and each takes 3 s where 1 s was explained: the link carries 3 × 33
 * MB/s. A chunk that takes 3 s alone on its links has a slow writer.
 *
 * <p>A server whose chunks are all late carries less than others like it ({@link SlowServers}).
 *
 * <p>A full edge of which the topology gives no bandwidth is tried out: now and then, when chunks
 * on it are on time, with a stream more. Servers' links of which the topology says the same are
 * taken to be alike.
 *
 * <p>What is seen is what clients do, so each sample has bounds. Its bytes are what HDFS has
 * written, its edges are at least one, it moves an estimate by {@link Constant#STEP} at most, and
 * beside other users it counts what {@link Witnesses} say. A link of which the file gives the
 * bandwidth is taken to carry {@link Constant#MOST_WRONG} times that at most. Confined to the
 * coordinator's lock.
 */
final class LinkRates {
  private static final double MILLIS = 1000;

  private final NetworkModel model;
  private final SchedulerSettings settings;
  private final HopRate hop;

  /** What goes over a link for each byte of a block. */
  private final double sent;

  private final AlikeEdges alike;
  private final SlowServers slowServers;

  /** When an edge was last found to carry less than was thought, in milliseconds. */
  long loweredAt = Long.MIN_VALUE;

  /** What a byte takes whose writer keeps up with the network, in seconds; 0 if not known. */
  private double secondsPerByte;

  /** The topology is believed until something is seen. */
  LinkRates(NetworkModel model, SchedulerSettings settings) {
    this.model = model;
    this.settings = settings;
    sent = settings.has(Mechanism.HEADROOM) ? settings.of(Constant.HEADROOM) : 1;
    hop = new HopRate(model.topology(), 1 / sent, settings.constants());
    alike = new AlikeEdges(model);
    slowServers = new SlowServers(model, settings);
  }

  /**
   * The same with another model: what was seen of an edge holds if the topology says the same.
   * Nothing that was seen holds if the topology says another rate of a stream.
   */
  static LinkRates after(LinkRates before, NetworkModel model) {
    LinkRates rates = new LinkRates(model, before.settings);
    if (rates.hop.saysTheSameAs(before.hop)) {
      rates.hop.takeOver(before.hop);
      rates.alike.takeOver(before.alike);
    }
    return rates;
  }

  /** Whether the topology gives bandwidths. */
  private boolean areTold() {
    return hop.told().isPresent();
  }

  /** What one chunk sends where nothing else limits it, in bytes per second. */
  double stream() {
    // Whole bytes, so that n streams fill exactly a link of n.
    return Math.max(1, Math.floor(hop.rate() / model.topology().parts()));
  }

  /** What chunks have had of late, in bytes per second; a large number if that is not known. */
  double usual() {
    return 1 / secondsPerByte;
  }

  /** What an edge carries, in bytes per second; without what is left over of whole streams. */
  long capacity(int edge) {
    double carries = estimate(edge);
    double streams = carries / stream();
    double whole = Math.floor(streams);
    boolean isLittleLeft =
        whole >= 1
            && streams - whole < settings.of(Constant.PART_OF_A_STREAM)
            && settings.has(Mechanism.LEFT_OVER);
    return Math.max(1, (long) (isLittleLeft ? whole * stream() : carries));
  }

  /** What has been seen so far. */
  LearntRates learnt() {
    double[] edges = new double[model.edges()];
    Arrays.setAll(
        edges, edge -> alike.seen(edge) > 0 || isOfSlowServer(edge) ? sent * estimate(edge) : 0);
    OptionalDouble stream = hop.known().stream().map(rate -> sent * rate).findFirst();
    return new LearntRates(model, stream, edges);
  }

  long[] capacities() {
    return IntStream.range(0, model.edges()).mapToLong(this::capacity).toArray();
  }

  private double estimate(int edge) {
    return ofKind(edge) * part(edge);
  }

  /** What an edge carries if it is none of a slow server. */
  private double ofKind(int edge) {
    return alike.seen(edge) > 0 ? alike.seen(edge) : told(edge);
  }

  /** Which part of what others like it carry an edge carries; 1 if it is of no slow server. */
  double part(int edge) {
    return model.isLink(edge) ? 1 : slowServers.part(model.serverOf(edge));
  }

  private boolean isOfSlowServer(int edge) {
    return part(edge) < 1;
  }

  private double told(int edge) {
    return model.streams(edge) * hop.told().orElse(hop.rate());
  }

  /** A chunk's duration, and which of its edges it tells of. */
  private final class Sight {
    final Flown flown;
    final Witness by;
    final double bytes;
    final double seconds;
    final double rate;

    /** What its edges explain, in seconds. */
    double byEdges;

    /** What its edges would explain if no server were slow, in seconds. */
    double asAlike;

    /** What its edges and its writer explain, in seconds. */
    double explained;

    double most = 1;

    /** What a chunk sends over these edges if nobody else does. */
    double fastest = stream();

    /** What a chunk sends over these edges at most, whatever the file has wrong. */
    double possible = hop.most;

    Sight(Flown flown, Witness by, long bytes) {
      this.flown = flown;
      this.by = by;
      this.bytes = (double) bytes;
      seconds = Math.max(1, flown.end() - flown.begin()) / MILLIS;
      int[] edges = flown.edges();
      double[] sharing = flown.sharing();
      asAlike = this.bytes / stream();
      for (int i = 0; i < edges.length; i++) {
        most = Math.max(most, sharing[i]);
        fastest = Math.min(fastest, estimate(edges[i]));
        byEdges = Math.max(byEdges, this.bytes * sharing[i] / estimate(edges[i]));
        asAlike = Math.max(asAlike, this.bytes * sharing[i] / ofKind(edges[i]));
        if (areTold()) {
          possible = Math.min(possible, settings.of(Constant.MOST_WRONG) * told(edges[i]));
        }
      }
      rate = this.bytes / seconds;
      explained = Math.max(byEdges, this.bytes / flown.bytesPerSecond());
    }

    boolean isLate() {
      return seconds > settings.of(Constant.LATE) * explained;
    }

    boolean isUnexplained() {
      double explains = areTold() ? bytes / fastest : explained;
      return seconds > settings.of(Constant.UNEXPLAINED) * explains
          && flown.due() > settings.of(Constant.UNEXPLAINED) * bytes;
    }

    /**
     * Of the edges that several share, the one that is fullest by what the topology says, unless
     * one that is not shared is much fuller; or -1. An edge carries what a hop has been seen to
     * take.
     */
    int culprit() {
      int culprit = -1;
      double fullest = 0;
      for (int i = 0; i < flown.edges().length; i++) {
        if (isOfSlowServer(flown.edges()[i])
            || settings.of(Constant.STEP) * carried(i) < hop.known().orElse(0)) {
          continue;
        }
        fullest = Math.max(fullest, fullness(i));
        if (flown.sharing()[i] >= settings.of(Constant.STEP)
            && (culprit < 0 || fullness(i) > fullness(culprit))) {
          culprit = i;
        }
      }
      return culprit >= 0 && fullness(culprit) >= fullest / 2 ? culprit : -1;
    }

    /** What an edge has carried meanwhile, if all that shared it were as quick. */
    double carried(int i) {
      return rate * flown.sharing()[i];
    }

    /** Whether more than so much was to go over an edge, and did not. */
    boolean isNoMoreThan(double bytesPerSecond, int i) {
      double more = settings.of(Constant.NOISE) * bytesPerSecond;
      return carried(i) <= more && flown.sharing()[i] * flown.bytesPerSecond() > more;
    }

    private double fullness(int i) {
      return flown.sharing()[i] / model.streams(flown.edges()[i]);
    }
  }

  /**
   * What a chunk's end says of its writer.
   *
   * @param isSlow whether the chunk took longer than its edges explain
   * @param bytesPerSecond what its writer has sent
   */
  record Verdict(boolean isSlow, double bytesPerSecond) {}

  /**
   * A full chunk has ended that went over at least one edge.
   *
   * @param bytes what it had, as HDFS says
   * @param by whose it was
   * @param now when that is known
   */
  Verdict ended(Flown flown, ResidualNetwork residual, long bytes, Witness by, long now) {
    Sight sight = new Sight(flown, by, bytes);
    boolean wasSlow =
        flown.isWriterSlow()
            && settings.of(Constant.NOISE) * flown.bytesPerSecond() < sight.fastest;
    double hopBefore = hop.rate();
    if (!wasSlow && settings.has(Mechanism.STREAM_RATE)) {
      hop.learn(Math.min(sight.rate, sight.possible), sight.most, by.counts());
    }
    if (areTold() && settings.has(Mechanism.SLOW_SERVERS)) {
      learnServers(sight, residual, now);
    }
    boolean isBlamed = settings.has(Mechanism.LINK_RATES) && learnEdges(sight, residual, now);
    if (hop.rate() != hopBefore) {
      for (int edge = 0; edge < model.edges(); edge++) {
        residual.setCapacity(edge, capacity(edge));
      }
    }
    if (wasSlow && sight.rate <= settings.of(Constant.NOISE) * flown.bytesPerSecond()) {
      return new Verdict(true, (double) flown.bytesPerSecond());
    }
    if (!isBlamed && sight.isUnexplained()) {
      return new Verdict(true, sight.rate);
    }
    double part = secondsPerByte == 0 ? 1 : settings.of(Constant.WEIGHT) * by.counts();
    secondsPerByte += part * (1 / sight.rate - secondsPerByte);
    return new Verdict(false, sight.rate);
  }

  /**
   * What the chunk tells of the servers that it went over: if it is late, and its writer is not
   * known to be slow, each of them may be the reason, unless another one explains it.
   */
  private void learnServers(Sight sight, ResidualNetwork residual, long now) {
    slowServers.written(sight.flown).stream().forEach(server -> carries(server, residual));
    boolean isLate = sight.seconds > settings.of(Constant.LATE) * sight.asAlike;
    if (isLate && !sight.flown.canKeepUp()) {
      return;
    }
    boolean isOfSlowOnes = isLate && sight.seconds <= settings.of(Constant.LATE) * sight.byEdges;
    Map<Integer, Double> got = new LinkedHashMap<>();
    for (int i = 0; i < sight.flown.edges().length; i++) {
      int edge = sight.flown.edges()[i];
      boolean isSlow = isOfSlowServer(edge);
      if (!model.isLink(edge) && (isSlow || !isOfSlowOnes)) {
        double least = isSlow ? 0 : sight.asAlike / sight.seconds;
        double carried = sight.carried(i) / ofKind(edge);
        got.merge(model.serverOf(edge), Math.max(least, carried), Math::max);
      }
    }
    got.forEach((server, part) -> learnServer(server, part, isLate, sight.by, residual, now));
  }

  private void learnServer(
      int server, double part, boolean isLate, Witness by, ResidualNetwork residual, long now) {
    boolean wasSlow = slowServers.part(server) < 1;
    if (slowServers.ended(server, part, isLate, by)) {
      loweredAt = wasSlow ? loweredAt : now;
      carries(server, residual);
    }
  }

  private void carries(int server, ResidualNetwork residual) {
    for (int edge : new int[] {model.up(server), model.down(server), model.disk(server)}) {
      residual.setCapacity(edge, capacity(edge));
    }
  }

  /** Whether an edge is to blame that the chunk was late. */
  private boolean learnEdges(Sight sight, ResidualNetwork residual, long now) {
    boolean isLate = sight.isLate();
    // A bandwidth in the file is more to be believed than that all who share it are not slow.
    int culprit = isLate && !areTold() ? sight.culprit() : -1;
    if (culprit >= 0) {
      int edge = sight.flown.edges()[culprit];
      double carried = sight.carried(culprit);
      boolean isFirst = alike.seen(edge) == 0;
      double seenNow =
          isFirst ? part(carried, edge, sight.by.counts()) : towards(carried, edge, sight);
      see(edge, seenNow, residual, now);
    } else if (!isLate) {
      raise(sight, residual, now);
    }
    if (areTold() && settings.has(Mechanism.RAISES_TAKEN_BACK)) {
      takeRaisesBack(sight, isLate, residual, now);
    }
    return culprit >= 0;
  }

  /**
   * An edge was thought to carry more than the file says: a late chunk may be late because of that,
   * and one that is not late shows it if more was to go over the edge, and did not.
   */
  private void takeRaisesBack(Sight sight, boolean isLate, ResidualNetwork residual, long now) {
    for (int i = 0; i < sight.flown.edges().length; i++) {
      int edge = sight.flown.edges()[i];
      boolean isRaised = alike.seen(edge) > told(edge) && !isOfSlowServer(edge);
      if (isRaised && (isLate || sight.isNoMoreThan(told(edge), i))) {
        see(edge, towards(told(edge), edge, sight), residual, now);
        if (isFilledByOne(edge)) {
          hop.lowerTo(estimate(edge));
        }
      }
    }
  }

  /** Whether the file says that one stream fills a link: so it does, whatever the link carries. */
  private boolean isFilledByOne(int edge) {
    return model.streams(edge) < 2;
  }

  private void raise(Sight sight, ResidualNetwork residual, long now) {
    for (int i = 0; i < sight.flown.edges().length; i++) {
      int edge = sight.flown.edges()[i];
      if (isOfSlowServer(edge)) {
        continue;
      }
      boolean isMore = sight.carried(i) > settings.of(Constant.NOISE) * estimate(edge);
      double inARowMore = alike.more(edge, isMore, sight.by.counts());
      double steps = Math.pow(settings.of(Constant.STEP), sight.by.counts());
      double atMost = Math.min(sight.carried(i), steps * estimate(edge));
      if (isMore && !areTold()) {
        see(edge, towards(atMost, edge, sight), residual, now);
      } else if (isMore && inARowMore >= settings.of(Constant.IN_A_ROW)) {
        see(edge, Math.min(atMost, settings.of(Constant.MOST_WRONG) * told(edge)), residual, now);
        if (isFilledByOne(edge)) {
          hop.raiseTo(estimate(edge));
        }
      } else if (settings.has(Mechanism.TRIED_LINKS)
          && residual.left(edge) <= 0
          && isTried(edge, sight)) {
        see(edge, estimate(edge) + sight.rate, residual, now);
      }
    }
  }

  /**
   * Whether a full edge, which may carry more than is thought, is to be tried with a stream more:
   * when as many chunks have been on time as there are edges like it.
   */
  private boolean isTried(int edge, Sight sight) {
    boolean mayCarryMore = !areTold() || (alike.seen(edge) > 0 && alike.seen(edge) < told(edge));
    return mayCarryMore && alike.onTime(edge, sight.by.counts()) >= alike.like(edge).length;
  }

  private double towards(double carried, int edge, Sight sight) {
    return part(carried, edge, settings.of(Constant.WEIGHT) * sight.by.counts());
  }

  private double part(double carried, int edge, double part) {
    return part >= 1 ? carried : estimate(edge) + part * (carried - estimate(edge));
  }

  private void see(int edge, double bytesPerSecond, ResidualNetwork residual, long now) {
    // What comes back to what the file says explains nobody's slowness.
    if (!areTold() && bytesPerSecond < estimate(edge)) {
      loweredAt = now;
    }
    alike.see(edge, bytesPerSecond);
    for (int other : alike.like(edge)) {
      residual.setCapacity(other, capacity(other));
    }
  }
}
