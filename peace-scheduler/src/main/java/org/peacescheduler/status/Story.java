package org.peacescheduler.status;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * What became of one chunk, as far as events tell, and who was before it.
 *
 * <p>Example: asked at 12:00:01, waited for {@code tor1->tor2}, which two chunks of bob held; three
 * more of bob were let in before it; got h2, h3 after 1.2 s. Confined to one thread.
 */
final class Story {
  /** So many holders, and so many that were before it, are told apart; the others are counted. */
  private static final int MOST_NAMES = 50;

  private static final String OTHERS = "others";

  final Chunk chunk;

  /** When it was asked for; that of its first event if that was not seen. */
  final long asked;

  Optional<SchedulerEvent.Deferred> deferred = Optional.empty();
  Optional<SchedulerEvent.Granted> granted = Optional.empty();
  Optional<SchedulerEvent.Placed> placed = Optional.empty();
  Optional<SchedulerEvent.Fallback> fallback = Optional.empty();
  Optional<SchedulerEvent.Done> done = Optional.empty();
  Optional<SchedulerEvent.Released> released = Optional.empty();

  /** Datanodes that HDFS refused. */
  final TreeSet<String> refused = new TreeSet<>();

  /** Whose chunks held the links that it waited for when it began to wait, and how many. */
  final Map<String, Integer> holders = new LinkedHashMap<>();

  /** Whose chunks were let in over these links while it waited, and how many. */
  final Map<String, Integer> before = new LinkedHashMap<>();

  Story(Chunk chunk, long asked) {
    this.chunk = chunk;
    this.asked = asked;
  }

  static void count(Map<String, Integer> into, String whose) {
    boolean isKnown = into.containsKey(whose) || into.size() < MOST_NAMES;
    into.merge(isKnown ? whose : OTHERS, 1, Integer::sum);
  }

  /** Takes in what happened to it. */
  void add(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Deferred e) {
      deferred = Optional.of(e);
    } else if (event instanceof SchedulerEvent.Granted e) {
      granted = Optional.of(e);
    } else if (event instanceof SchedulerEvent.Placed e) {
      placed = Optional.of(e);
    } else if (event instanceof SchedulerEvent.Fallback e) {
      fallback = Optional.of(e);
      granted = Optional.empty();
    } else if (event instanceof SchedulerEvent.Done e) {
      done = Optional.of(e);
    } else if (event instanceof SchedulerEvent.Released e) {
      released = Optional.of(e);
    } else if (event instanceof SchedulerEvent.Refused e) {
      refused.addAll(e.nodes());
    }
  }

  /** Whether it waits, as far as events tell. */
  boolean waits() {
    return deferred.isPresent() && !isOver() && granted.isEmpty();
  }

  private boolean isOver() {
    return placed.isPresent() || fallback.isPresent() || released.isPresent();
  }

  /** What it did not have to wait for. */
  Optional<Exemption> exempt() {
    return placed
        .flatMap(SchedulerEvent.Placed::exempt)
        .or(() -> granted.flatMap(SchedulerEvent.Granted::exempt));
  }

  /** Why the stock policy placed it. */
  Optional<FallbackReason> reason() {
    return fallback.map(SchedulerEvent.Fallback::reason);
  }

  /** Where it was written; nothing if that is not known. */
  List<String> nodes() {
    return placed
        .map(SchedulerEvent.Placed::nodes)
        .or(() -> granted.map(SchedulerEvent.Granted::nodes))
        .orElse(List.of());
  }

  /** Links that it waited for. */
  List<String> blockedBy() {
    return deferred.map(SchedulerEvent.Deferred::blockedBy).orElse(List.of());
  }

  /**
   * The story in sentences, in the order in which things happened.
   *
   * @param mode of the NameNode now; empty if that is not known, as of a trace
   */
  List<String> sentences(String mode) {
    List<String> told = new ArrayList<>();
    told.add(
        "Chunk %d of %s (user %s, written from %s) was asked for at %s."
            .formatted(
                chunk.number(),
                chunk.path(),
                known(chunk.user()),
                known(chunk.writer()),
                Text.time(asked)));
    deferred.ifPresent(event -> told.addAll(wait(event)));
    fallback.ifPresent(
        event -> {
          Reasons.Reason why = Reasons.of(event.reason());
          told.add(
              "The stock policy placed it (%s): %s %s %s"
                  .formatted(event.reason().text(), why.cause(), detail(event), why.remedy()));
        });
    exempt()
        .ifPresent(
            kind -> {
              Reasons.Reason why = Reasons.of(kind, mode);
              told.add(
                  "It did not wait%s (%s): %s %s"
                      .formatted(
                          deferred.isPresent() ? " any longer" : "",
                          kind.text(),
                          why.cause(),
                          why.remedy()));
            });
    if (granted.isPresent() && deferred.isEmpty() && exempt().isEmpty()) {
      told.add("It did not wait: its links had room.");
    }
    if (!refused.isEmpty()) {
      told.add("HDFS refused %s for it.".formatted(Text.some(List.copyOf(refused))));
    }
    if (!nodes().isEmpty()) {
      told.add(place());
    }
    told.addAll(end());
    return told;
  }

  private static String known(String name) {
    return name.isEmpty() ? "unknown" : name;
  }

  private static String detail(SchedulerEvent.Fallback event) {
    return event.detail().isEmpty() ? "" : "(" + event.detail() + ".)";
  }

  private List<String> wait(SchedulerEvent.Deferred event) {
    List<String> told = new ArrayList<>();
    long until = granted.map(SchedulerEvent.Granted::time).orElse(0L);
    String length =
        until > 0
            ? "It waited " + Text.duration(until - asked) + " for "
            : waits()
                ? "It waits for "
                : isShadow() ? "It would have waited for " : "It waited for ";
    told.add(
        length
            + Text.some(event.blockedBy())
            + (event.blockedBy().size() == 1 ? ", which was full." : ", which were full."));
    if (!holders.isEmpty()) {
      String links = event.blockedBy().size() == 1 ? "that link" : "these links";
      told.add("%s held %s.".formatted(counted(holders), links));
    }
    if (!before.isEmpty()) {
      told.add("%s went before it, being earlier in the order.".formatted(counted(before)));
    }
    return told;
  }

  private boolean isShadow() {
    return exempt().filter(kind -> kind == Exemption.SHADOW).isPresent();
  }

  private static String counted(Map<String, Integer> chunks) {
    return Text.some(
        chunks.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .map(entry -> Text.count(entry.getValue(), "chunk") + " of " + entry.getKey())
            .toList());
  }

  private String place() {
    List<String> via = granted.map(event -> event.way().via()).orElse(List.of());
    return "It went to %s%s."
        .formatted(
            String.join(", ", nodes()), via.isEmpty() ? "" : ", over " + String.join(", ", via));
  }

  private List<String> end() {
    if (done.isPresent()) {
      long took = done.get().duration();
      long expected = granted.map(event -> event.way().expectedMillis()).orElse(0L);
      return List.of(
          expected == 0
              ? "It took " + Text.duration(took) + "."
              : "It took %s; %s were expected."
                  .formatted(Text.duration(took), Text.duration(expected)));
    }
    if (released.isPresent() && !isShadow()) {
      return List.of("It ended otherwise: %s.".formatted(released.get().reason()));
    }
    return !nodes().isEmpty() ? List.of("It is being written, as far as is known.") : List.of();
  }
}
