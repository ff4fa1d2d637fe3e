package org.peacescheduler.network.topology;

/**
 * What an operator hardly meant in a topology file that can be used all the same. The number of a
 * constant never changes and is never used again; docs/topology-errors.md explains each.
 */
public enum WarningCode {
  /** A range of hosts without brackets is the name of one host. */
  RANGE_WITHOUT_BRACKETS(101),
  /** Four numbers that are no address. */
  NO_ADDRESS(102),
  /** A host with a character that no host name has. */
  STRANGE_CHARACTER(103),
  /** A number of chunks that is the speed of a device. */
  NUMBER_LIKE_SPEED(104),
  /** A bandwidth whose point may be one between thousands. */
  POINT_BEFORE_THOUSANDS(105);

  private final int number;

  WarningCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** Returns the code as operators see it, for example {@code PEACE-TOPO-101}. */
  String code() {
    return DocumentKind.TOPOLOGY.code(number);
  }
}
