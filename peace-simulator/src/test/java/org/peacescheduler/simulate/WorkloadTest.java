package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTest {
  private static final String NETWORK =
      """
      version: 1
      network:
        version: 1
        streamRate: 1085 kB/s
        switches: [{name: tor}]
        servers: [{hosts: "s[1-4]", switch: tor, up: 1085 kB/s, down: 1085 kB/s}]
      """;

  @TempDir private Path folder;

  private Workload workload(String rest) throws IOException, ScenarioException {
    Path file = Files.writeString(folder.resolve("w.yaml"), NETWORK + rest);
    return Workload.read(file, Limits.NONE);
  }

  @Test
  void burst_writers_areDrawnAsTheModelDrawsThem() throws Exception {
    Workload workload =
        workload(
            """
            bursts: 3
            deferralMax: 20
            writers:
            - {count: 2, files: 2, size: 2 MB, job: j, arrivals: {times: 2, every: 10}, startWithin: 0}
            - {count: 3, sizes: {lognormal: {median: 1 MB}}, tellSize: true, user: ann}
            """);
    assertEquals("w", workload.name());
    assertEquals(3, workload.bursts());
    assertEquals(Duration.ofSeconds(20), workload.deferralMax());
    List<Workload.Writer> burst = workload.burst(2, 7, new SplittableRandom(1));
    assertEquals(2 * 2 + 3, burst.size());
    Workload.Writer second = burst.get(1);
    assertEquals("1-1", second.name());
    assertEquals("s1", second.host());
    assertEquals(4, second.instance());
    assertEquals(List.of(10.0, 10.0), second.startsAt());
    assertEquals(Optional.of("j/chk-4"), second.job());
    assertEquals(second.job(), second.says().group());
    assertEquals(4, second.aloneSeconds(), 1e-9);
    assertEquals("s3", burst.get(2).host());
    Workload.Writer drawn = burst.get(4);
    Scenario scenario = ScenarioReader.read(folder.resolve("w.yaml"));
    assertEquals(Math.round(scenario.size(1, 0, 7)), drawn.files().bytes());
    assertEquals(drawn.files().bytes(), drawn.says().bytes());
    assertEquals(Optional.of("ann"), drawn.says().user());
  }

  @Test
  void burst_groupsOfTheSameSizes_areDrawnApart() throws Exception {
    String group = "{count: 20, sizes: {lognormal: {median: 1 MB}}}";
    Workload workload = workload("writers: [%s, %s]".formatted(group, group));

    List<Long> sizes =
        workload.burst(1, 7, new SplittableRandom(1)).stream().map(w -> w.files().bytes()).toList();

    assertEquals(40, Set.copyOf(sizes).size());
  }

  @Test
  void burst_sameSeed_differsInStartsAlone() throws Exception {
    Workload workload = workload("writers: [{sizes: {lognormal: {median: 1 MB}}}]");
    Workload.Writer one = workload.burst(1, 7, new SplittableRandom(1)).get(0);
    Workload.Writer other = workload.burst(1, 7, new SplittableRandom(2)).get(0);
    assertEquals(one.files(), other.files());
    assertNotEquals(one.startsAt(), other.startsAt());
    assertTrue(one.startsAt().get(0) < 0.3);
  }

  @Test
  void scaled_network_carriesMoreAndWritersAreAlike() throws Exception {
    Workload workload = workload("slow: {hosts: [S2], factor: 0.25}\nwriters: [{size: 2 MB}]");
    Workload twice = workload.scaled(2);
    assertEquals(2 * 1085e3, twice.network().streamBytesPerSecond().orElseThrow());
    assertEquals(2 * 1085e3, twice.told().orElseThrow().streamBytesPerSecond().orElseThrow());
    assertEquals(0.25, twice.part("s2"));
    assertEquals(1, twice.part("s1"));
    SplittableRandom random = new SplittableRandom(1);
    assertEquals(1, twice.burst(1, 1, random).get(0).aloneSeconds(), 1e-9);
    assertEquals(2, workload.burst(1, 1, random).get(0).aloneSeconds(), 1e-9);
  }
}
