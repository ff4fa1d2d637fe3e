package org.peacescheduler.hdfs;

/** Throws checked exceptions through interfaces of HDFS that do not declare them. */
final class Unchecked {
  private Unchecked() {}

  /** Throws this, whatever it is. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // An erased cast: the point.
  static <E extends Throwable> E thrown(Throwable e) throws E {
    throw (E) e;
  }
}
