package org.peacescheduler.coordinate;

/**
 * How much a user's chunk counts for what others are told by it.
 *
 * <p>Rates of links and of streams, and sizes of chunks, are learnt from everybody's chunks and
 * used for everybody's. So beside others a user has no more than his say: of the chunks of one user
 * in a row, with none of another one between them, the first counts in full and each next one half
 * as much as the one before. All of them together count less than two. After {@value
 * #BESIDE_MILLIS} ms such a row is over. A user who is alone counts in full each time.
 *
 * <p>Example: an estimate moves by a factor of 1.5 at most for a chunk that counts in full. A user
 * with a hundred quick chunks beside others moves it by 1.5² at most, and their next chunks move it
 * back.
 *
 * <p>Bound: two names of users, as {@link Names} keeps them. Confined to the coordinator's lock.
 */
final class Witnesses {
  /** Who has asked for a chunk within this time writes beside others. */
  static final long BESIDE_MILLIS = 60_000;

  /** What a chunk counts beside the one before it, of the same user. */
  private static final double NEXT = 0.5;

  private static final long NEVER = Long.MIN_VALUE / 2;

  /** The user who asked last, and when; and when another one last did before. */
  private String asked = "";

  private long askedAt = NEVER;
  private long otherAskedAt = NEVER;

  /** Whose chunks the row is of, when it began, and what its next one counts. */
  private String inRow = "";

  private long rowBegan = NEVER;
  private double next = 1;

  /** A user asks for a chunk. */
  void asks(String user, long now) {
    String name = Names.kept(user);
    if (!name.equals(asked)) {
      otherAskedAt = askedAt;
      asked = name;
    }
    askedAt = now;
  }

  /** What a chunk of a user counts that has ended: 1, or less. */
  double weight(String user, long now) {
    String name = Names.kept(user);
    if (!name.equals(inRow) || now - rowBegan >= BESIDE_MILLIS || isAlone(user, now)) {
      inRow = name;
      rowBegan = now;
      next = 1;
    }
    double weight = next;
    next *= NEXT;
    return weight;
  }

  /** Whether nobody else has asked for a chunk of late. */
  boolean isAlone(String user, long now) {
    long other = Names.kept(user).equals(asked) ? otherAskedAt : askedAt;
    return now - other > BESIDE_MILLIS;
  }
}
