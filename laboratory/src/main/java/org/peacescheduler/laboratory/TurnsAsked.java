package org.peacescheduler.laboratory;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.client.Turn;

/**
 * How the writers of a configuration are to get their turns, as its suffix says. Immutable.
 *
 * <pre>
 * peace-patched              no turns
 * peace-patched+turns        by the request protocol, which its NameNode then offers
 * peace-patched+first-block  by the first block, since its NameNode takes no requests
 * stock+unreachable          by the first block, since nobody answers where clients ask
 * </pre>
 *
 * <p>Writers go by what the NameNode offers, as anywhere. So a run in which they went another way
 * measured something else than what was asked for; {@link #problem} says so.
 *
 * @param suffix {@code turns}, {@code first-block} or {@code unreachable}; empty: without turns
 * @param without the configuration without the suffix
 */
public record TurnsAsked(Optional<String> suffix, String without) {
  private static final String TURNS = "turns";
  private static final String FIRST_BLOCK = "first-block";
  private static final String UNREACHABLE = "unreachable";
  private static final List<String> SUFFIXES = List.of(TURNS, FIRST_BLOCK, UNREACHABLE);

  /**
   * Reads the suffix.
   *
   * @throws IllegalArgumentException with the value and a remedy
   */
  public static TurnsAsked parse(String configuration) {
    List<String> parts = Arrays.asList(configuration.split("\\+", -1));
    List<String> asked = parts.stream().filter(SUFFIXES::contains).toList();
    if (asked.size() > 1) {
      throw new IllegalArgumentException(
          "'%s' asks for turns in two ways. Maybe leave '+%s' out."
              .formatted(configuration, asked.get(1)));
    }
    String without =
        String.join("+", parts.stream().filter(part -> !SUFFIXES.contains(part)).toList());
    return new TurnsAsked(asked.stream().findFirst(), without);
  }

  /**
   * What the testbed is told.
   *
   * @param others of the configuration, without this suffix and others that are not for HDFS
   * @throws IllegalArgumentException if its NameNode cannot offer that way; with a remedy
   */
  public String hdfs(String others) {
    if (suffix.equals(Optional.of(UNREACHABLE))) {
      return others + "+" + UNREACHABLE;
    }
    if (!suffix.equals(Optional.of(TURNS))) {
      return others;
    }
    if (!others.startsWith("peace")) {
      throw new IllegalArgumentException(
          "'%s+turns' goes by the request protocol, which is Peace's. Maybe '%s+first-block'."
              .formatted(others, others));
    }
    return others + "+requests";
  }

  /** Whether there are turns. */
  public boolean asked() {
    return suffix.isPresent();
  }

  /** The way by which they are to come. */
  private Optional<Turn.Way> way() {
    return suffix.map(s -> s.equals(TURNS) ? Turn.Way.PROTOCOL : Turn.Way.FIRST_BLOCK);
  }

  /**
   * What is wrong with turns that were got, with a remedy.
   *
   * @param who got them
   * @param ways how, of those that came in time
   */
  public Optional<String> problem(String who, Collection<Turn.Way> ways) {
    return way()
        .flatMap(
            right ->
                ways.stream()
                    .filter(got -> got != right)
                    .findFirst()
                    .map(
                        got ->
                            "%s got its turn by %s, and '%s+%s' asks for one by %s. Maybe the NameNode's log says why."
                                .formatted(who, got, without, suffix.orElseThrow(), right)));
  }
}
