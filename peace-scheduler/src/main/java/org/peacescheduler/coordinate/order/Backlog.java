package org.peacescheduler.coordinate.order;

/**
 * Work in an order, and how much of it there is up to a place: a treap in which each node knows the
 * sum below it (Seidel and Aragon, "Randomized search trees", Algorithmica 1996).
 *
 * <p>Cost of each call: the logarithm of the number of entries. Confined to the coordinator's lock.
 */
final class Backlog {
  /** One piece of work; of equal places the smaller number is first. */
  private static final class Node {
    final double place;
    final long number;
    final long priority;
    double work;
    double sum;
    Node left;
    Node right;

    Node(double place, long number, double work) {
      this.place = place;
      this.number = number;
      this.priority = mix(number);
      this.work = work;
      addUp();
    }

    void addUp() {
      sum = sum(left) + work + sum(right);
    }
  }

  private Node root;

  /** Numbers count up; without being mixed they would make a list of the tree. */
  private static long mix(long number) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  private static double sum(Node node) {
    return node == null ? 0 : node.sum;
  }

  private static boolean isBefore(Node node, double place, long number) {
    return node.place < place || (node.place == place && node.number < number);
  }

  /** Adds work; there is none yet of this place and number. */
  void add(double place, long number, double work) {
    root = add(root, new Node(place, number, work));
  }

  private static Node add(Node at, Node added) {
    if (at == null) {
      return added;
    }
    if (added.priority > at.priority) {
      split(at, added);
      added.addUp();
      return added;
    }
    if (isBefore(at, added.place, added.number)) {
      at.right = add(at.right, added);
    } else {
      at.left = add(at.left, added);
    }
    at.addUp();
    return at;
  }

  /** Hangs what is before a node to its left, and what is behind it to its right. */
  private static void split(Node at, Node by) {
    if (at == null) {
      by.left = null;
      by.right = null;
      return;
    }
    if (isBefore(at, by.place, by.number)) {
      split(at.right, by);
      at.right = by.left;
      by.left = at;
    } else {
      split(at.left, by);
      at.left = by.right;
      by.right = at;
    }
    at.addUp();
  }

  /** Takes away what is left of a piece of work; how much it is, 0 if it is done. */
  double remove(double place, long number) {
    double work = at(place, number);
    if (work > 0) {
      root = remove(root, place, number);
    }
    return work;
  }

  /** What is left of a piece of work; 0 if it is done. */
  double at(double place, long number) {
    Node at = root;
    while (at != null && !(at.number == number && at.place == place)) {
      at = isBefore(at, place, number) ? at.right : at.left;
    }
    return at == null ? 0 : at.work;
  }

  private static Node remove(Node at, double place, long number) {
    if (at.number == number && at.place == place) {
      return join(at.left, at.right);
    }
    if (isBefore(at, place, number)) {
      at.right = remove(at.right, place, number);
    } else {
      at.left = remove(at.left, place, number);
    }
    at.addUp();
    return at;
  }

  private static Node join(Node before, Node behind) {
    if (before == null || behind == null) {
      return before == null ? behind : before;
    }
    if (before.priority > behind.priority) {
      before.right = join(before.right, behind);
      before.addUp();
      return before;
    }
    behind.left = join(before, behind.left);
    behind.addUp();
    return behind;
  }

  /** How much there is before a place and number. */
  double before(double place, long number) {
    double sum = 0;
    Node at = root;
    while (at != null) {
      if (isBefore(at, place, number)) {
        sum += sum(at.left) + at.work;
        at = at.right;
      } else {
        at = at.left;
      }
    }
    return sum;
  }

  /** Does so much of the work, the first first. */
  void work(double amount) {
    root = work(root, amount);
  }

  private static Node work(Node at, double amount) {
    if (at == null || amount >= at.sum) {
      return null;
    }
    double before = sum(at.left);
    at.left = work(at.left, amount);
    if (amount >= before + at.work) {
      return work(at.right, amount - before - at.work);
    }
    at.work -= Math.max(0, amount - before);
    at.addUp();
    return at;
  }
}
