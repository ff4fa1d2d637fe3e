package org.peacescheduler.network.topology;

/**
 * What can be wrong with a topology file. The number of a constant never changes and is never used
 * again, because operators search for it; docs/topology-errors.md explains each.
 */
public enum ProblemCode {
  UNREADABLE_FILE(1),
  YAML_SYNTAX(2),
  UNDECLARED_SWITCH(3),
  FILE_TOO_LARGE(4),
  BAD_CHARACTER(5),
  EMPTY_FILE(6),
  SEVERAL_DOCUMENTS(7),
  DOCUMENT_LIMIT(8),
  WRONG_TYPE(9),
  MISSING_KEY(10),
  UNKNOWN_KEY(11),
  DUPLICATE_KEY(12),
  UNSUPPORTED_VERSION(13),
  BAD_CAPACITY(14),
  ABSURD_CAPACITY(15),
  BAD_BANDWIDTH(16),
  NO_STREAM_RATE(17),
  LESS_THAN_ONE_CHUNK(18),
  BAD_NAME(19),
  BAD_RACK(20),
  DUPLICATE_SWITCH(21),
  BAD_LINK_ENDS(22),
  LINK_TO_ITSELF(23),
  BAD_HOST_PATTERN(24),
  TOO_MANY_HOSTS(25),
  DUPLICATE_HOST(26),
  HOST_NAMED_LIKE_SWITCH(27),
  UNREACHABLE_SERVERS(28),
  NO_SERVERS(29),
  UNKNOWN_CONSTRAINT(30),
  EMPTY_LIST(31),
  MISPLACED_LOCAL(32),
  TOO_MANY_PROBLEMS(33),
  OTHER_FORMAT(34);

  private final int number;

  ProblemCode(int number) {
    this.number = number;
  }

  /** Returns the number, which problems of all kinds of files share. */
  int number() {
    return number;
  }

  /** Returns the code as operators see it, for example {@code PEACE-TOPO-003}. */
  String code() {
    return DocumentKind.TOPOLOGY.code(number);
  }
}
