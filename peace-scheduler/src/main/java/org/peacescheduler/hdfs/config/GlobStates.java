package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The states of a {@link Glob}, all of which are followed at once, one bit each.
 *
 * <p>A path cannot choose how long that takes, whatever the glob. A regular expression of Java
 * tries one way after the other: with two {@code **}, 1.5 s for a path of 64,000 characters. RE2/J,
 * which Hadoop brings, is linear too, but takes 1.1 ms a glob for a path of 8,000 characters.
 *
 * <p>State 0 is the beginning. A state may take a character, which leads to the next state; it may
 * stay for any number of characters, which is a star; it may jump on without a character, which is
 * how braces are entered and left. What the glob's names stand for is found by following the states
 * from the path's end to its beginning: then a state is there at a character if what follows can be
 * matched from it, and one walk from the beginning finds the names without trying.
 *
 * <p>Example: {@code /*b} has the states 0, which takes a slash, 1, which stays in a name and takes
 * b, and 2, the end. Of {@code /ab}, after the slash state 1 is there, after a still, and after b
 * states 1 and 2: it matches.
 *
 * <p>Cost: some operations for each character of the path, for each jump and each 64 states, which
 * a glob of 60 characters has: of a path of 8,000 characters 20 to 60 µs, and 70 to 100 µs where
 * the glob is twice as long. Immutable.
 */
final class GlobStates {
  private static final int ASCII = 128;

  private final int end;

  /** So many longs have a bit for each state; the arrays of states below have as many of each. */
  private final int words;

  /** The first characters of the kinds of characters that the states tell apart, in order. */
  private final int[] kinds;

  private final int[] kindOfAscii = new int[ASCII];

  /** By kind, the states that take such a character. */
  private final long[] takes;

  /** By kind, the states that stay. */
  private final long[] stays;

  /** By jump, in the order of the glob's text, the states that it leads from, and to. */
  private final long[] jumpsFrom;

  private final long[] jumpsTo;

  /** The states that are there at the beginning, and those that are matches at the end. */
  private final long[] first;

  private final long[] accepting;

  /** The state that is a match whatever follows, if there is one. */
  private final long[] below;

  /** The states in which the parts that the glob names begin and end, by turns. */
  private final int[] bounds;

  private GlobStates(Builder built) {
    end = built.state;
    words = end / Long.SIZE + 1;
    kinds = built.kinds();
    for (int c = 0; c < ASCII; c++) {
      kindOfAscii[c] = search(c);
    }
    takes = bits(Arrays.stream(kinds).mapToObj(built::taking).toList());
    stays = bits(Arrays.stream(kinds).mapToObj(built::staying).toList());
    jumpsFrom = bits(built.jumps.stream().map(jump -> jump.from).toList());
    jumpsTo = bits(built.jumps.stream().map(jump -> jump.to).toList());
    BitSet begin = new BitSet();
    begin.set(0);
    first = bits(List.of(begin));
    jump(first);
    accepting = bits(List.of(built.accepting));
    jumpBack(accepting, 0);
    below = bits(List.of(built.below));
    bounds = built.bounds.stream().mapToInt(Integer::intValue).toArray();
  }

  private long[] bits(List<BitSet> sets) {
    long[] bits = new long[sets.size() * words];
    for (int i = 0; i < sets.size(); i++) {
      long[] set = sets.get(i).toLongArray();
      System.arraycopy(set, 0, bits, i * words, set.length);
    }
    return bits;
  }

  /** Whether a whole text is matched. */
  boolean matches(String text) {
    return words == 1 ? matchesNarrow(text) : matchesWide(text);
  }

  /** With 64 states at most, which is four times as fast. */
  private boolean matchesNarrow(String text) {
    long there = first[0];
    for (int i = 0; i < text.length() && there != 0; ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int kind = kind(c);
      there = ((there & takes[kind]) << 1) | (there & stays[kind]);
      for (int j = 0; j < jumpsFrom.length; j++) {
        there |= (there & jumpsFrom[j]) != 0 ? jumpsTo[j] : 0;
      }
      if ((there & below[0]) != 0) {
        return true;
      }
    }
    return (there & accepting[0]) != 0;
  }

  private boolean matchesWide(String text) {
    long[] there = first.clone();
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (!step(kind(c) * words, there)) {
        return false;
      }
      jump(there);
      if (meet(there, 0, below, 0)) {
        return true;
      }
    }
    return meet(there, 0, accepting, 0);
  }

  /** From the states before a character to those after it; false if there are none. */
  private boolean step(int kind, long[] there) {
    long carried = 0;
    long any = 0;
    for (int i = 0; i < words; i++) {
      long taking = there[i] & takes[kind + i];
      there[i] = (taking << 1) | carried | (there[i] & stays[kind + i]);
      carried = taking >>> (Long.SIZE - 1);
      any |= there[i];
    }
    return any != 0;
  }

  private void jump(long[] there) {
    for (int jump = 0; jump < jumpsFrom.length; jump += words) {
      if (meet(there, 0, jumpsFrom, jump)) {
        add(there, 0, jumpsTo, jump);
      }
    }
  }

  /**
   * The parts that the glob names of a text that it matches. Each of them is as long as it can be,
   * those at the text's beginning before the others.
   */
  Optional<List<String>> parts(String text) {
    if (!matches(text)) {
      return Optional.empty();
    }
    long[] there = new long[(text.length() + 1) * words];
    System.arraycopy(accepting, 0, there, text.length() * words, words);
    for (int i = text.length(); i > 0; ) {
      int c = text.codePointBefore(i);
      int before = i - Character.charCount(c);
      stepBack(kind(c) * words, there, i * words, before * words);
      jumpBack(there, before * words);
      i = before;
    }
    return Optional.of(walk(text, there));
  }

  /** From the states after a character to those before it. */
  private void stepBack(int kind, long[] there, int after, int before) {
    long carried = 0;
    for (int i = words - 1; i >= 0; i--) {
      long these = there[after + i];
      there[before + i] = (((these >>> 1) | carried) & takes[kind + i]) | (these & stays[kind + i]);
      carried = these << (Long.SIZE - 1);
    }
  }

  private void jumpBack(long[] there, int offset) {
    for (int jump = jumpsFrom.length - words; jump >= 0; jump -= words) {
      if (meet(there, offset, jumpsTo, jump)) {
        add(there, offset, jumpsFrom, jump);
      }
    }
  }

  private List<String> walk(String text, long[] there) {
    List<String> parts = new ArrayList<>();
    int state = 0;
    int begin = 0;
    int at = 0;
    int bound = 0;
    while (bound < bounds.length) {
      int c = at < text.length() ? text.codePointAt(at) : -1;
      int next = at + Character.charCount(c);
      if (c >= 0 && has(stays, kind(c), state) && has(there, next, state)) {
        at = next;
      } else if (c >= 0 && has(takes, kind(c), state) && has(there, next, state + 1)) {
        at = next;
        state++;
      } else {
        state = jumped(state, there, at);
        if (state == bounds[bound]) {
          if (bound % 2 == 1) {
            parts.add(text.substring(begin, at));
          }
          begin = at;
          bound++;
        }
      }
    }
    return parts;
  }

  /** Where a state jumps to: the first alternative of those that are there. */
  private int jumped(int state, long[] there, int at) {
    for (int jump = 0; jump < jumpsFrom.length / words; jump++) {
      for (int to = state + 1; has(jumpsFrom, jump, state) && to <= end; to++) {
        if (has(jumpsTo, jump, to) && has(there, at, to)) {
          return to;
        }
      }
    }
    throw new IllegalStateException("state " + state + " leads nowhere");
  }

  private boolean has(long[] sets, int set, int state) {
    return ((sets[set * words + state / Long.SIZE] >>> state) & 1) != 0;
  }

  private boolean meet(long[] some, int offset, long[] others, int otherOffset) {
    long both = 0;
    for (int i = 0; i < words; i++) {
      both |= some[offset + i] & others[otherOffset + i];
    }
    return both != 0;
  }

  private void add(long[] there, int offset, long[] others, int otherOffset) {
    for (int i = 0; i < words; i++) {
      there[offset + i] |= others[otherOffset + i];
    }
  }

  private int kind(int c) {
    return c < ASCII ? kindOfAscii[c] : search(c);
  }

  private int search(int c) {
    int found = Arrays.binarySearch(kinds, c);
    return found < 0 ? -found - 2 : found;
  }

  /** Adds states in the order of a glob's text. For one thread. */
  static final class Builder {
    private final List<Chars> taken = new ArrayList<>();
    private final List<Integer> takers = new ArrayList<>();
    private final BitSet staysInAName = new BitSet();
    private final BitSet staysAnywhere = new BitSet();
    private final BitSet accepting = new BitSet();
    private final List<Links> jumps = new ArrayList<>();
    private final List<Integer> bounds = new ArrayList<>();
    private final BitSet below = new BitSet();
    private Links in = new Links();
    private Links out = new Links();
    private int state;

    private static final class Links {
      private final BitSet from = new BitSet();
      private final BitSet to = new BitSet();
    }

    /** One of some characters. */
    void take(Chars chars) {
      taken.add(chars);
      takers.add(state);
      state++;
    }

    /** Any number of characters of a name. */
    void stayInAName() {
      staysInAName.set(state);
    }

    /** Any number of characters. */
    void stayAnywhere() {
      staysInAName.set(state);
      staysAnywhere.set(state);
    }

    /** Either what follows, until {@link #or}, or others, until {@link #endEither}. */
    void either() {
      in = addLinks();
      out = addLinks();
      in.from.set(state);
      state++;
      in.to.set(state);
    }

    /** Ends an alternative, and begins another. */
    void or() {
      out.from.set(state);
      state++;
      in.to.set(state);
    }

    /** Ends the last alternative. */
    void endEither() {
      out.from.set(state);
      state++;
      out.to.set(state);
    }

    /** What is named begins here, or ends. */
    void bound() {
      Links links = addLinks();
      links.from.set(state);
      state++;
      links.to.set(state);
      bounds.add(state);
    }

    private Links addLinks() {
      Links links = new Links();
      jumps.add(links);
      return links;
    }

    /** Matches whole texts. */
    GlobStates exactly() {
      accepting.set(state);
      return new GlobStates(this);
    }

    /** Matches whole paths, and what is below them. */
    GlobStates covering() {
      accepting.set(state);
      take(Chars.of('/'));
      stayAnywhere();
      below.set(state);
      return exactly();
    }

    private BitSet staying(int c) {
      return c == '/' ? staysAnywhere : staysInAName;
    }

    private BitSet taking(int c) {
      BitSet states = new BitSet();
      for (int i = 0; i < taken.size(); i++) {
        states.set(takers.get(i), taken.get(i).take(c));
      }
      return states;
    }

    /** Of characters of one kind, all or none are in a place's range. */
    private int[] kinds() {
      TreeSet<Integer> firsts = new TreeSet<>(List.of(0, (int) '/', '/' + 1));
      for (Chars chars : taken) {
        for (Chars.Range range : chars.ranges()) {
          firsts.add(range.from());
          firsts.add(range.to() + 1);
        }
      }
      return firsts.stream().mapToInt(Integer::intValue).toArray();
    }
  }
}
