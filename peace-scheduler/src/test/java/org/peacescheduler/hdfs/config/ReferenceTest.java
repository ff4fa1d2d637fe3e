package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.status.CounterNames;

/** The pages for operators have what the code has. */
class ReferenceTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern KEY =
      Pattern.compile("\\| `(dfs\\.namenode\\.peace\\.[a-z.-]+)` .*");

  /** A value of each key that is not its default. */
  private static final Map<String, String> OTHER_VALUES =
      Map.ofEntries(
          Map.entry(PeaceKeys.MODE, "shadow"),
          Map.entry(PeaceKeys.PATHS, "/a/**"),
          Map.entry(PeaceKeys.PATHS_EXCLUDED, "/a/**"),
          Map.entry(PeaceKeys.GROUPS, "/a/{job}"),
          Map.entry(PeaceKeys.COMPLETION_FRACTION, "0.8"),
          Map.entry(PeaceKeys.ORDER, "fcfs"),
          Map.entry(PeaceKeys.SHARES, "ann=2"),
          Map.entry(PeaceKeys.DEFERRAL_MAX, "30s"),
          Map.entry(PeaceKeys.WAITING_MAX, "7"),
          Map.entry(PeaceKeys.WAITING_USER_SHARE, "1"),
          Map.entry(PeaceKeys.RPC_ADDRESS, "127.0.0.1:8045"),
          Map.entry(PeaceKeys.SEED, "7"),
          Map.entry(PeaceKeys.TRACE_MAX_SIZE, "1m"),
          Map.entry(PeaceKeys.TRACE_FILES_KEPT, "1"),
          Map.entry(PeaceKeys.HISTORY_MAX_SIZE, "1m"));

  @TempDir private Path folder;

  /** Whether the page says that a key can be changed while the NameNode runs, by key. */
  private static Map<String, Boolean> documented() throws IOException {
    Map<String, Boolean> keys = new LinkedHashMap<>();
    for (String line : Files.readAllLines(DOCS.resolve("reference.md"))) {
      Matcher matcher = KEY.matcher(line);
      if (matcher.matches()) {
        keys.put(matcher.group(1), line.endsWith("| yes |"));
      }
    }
    return keys;
  }

  @Test
  void keys_ofThePage_areThoseOfTheCode() throws IOException {
    assertEquals(Set.copyOf(PeaceKeys.ALL), documented().keySet());
  }

  @Test
  void keys_whatThePageSaysOfChanges_isSo() throws IOException {
    Path file = Files.writeString(folder.resolve("any"), "");
    PeaceConfig before = PeaceConfig.of(new Configuration(false), () -> 1);
    for (Map.Entry<String, Boolean> key : documented().entrySet()) {
      Configuration conf = new Configuration(false);
      conf.set(key.getKey(), OTHER_VALUES.getOrDefault(key.getKey(), file.toString()));
      List<String> waiting = before.waitingForRestart(PeaceConfig.of(conf, () -> 1));
      assertEquals(key.getValue(), waiting.isEmpty(), key.getKey());
    }
  }

  @Test
  void reasons_each_standsInThePages() throws IOException {
    String reference = Files.readString(DOCS.resolve("reference.md"));
    for (FallbackReason reason : FallbackReason.values()) {
      String row = "\n| `%s` | `%s` |".formatted(reason.text(), CounterNames.of(reason));
      assertTrue(reference.contains(row), row);
    }
    String status = Files.readString(DOCS.resolve("status.md"));
    for (Exemption kind : Exemption.values()) {
      assertTrue(status.contains("\n| `%s` | ".formatted(kind.text())), kind.text());
      String counter = CounterNames.of(kind).substring("Exempt".length());
      assertTrue(
          reference.contains("`Exempt" + counter + "`") || reference.contains("`…" + counter + "`"),
          counter);
    }
  }
}
