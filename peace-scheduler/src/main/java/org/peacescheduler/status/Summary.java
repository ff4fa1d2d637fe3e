package org.peacescheduler.status;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * What an operator wants to know first, in sentences: who waits, and if nobody ever did, why.
 *
 * <p>Example: one load generator writes 12 files from one host: "No chunk has waited since the
 * start." and "12 chunks did not wait (alone): Only one host was writing, …". Thread-safe: it has
 * no state.
 */
final class Summary {
  private Summary() {}

  static List<String> of(Snapshot snapshot, Facts facts) {
    List<String> told = new ArrayList<>();
    if (facts.mode().equals("off")) {
      told.add(
          "Peace is off, by dfs.namenode.peace.mode or by a command: the stock policy places"
              + " everything. 'hdfs dfsadmin -refresh HOST:PORT peace on' takes a command back.");
    } else if (facts.mode().equals("shadow")) {
      told.add(
          "Peace is in shadow mode: it plans and counts, and the stock policy places everything"
              + " (dfs.namenode.peace.mode).");
    }
    if (!facts.state().equals("active")) {
      told.add(
          "This NameNode is not active but %s: nothing is written through it."
              .formatted(facts.state()));
    }
    told.add(waiting(snapshot, facts));
    for (Exemption kind : Exemption.values()) {
      long count = facts.metric(CounterNames.of(kind));
      if (count > 0) {
        Reasons.Reason why = Reasons.of(kind, facts.mode());
        told.add(
            "%s did not wait (%s): %s %s"
                .formatted(Text.count(count, "chunk"), kind.text(), why.cause(), why.remedy()));
      }
    }
    for (FallbackReason reason : FallbackReason.values()) {
      long count = facts.metric(CounterNames.of(reason));
      if (count > 0) {
        Reasons.Reason why = Reasons.of(reason);
        told.add(
            "The stock policy placed %s (%s): %s %s"
                .formatted(Text.count(count, "chunk"), reason.text(), why.cause(), why.remedy()));
      }
    }
    return told;
  }

  private static String waiting(Snapshot snapshot, Facts facts) {
    if (snapshot.groups().isEmpty()) {
      long deferrals = facts.metric("Deferrals");
      return deferrals == 0
          ? "No chunk has had to wait since the start (Deferrals 0)."
          : "Nobody waits; %s had to wait since the start."
              .formatted(Text.count(deferrals, "chunk"));
    }
    int chunks = snapshot.waiting().size() + snapshot.waitingLeftOff();
    long oldest =
        snapshot.groups().stream().mapToLong(Snapshot.WaitingGroup::oldest).min().orElseThrow();
    return "%s of %s %s; the first has waited %s."
        .formatted(
            Text.count(chunks, "chunk"),
            Text.count(snapshot.groups().size(), "group"),
            chunks == 1 ? "waits" : "wait",
            Text.duration(Math.max(0, snapshot.at() - oldest)));
  }
}
