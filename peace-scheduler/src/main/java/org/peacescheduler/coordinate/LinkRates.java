package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Constant;

/**
 * What each edge carries and what one hop of a pipeline takes: as the topology says, corrected by
 * what is seen.
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
 * <p>A full edge of which the topology gives no bandwidth is tried out: now and then, when chunks
 * on it are on time, with a stream more. Servers' links of which the topology says the same are
 * taken to be alike. Confined to the coordinator's lock.
 */
final class LinkRates {
  private static final double MILLIS = 1000;

  private final NetworkModel model;
  private final SchedulerSettings settings;
  private final OptionalDouble toldHop;
  private final double late;
  private final double unexplained;
  private final double step;
  private final double noise;
  private final double mostWrong;
  private final double weight;
  private final double inARow;
  private final double partOfAStream;

  /** Which edges are taken to be alike: servers' links of which the topology says the same. */
  private final int[] kind;

  private final List<int[]> edgesOf = new ArrayList<>();

  /**
   * What edges of a kind have been seen to carry, in bytes per second; 0 if as the topology says.
   */
  private final double[] seen;

  private final int[] onTime;

  /** How many times in a row edges of a kind have carried more than is thought. */
  private final int[] more;

  private long loweredAt = Long.MIN_VALUE;

  /** What a byte takes whose writer keeps up with the network, in seconds; 0 if not known. */
  private double secondsPerByte;

  private double hop;
  private boolean isHopKnown;

  /** The topology is believed until something is seen. */
  LinkRates(NetworkModel model, SchedulerSettings settings) {
    this.model = model;
    this.settings = settings;
    OptionalDouble stream = model.topology().streamBytesPerSecond();
    late = settings.constants().of(Constant.LATE);
    unexplained = settings.constants().of(Constant.UNEXPLAINED);
    step = settings.constants().of(Constant.STEP);
    noise = settings.constants().of(Constant.NOISE);
    mostWrong = settings.constants().of(Constant.MOST_WRONG);
    weight = settings.constants().of(Constant.WEIGHT);
    inARow = settings.constants().of(Constant.EDGE_IN_A_ROW);
    partOfAStream = settings.constants().of(Constant.PART_OF_A_STREAM);
    double sent = settings.has(Mechanism.HEADROOM) ? settings.constants().of(Constant.HEADROOM) : 1;
    double payload = 1 / sent;
    toldHop = stream.isPresent() ? OptionalDouble.of(stream.getAsDouble() * payload) : stream;
    hop = toldHop.orElse(settings.constants().of(Constant.FIRST_RATE));
    isHopKnown = model.topology().isStreamRateTold();
    kind = kinds(model, edgesOf);
    seen = new double[edgesOf.size()];
    onTime = new int[seen.length];
    more = new int[seen.length];
  }

  private static int[] kinds(NetworkModel model, List<int[]> edgesOf) {
    Map<Object, List<Integer>> kinds = new LinkedHashMap<>();
    for (int edge = 0; edge < model.edges(); edge++) {
      Object key = model.isServerLink(edge) ? model.streams(edge) : model.edgeName(edge);
      kinds.computeIfAbsent(key, k -> new ArrayList<>()).add(edge);
    }
    int[] kind = new int[model.edges()];
    for (List<Integer> edges : kinds.values()) {
      edges.forEach(edge -> kind[edge] = edgesOf.size());
      edgesOf.add(edges.stream().mapToInt(e -> e).toArray());
    }
    return kind;
  }

  /** The same with another model: what was seen of an edge holds if the topology says the same. */
  static LinkRates after(LinkRates before, NetworkModel model) {
    LinkRates rates = new LinkRates(model, before.settings);
    if (!before.toldHop.equals(rates.toldHop)) {
      return rates;
    }
    rates.hop = before.hop;
    rates.isHopKnown = before.isHopKnown;
    Map<Object, Integer> known = new HashMap<>();
    for (int i = 0; i < before.seen.length; i++) {
      known.put(before.name(i), i);
    }
    for (int i = 0; i < rates.seen.length; i++) {
      Integer same = known.get(rates.name(i));
      if (same != null) {
        rates.seen[i] = before.seen[same];
      }
    }
    return rates;
  }

  /** What tells a kind of edges from others, in every model. */
  private Object name(int ofKind) {
    int edge = edgesOf.get(ofKind)[0];
    return model.isServerLink(edge)
        ? model.streams(edge)
        : model.edgeName(edge) + " " + model.streams(edge);
  }

  /** What one chunk sends where nothing else limits it, in bytes per second. */
  double stream() {
    // Whole bytes, so that n streams fill exactly a link of n.
    return Math.max(1, Math.floor(hop / model.topology().parts()));
  }

  /** What chunks have had of late, in bytes per second; a large number if that is not known. */
  double usual() {
    return 1 / secondsPerByte;
  }

  /** When an edge was last found to carry less than was thought, in milliseconds. */
  long loweredAt() {
    return loweredAt;
  }

  /** What an edge carries, in bytes per second; without what is left over of whole streams. */
  long capacity(int edge) {
    double carries = estimate(edge);
    double streams = carries / stream();
    double whole = Math.floor(streams);
    boolean isLittleLeft =
        whole >= 1 && streams - whole < partOfAStream && settings.has(Mechanism.LEFT_OVER);
    return Math.max(1, (long) (isLittleLeft ? whole * stream() : carries));
  }

  long[] capacities() {
    long[] capacities = new long[model.edges()];
    Arrays.setAll(capacities, this::capacity);
    return capacities;
  }

  private double estimate(int edge) {
    return seen[kind[edge]] > 0 ? seen[kind[edge]] : told(edge);
  }

  private double told(int edge) {
    return model.streams(edge) * toldHop.orElse(hop);
  }

  /** A chunk's duration, and which of its edges it tells of. */
  private final class Sight {
    final double bytes;
    final double seconds;
    final double rate;
    final double[] sharing;
    final int[] edges;

    /** What it would have sent if all that moved had shared its edges evenly. */
    final double due;

    double explained;
    double most = 1;

    /** What a chunk sends over these edges if nobody else does. */
    double fastest = stream();

    Sight(Lease lease, Leases leases, long bytes, long now) {
      this.bytes = (double) bytes;
      this.seconds = Math.max(1, now - lease.begin()) / MILLIS;
      this.rate = this.bytes / seconds;
      int length = 0;
      for (int h = 0; h < lease.hops(); h++) {
        length += lease.hop(h).length;
      }
      edges = new int[length];
      sharing = new double[length];
      due = leases.due(lease, now);
      explained = this.bytes / lease.bytesPerSecond();
      int at = 0;
      for (int h = 0; h < lease.hops(); h++) {
        for (int i = 0; i < lease.hop(h).length; i++) {
          edges[at] = lease.hop(h)[i];
          sharing[at] = leases.sharing(lease, h, i, now);
          most = Math.max(most, sharing[at]);
          fastest = Math.min(fastest, estimate(edges[at]));
          explained = Math.max(explained, this.bytes * sharing[at] / estimate(edges[at]));
          at++;
        }
      }
    }

    boolean isLate() {
      return seconds > late * explained;
    }

    boolean isUnexplained() {
      double explains = toldHop.isPresent() ? bytes / fastest : explained;
      return seconds > unexplained * explains && due > unexplained * bytes;
    }

    /**
     * Of the edges that several share, the one that is fullest by what the topology says, unless
     * one that is not shared is much fuller; or -1. An edge carries what a hop has been seen to
     * take.
     */
    int culprit() {
      int culprit = -1;
      double fullest = 0;
      for (int i = 0; i < edges.length; i++) {
        if (isHopKnown && step * carried(i) < hop) {
          continue;
        }
        fullest = Math.max(fullest, fullness(i));
        if (sharing[i] >= step && (culprit < 0 || fullness(i) > fullness(culprit))) {
          culprit = i;
        }
      }
      return culprit >= 0 && fullness(culprit) >= fullest / 2 ? culprit : -1;
    }

    /** What an edge has carried meanwhile, if all that shared it were as quick. */
    double carried(int i) {
      return rate * sharing[i];
    }

    private double fullness(int i) {
      return sharing[i] / model.streams(edges[i]);
    }
  }

  /**
   * What a chunk's end says of its writer.
   *
   * @param isSlow whether the chunk took longer than its edges explain
   * @param bytesPerSecond what its writer has sent
   */
  record Verdict(boolean isSlow, double bytesPerSecond) {}

  /** A full chunk has ended. */
  Verdict ended(Lease lease, Leases leases, ResidualNetwork residual, long bytes, long now) {
    Sight sight = new Sight(lease, leases, bytes, now);
    boolean wasSlow = lease.isWriterSlow && lease.bytesPerSecond() * noise < sight.fastest;
    double hopBefore = hop;
    if (!wasSlow && settings.has(Mechanism.STREAM_RATE)) {
      learnHop(sight);
    }
    boolean isBlamed = settings.has(Mechanism.LINK_RATES) && learnEdges(sight, residual, now);
    if (hop != hopBefore) {
      for (int edge = 0; edge < kind.length; edge++) {
        residual.setCapacity(edge, capacity(edge));
      }
    }
    if (wasSlow && sight.rate <= noise * lease.bytesPerSecond()) {
      return new Verdict(true, (double) lease.bytesPerSecond());
    }
    if (!isBlamed && sight.isUnexplained()) {
      return new Verdict(true, sight.rate);
    }
    double counts = secondsPerByte == 0 ? 1 : weight;
    secondsPerByte += counts * (1 / sight.rate - secondsPerByte);
    return new Verdict(false, sight.rate);
  }

  /** Whether an edge is to blame that the chunk was late. */
  private boolean learnEdges(Sight sight, ResidualNetwork residual, long now) {
    boolean isLate = sight.isLate();
    // A bandwidth in the file is more to be believed than that all who share it are not slow.
    int culprit = isLate && toldHop.isEmpty() ? sight.culprit() : -1;
    if (culprit >= 0) {
      int edge = sight.edges[culprit];
      double carried = sight.carried(culprit);
      see(edge, seen[kind[edge]] == 0 ? carried : towards(carried, edge), residual, now);
    } else if (!isLate) {
      raise(sight, residual, now);
    } else if (toldHop.isPresent() && settings.has(Mechanism.RAISES_TAKEN_BACK)) {
      takeRaisesBack(sight, residual, now);
    }
    return culprit >= 0;
  }

  /** A late chunk may be late because its edges were thought to carry more than the file says. */
  private void takeRaisesBack(Sight sight, ResidualNetwork residual, long now) {
    for (int edge : sight.edges) {
      if (seen[kind[edge]] > told(edge)) {
        see(edge, towards(told(edge), edge), residual, now);
        if (isFilledByOne(edge)) {
          hop = Math.max(toldHop.getAsDouble(), Math.min(hop, estimate(edge)));
        }
      }
    }
  }

  /** Whether the file says that one stream fills a link: so it does, whatever the link carries. */
  private boolean isFilledByOne(int edge) {
    return model.streams(edge) < 2;
  }

  private void learnHop(Sight sight) {
    if (sight.rate > noise * hop) {
      hop = Math.min(sight.rate, step * hop);
    } else if (sight.most < step && !isHopKnown) {
      hop = sight.rate;
      isHopKnown = true;
    }
  }

  private void raise(Sight sight, ResidualNetwork residual, long now) {
    for (int i = 0; i < sight.edges.length; i++) {
      int edge = sight.edges[i];
      boolean isMore = sight.carried(i) > noise * estimate(edge);
      more[kind[edge]] = isMore ? more[kind[edge]] + 1 : 0;
      double atMost = Math.min(sight.carried(i), step * estimate(edge));
      if (isMore && toldHop.isEmpty()) {
        see(edge, towards(atMost, edge), residual, now);
      } else if (isMore && more[kind[edge]] >= inARow) {
        see(edge, Math.min(atMost, mostWrong * told(edge)), residual, now);
        if (isFilledByOne(edge)) {
          hop = Math.max(hop, estimate(edge));
        }
      } else if (settings.has(Mechanism.TRIED_LINKS) && residual.left(edge) <= 0 && isTried(edge)) {
        see(edge, estimate(edge) + sight.rate, residual, now);
      }
    }
  }

  /**
   * Whether a full edge, which may carry more than is thought, is to be tried with a stream more:
   * when as many chunks have been on time as there are edges like it.
   */
  private boolean isTried(int edge) {
    int ofKind = kind[edge];
    boolean mayCarryMore = toldHop.isEmpty() || (seen[ofKind] > 0 && seen[ofKind] < told(edge));
    return mayCarryMore && ++onTime[ofKind] >= edgesOf.get(ofKind).length;
  }

  private double towards(double carried, int edge) {
    return estimate(edge) + weight * (carried - estimate(edge));
  }

  private void see(int edge, double bytesPerSecond, ResidualNetwork residual, long now) {
    // What comes back to what the file says explains nobody's slowness.
    if (toldHop.isEmpty() && bytesPerSecond < estimate(edge)) {
      loweredAt = now;
    }
    seen[kind[edge]] = bytesPerSecond;
    onTime[kind[edge]] = 0;
    more[kind[edge]] = 0;
    for (int alike : edgesOf.get(kind[edge])) {
      residual.setCapacity(alike, capacity(alike));
    }
  }
}
