package org.peacescheduler.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peacescheduler.network.export.TopologyYaml;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.simulate.ChunkDelays;
import org.peacescheduler.status.Text;

/**
 * A recording as a scenario file: a group of writers for each file, in the order in which they
 * began.
 *
 * <p>Example: a file of two blocks of 128 MiB that ann's client began on w1 at 3.2 s is {@code -
 * {hosts: ["w1"], size: 268435456 B, chunk: 134217728 B, startAt: 3.200, …, client: "c1", user:
 * "ann"}}. Where nothing was written for more than 10 s, it is 10 s.
 *
 * <p>Cost: linear, but for {@link SlowWriters}. Immutable.
 *
 * @param yaml the scenario's text
 * @param bursts those of the recording, whose files are its groups of writers in their order
 * @param notes what it cannot tell, and what was taken for that
 */
public record ScenarioText(String yaml, List<Burst> bursts, List<String> notes) {
  /** Of more files only the last ones are taken. */
  private static final int MOST_FILES = 10_000;

  /** A pause between two bursts, at most, in milliseconds. */
  private static final long LONGEST_PAUSE = 10_000;

  private static final double MILLIS = 1000;

  /** What a scenario cannot have in a folder. */
  private static final Pattern NO_FOLDER = Pattern.compile("[{}\\p{Cntrl}]");

  /** Copies the lists. */
  public ScenarioText {
    bursts = List.copyOf(bursts);
    notes = List.copyOf(notes);
  }

  /**
   * The scenario of a recording.
   *
   * @param file the topology file of its network; empty: what the recording shows of it
   * @param whatIf what is to be changed
   */
  public static ScenarioText of(Recording recording, Optional<Topology> file, WhatIf whatIf)
      throws TraceException {
    List<RecordedFile> all = recording.files();
    List<RecordedFile> last = all.subList(Math.max(0, all.size() - MOST_FILES), all.size());
    Recording taken = new Recording(recording.source(), recording.kind(), last, recording.notes());
    RecordedNetwork network = RecordedNetwork.of(taken, file);
    List<String> notes = new ArrayList<>(recording.notes());
    notes.addAll(network.notes());
    if (last.size() < all.size()) {
      notes.add("Of %d files the last %d are taken.".formatted(all.size(), last.size()));
    }
    List<Burst> bursts = Burst.of(taken);
    StringBuilder yaml = new StringBuilder();
    yaml.append("# From %s, %s\n".formatted(line(taken.source()), taken.kind().text()));
    notes.forEach(note -> yaml.append("# ").append(line(note)).append('\n'));
    yaml.append("version: 1\n").append("network:\n");
    TopologyYaml.yaml(whatIf.of(network.topology()))
        .lines()
        .forEach(line -> yaml.append("  ").append(line).append('\n'));
    if (!network.clients().isEmpty()) {
      yaml.append(
          network.clients().stream()
              .sorted()
              .map(ScenarioText::quoted)
              .collect(Collectors.joining(", ", "clients: [", "]\n")));
    }
    int slow =
        recording.hasTimes()
            ? timed(yaml, taken, bursts, network.topology())
            : writers(yaml, bursts, each -> OptionalDouble.empty());
    if (slow > 0) {
      notes.add(
          "%s %s written slowly though links had room: the writers keep that rate."
              .formatted(Text.count(slow, "file"), slow == 1 ? "was" : "were"));
    }
    return new ScenarioText(yaml.toString(), bursts, notes);
  }

  /** Returns how many are slow by themselves. */
  private static int timed(
      StringBuilder yaml, Recording recording, List<Burst> bursts, Topology network) {
    RecordedLinks links = new RecordedLinks(recording, network);
    SlowWriters slow = new SlowWriters(links);
    LoneChunks.besides(recording, links, slow)
        .ifPresent(besides -> yaml.append(ChunkDelays.scenarioLine(besides)));
    return writers(yaml, bursts, slow::rate);
  }

  private static int writers(
      StringBuilder yaml, List<Burst> bursts, Function<RecordedFile, OptionalDouble> rates) {
    yaml.append("writers:\n");
    int slowFiles = 0;
    long start = bursts.get(0).begins();
    long until = start;
    long left = 0;
    for (Burst burst : bursts) {
      left += Math.max(0, burst.begins() - until - LONGEST_PAUSE);
      until = burst.ends();
      for (RecordedFile file : burst.files()) {
        OptionalDouble rate = rates.apply(file);
        slowFiles += rate.isPresent() ? 1 : 0;
        yaml.append(writer(file, (file.begins() - start - left) / MILLIS, rate));
      }
    }
    return slowFiles;
  }

  private static String writer(RecordedFile file, double startAt, OptionalDouble rate) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "  - {hosts: [%s], size: %d B, chunk: %d B, replication: %d, startAt: %.3f,"
                + " startWithin: 0",
            quoted(RecordedNetwork.name(file.host())),
            Math.max(1, file.bytes()),
            Math.max(1, file.blockBytes()),
            file.replication(),
            startAt));
    if (file.isOnOwnDisk()) {
      text.append(", ownDisk: true");
    }
    rate.ifPresent(
        each -> text.append(String.format(Locale.ROOT, ", rate: %.0f B/s", Math.max(1, each))));
    if (!file.user().isEmpty()) {
      text.append(", user: ").append(quoted(file.user()));
    }
    String client = file.client().isEmpty() ? "of " + file.user() : file.client();
    text.append(", client: ").append(quoted(client));
    if (!file.group().isEmpty()) {
      text.append(", group: ").append(quoted(file.group()));
    }
    if (file.groupBytes() > 0) {
      text.append(", tellBytes: %d B".formatted(file.groupBytes()));
    }
    if (!file.folder().isEmpty() && !NO_FOLDER.matcher(file.folder()).find()) {
      text.append(", path: ").append(quoted(file.folder()));
    }
    return text.append("}\n").toString();
  }

  /** A YAML string in double quotes. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == '"' || each == '\\') {
        quoted.append('\\').append(each);
      } else if (Character.isISOControl(each) || Character.isSurrogate(each)) {
        quoted.append("\\u%04x".formatted((int) each));
      } else {
        quoted.append(each);
      }
    }
    return quoted.append('"').toString();
  }

  private static String line(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
