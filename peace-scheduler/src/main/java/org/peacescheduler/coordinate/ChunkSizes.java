package org.peacescheduler.coordinate;

import java.util.Map;
import org.peacescheduler.schedule.Constant;

/**
 * How large a chunk will be: nobody says before its end.
 *
 * <p>A file that has written a chunk is taken to fill the next one too; a file's first chunk to be
 * as large as the largest of its user of late, or of all users if nothing is known of him. The
 * largest is forgotten slowly, so that small files among large ones do not make the large ones seem
 * small.
 *
 * <p>What a chunk <em>claims</em> is another thing: so many bytes it may take to send before it is
 * overdue. A client chooses its file's block size, up to terabytes, so a claim is at most what the
 * operator's blocks have ({@link SchedulerSettings#ordinaryBytes}), unless it is paid for: what a
 * user's chunks have really had beyond that, as HDFS says, is what his next ones may claim beyond
 * it. A claim takes its payment with it, and an end brings back what was written. So idle files
 * hold no more, all together, than chunks of the operator's size do, and what their user has
 * written once.
 *
 * <p>Example: the operator's blocks have 128 MiB. A file with blocks of 12 GiB claims 128 MiB. Its
 * first block is written, in full; the second one claims 12 GiB. It stays idle: the third one
 * claims 128 MiB.
 *
 * <p>Bounds: {@value #REMEMBERED} users, those who wrote last, two numbers each; a user's payment
 * {@value #MOST_PAID} times what his largest chunk was beyond the operator's size. Only bytes that
 * HDFS has written teach anything. Confined to the coordinator's lock.
 */
final class ChunkSizes {
  /** So many users are remembered; of more, those who wrote nothing for longest are forgotten. */
  private static final int REMEMBERED = 10_000;

  /** A user has so many chunks at most that are larger than the operator's, and have not moved. */
  static final int MOST_PAID = 64;

  private final double forgetting;
  private final long ordinary;
  private final Map<String, Of> users = Remembered.byUse(REMEMBERED);
  private final Of all = new Of();

  ChunkSizes(SchedulerSettings settings) {
    forgetting = settings.of(Constant.FORGETTING);
    ordinary = settings.ordinaryBytes();
  }

  /** What is known of a user's chunks. */
  private static final class Of {
    /** The largest of late, in bytes; 0 if nothing is known. */
    private double largest;

    /** What they had beyond the operator's size and has not been claimed since, in bytes. */
    private long paid;

    void learn(double bytes, double weight) {
      largest = bytes > largest ? bytes : largest + weight * (bytes - largest);
    }

    void pay(long bytes) {
      long most = bytes > Long.MAX_VALUE / MOST_PAID ? Long.MAX_VALUE : MOST_PAID * bytes;
      paid = Math.max(paid, Math.min(most, saturated(paid, bytes)));
    }

    private static long saturated(long a, long b) {
      return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
  }

  /**
   * A chunk of a user has been written, and had so many bytes as HDFS says; 0 if that is not known.
   *
   * @param weight what it counts for other users, at most 1
   */
  void learn(String user, long bytes, double weight) {
    if (bytes <= 0) {
      return;
    }
    Of own = users.computeIfAbsent(Names.kept(user), name -> new Of());
    own.learn((double) bytes, forgetting);
    all.learn((double) bytes, forgetting * weight);
    if (bytes > ordinary) {
      own.pay(bytes - ordinary);
    }
  }

  /**
   * What a chunk is expected to have.
   *
   * @param isFirst whether it is its file's first
   * @param fullBytes the bytes of a full chunk; 0 if that is not known
   */
  long expected(String user, boolean isFirst, long fullBytes) {
    if (!isFirst) {
      return fullBytes;
    }
    Of own = users.get(Names.kept(user));
    double largest = own == null ? all.largest : own.largest;
    return largest > 0 ? (long) Math.min(largest, (double) fullBytes) : fullBytes;
  }

  /**
   * What a chunk of a user claims, in bytes; 0 if nothing is known of its size. To be asked once
   * for a chunk, for a claim beyond the operator's size takes its payment.
   */
  long claim(String user, long fullBytes) {
    if (fullBytes <= ordinary) {
      boolean isBounded = fullBytes == 0 && ordinary < Long.MAX_VALUE;
      return isBounded ? ordinary : fullBytes;
    }
    Of own = users.get(Names.kept(user));
    if (own == null) {
      return ordinary;
    }
    long more = Math.min(fullBytes - ordinary, own.paid);
    own.paid -= more;
    return ordinary + more;
  }

  /**
   * What chunks have, as far as that is known of all users together, in bytes: the largest of late,
   * at most the operator's size; 0 if nothing is known.
   */
  double ordinary() {
    return Math.min(all.largest, (double) ordinary);
  }
}
