package org.peacescheduler.hdfs.placement;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peacescheduler.network.topology.Topology;

/**
 * What an operator is told of a topology file beside the datanodes that there are: each datanode
 * once, and one remark if the whole file seems to be of other hosts.
 *
 * <p>Example: the file has w1.corp to w8.corp, and w1.lan to w8.lan register: "none of the file's 8
 * servers has a datanode; is w1.lan w1.corp?", and no word of each of them.
 *
 * <p>Cost: the number of datanodes. Confined to the topology keeper's lock.
 */
final class FileRemarks {
  private static final int MOST_NAMED = 20;

  private final Set<String> said = new HashSet<>();
  private boolean isNoneSaid;

  /** Everything is news again, since the file has been loaded anew. */
  void clear() {
    said.clear();
    isNoneSaid = false;
  }

  /** What has not been said of the datanodes that the file does not name. */
  Optional<String> onStrangers(Topology file, ClusterView view) {
    List<ClusterView.Stranger> news =
        view.strangers().stream().filter(stranger -> said.add(stranger.name())).toList();
    if (news.isEmpty()) {
      return Optional.empty();
    }
    String question =
        news.stream()
            .flatMap(stranger -> stranger.question().stream())
            .findFirst()
            .map(asked -> "; " + asked)
            .orElse("");
    if (view.strangers().size() < view.nodes().size()) {
      return Optional.of("%s: %s%s".formatted(file.source(), someOf(news), question));
    }
    boolean isNews = !isNoneSaid;
    isNoneSaid = true;
    return isNews
        ? Optional.of(
            ("%s: none of the file's %s has a datanode%s\nMaybe write the names that 'hdfs"
                    + " dfsadmin -report' has; all datanodes get the default capacities.")
                .formatted(
                    file.source(),
                    count(file.servers().size(), "server", "servers"),
                    question.isEmpty() ? "." : question))
        : Optional.empty();
  }

  private static String someOf(List<ClusterView.Stranger> strangers) {
    if (strangers.size() == 1) {
      return "datanode %s in rack %s is not in the file; it gets the default capacities"
          .formatted(strangers.get(0).name(), strangers.get(0).rack());
    }
    int more = strangers.size() - MOST_NAMED;
    return "datanodes %s%s are not in the file; they get the default capacities"
        .formatted(
            strangers.stream()
                .limit(MOST_NAMED)
                .map(ClusterView.Stranger::name)
                .collect(Collectors.joining(", ")),
            more > 0 ? " and " + more + " more" : "");
  }

  private static String count(int n, String one, String several) {
    return n + " " + (n == 1 ? one : several);
  }

  /** What was loaded, in one line. */
  static String summary(Optional<Topology> file, ClusterView view) {
    String source = file.map(Topology::source).orElse("the NameNode's rack map");
    int named = view.nodes().size() - view.strangers().size();
    int without = file.map(f -> f.servers().size() - named).orElse(0);
    return "topology loaded from %s: %s, %s with a datanode%s"
        .formatted(
            source,
            count(view.topology().switches().size(), "switch", "switches"),
            count(view.nodes().size(), "server", "servers"),
            without == 0
                ? ""
                : "; %d of the file's %d have none"
                    .formatted(without, file.orElseThrow().servers().size()));
  }
}
