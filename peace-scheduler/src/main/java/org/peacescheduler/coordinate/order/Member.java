package org.peacescheduler.coordinate.order;

/**
 * One client on one host that writes for a group, and what is known of its bytes. Confined to the
 * coordinator's lock.
 */
public final class Member {
  private final Group group;
  private final int number;
  private final Sender sender;
  private final double slack;

  private int replication = 1;
  private double written;
  double asked;
  private double largestAsked;
  private double estimate;
  private boolean isTold;

  /** How many of its files are open. */
  int files;

  Member(Group group, int number, String host, int ordinal, Bandwidths bandwidths, double slack) {
    this.group = group;
    this.number = number;
    this.slack = slack;
    this.sender =
        new Sender(host, host + '#' + ordinal, bandwidths.switchOf(host), bandwidths.ownLink(host));
  }

  /** Where it sends from; the own link in bytes per second. */
  private record Sender(String host, String place, String switchName, double ownLink) {}

  @Override
  public int hashCode() {
    return Integer.reverse(group.hashCode()) ^ number; // Both are counted from 0.
  }

  /** What it writes for. */
  public Group group() {
    return group;
  }

  /** Counts the group's members in the order of their first files. */
  public int number() {
    return number;
  }

  /** Whether somebody has said how much the group writes. */
  public boolean isOfAnnounced() {
    return group.isAnnounced;
  }

  /** How long all its bytes take on its own link, in seconds. */
  public double ownSeconds() {
    return estimate / sender.ownLink();
  }

  /**
   * Where it stands among its group's members: smaller goes first. In a named group that is who
   * takes longest, so that the group ends early. Without a name it is who takes least, as if each
   * member were a group: then who writes little is not as late as who writes much. Of whom nothing
   * is known is taken to be as large as the largest that has ended, until it is larger; so equal
   * ones go one after the other.
   */
  public double standing() {
    return group.standing(this);
  }

  String host() {
    return sender.host();
  }

  /** Its host, and the how manieth of the group's members there it is. */
  String place() {
    return sender.place();
  }

  String switchName() {
    return sender.switchName();
  }

  /** Bytes that go into servers. */
  double copies() {
    return estimate * replication;
  }

  double estimate() {
    return estimate;
  }

  double written() {
    return written;
  }

  /** What it has not written yet, as far as that is known. */
  double backlog() {
    return isTold ? Math.max(asked, estimate - written) : asked;
  }

  /** It announces so many bytes, or is known to write so many. */
  void tell(double bytes) {
    isTold = true;
    estimate = Math.max(estimate, bytes);
  }

  boolean isTold() {
    return isTold;
  }

  /**
   * It asks for a chunk. If that is more than was expected, twice as much is expected.
   *
   * @param bytes what the chunk is taken to have
   */
  void ask(double bytes, int replicas) {
    replication = replicas;
    asked += bytes;
    largestAsked = Math.max(largestAsked, bytes);
    if (estimate == 0) {
      estimate = asked;
    }
    // A told size is believed beyond doubt: how large a chunk is shows when it is written.
    double known = written + asked - (isTold ? largestAsked : 0);
    while (known > slack * estimate) {
      estimate *= 2;
    }
  }

  /** A chunk has been written. */
  void write(double askedFor, double bytes) {
    withdraw(askedFor);
    written += bytes;
    while (written > slack * estimate) {
      estimate = estimate == 0 ? written : 2 * estimate;
    }
  }

  /** A chunk that it has asked for is not written. */
  void withdraw(double askedFor) {
    asked = Math.max(0, asked - askedFor);
    largestAsked = asked == 0 ? 0 : largestAsked;
  }

  /** It writes no more. */
  void settle() {
    estimate = written;
  }
}
