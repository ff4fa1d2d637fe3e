package org.peacescheduler.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** What operators are shown of a scheduler: right, bounded, and never markup of a client's. */
class StatusTest {
  private static final long MEGABYTE = 1_000_000;
  private static final String HOSTILE = "/<script>alert('x')</script>\"&\u202e\n";
  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));
  private static final Snapshot.Limits LIMITS = new Snapshot.Limits(1_000, 100);

  private final List<SchedulerEvent> events = new ArrayList<>();
  private long now;

  private Coordinator coordinator(String topology) {
    return new Coordinator(
        TestNetworks.parse(topology),
        new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FIRST_COME, 1),
        Ends.TOLD,
        () -> Instant.ofEpochMilli(now),
        events::add);
  }

  /** One stream of a megabyte a second crosses between the racks. */
  private Coordinator twoRacks() {
    return coordinator(
        """
        version: 1
        streamRate: 1 MB/s
        defaults: {server: {up: 9, down: 9}}
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: 1}]
        servers:
        - {hosts: "svr1.[1-9]", switch: tor1}
        - {hosts: "svr2.[1-9]", switch: tor2}
        """);
  }

  private static ChunkRequest chunk(String path, String host, String user, String group) {
    return ChunkRequest.of(path, 1, ACROSS)
        .writer(host)
        .fullBytes(MEGABYTE)
        .origin(
            new ChunkRequest.Origin(
                Optional.of(user), Optional.of("c"), Optional.of(group), MEGABYTE))
        .build();
  }

  private static void submit(Coordinator to, ChunkRequest request) {
    to.submit(request, outcome -> {});
  }

  private static Facts facts(Map<String, Number> metrics, SchedulerEvent.Fallback... fallbacks) {
    return new Facts(
        "1.0",
        "enforce",
        "stock",
        "active",
        "fair-sojourn",
        60_000,
        new Facts.TopologyFacts("t.yaml", 0, "0123456789abcdef", "bytes"),
        Map.of(),
        metrics,
        List.of(fallbacks));
  }

  /** All that has happened. */
  private History history() {
    History history = new History(32 << 20);
    events.forEach(history);
    return history;
  }

  @Test
  void snapshot_groupsWait_saysInWhichOrderForWhichLinksAndWhoHoldsThese() {
    Coordinator coordinator = twoRacks();
    submit(coordinator, chunk("/bob/a", "svr1.1", "bob", "b"));
    now = 100;
    submit(coordinator, chunk("/ann/a", "svr1.2", "ann", "a"));
    submit(coordinator, chunk("/ann/b", "svr1.3", "ann", "a"));
    submit(coordinator, chunk("/joe/a", "svr1.4", "joe", "j"));
    now = 500;
    Snapshot snapshot = Snapshot.of(coordinator, LIMITS, now);
    assertEquals(
        List.of("1 ann a 2", "2 joe j 1"),
        snapshot.groups().stream()
            .map(
                g ->
                    "%d %s %s %d"
                        .formatted(g.place(), g.group().user(), g.group().name(), g.chunks()))
            .toList());
    assertEquals(
        List.of("/ann/a", "/ann/b", "/joe/a"),
        snapshot.waiting().stream().map(w -> w.chunk().path()).toList());
    Links links = new Links(snapshot.network());
    int bar = snapshot.groups().get(0).bars().get(0);
    assertEquals("tor1->tor2", links.name(bar));
    assertTrue(links.isFull(bar));
    Snapshot.Holders holders = snapshot.holders().get(bar);
    assertEquals(1, holders.chunks());
    assertEquals("/bob/a", holders.first().get(0).chunk().path());
    // 1.13 s for a megabyte; half a second is over.
    assertEquals(630, snapshot.waiting().get(0).expectedMillis(), 10);
    assertEquals(630 + 2 * 1130, snapshot.waiting().get(2).expectedMillis(), 10);
  }

  @Test
  void snapshot_moreWaitThanAreListed_saysHowMany() {
    Coordinator coordinator = twoRacks();
    for (int i = 0; i < 1_000; i++) {
      submit(coordinator, chunk("/f" + i, "svr1." + (1 + i % 9), "ann", "g" + i % 50));
    }
    Snapshot snapshot = Snapshot.of(coordinator, new Snapshot.Limits(10, 1), now);
    assertEquals(10, snapshot.waiting().size());
    assertEquals(coordinator.status().waiting() - 10, snapshot.waitingLeftOff());
    assertEquals(
        coordinator.status().waiting(),
        snapshot.groups().stream().mapToInt(Snapshot.WaitingGroup::chunks).sum());
  }

  @Test
  void explanation_chunkWaits_saysItsPlaceAndWhyEachDatanodeIsNotChosen() throws IOException {
    Coordinator coordinator = twoRacks();
    submit(coordinator, chunk("/bob/a", "svr1.1", "bob", "b"));
    for (int i = 0; i < 9; i++) { // All that goes into svr2.2.
      coordinator.observe(chunk("/joe/" + i, "svr2.1", "joe", "j"), List.of("svr2.2"));
    }
    now = 100;
    submit(
        coordinator,
        chunk("/ann/a", "svr1.2", "ann", "a").avoiding(Set.of("svr2.3")).without("svr2.4"));
    now = 300;
    Snapshot snapshot = Snapshot.of(coordinator, LIMITS, now);
    JsonNode story =
        new ObjectMapper()
            .readTree(
                ExplanationJson.of(events, snapshot, facts(Map.of()), Viewer.SUPERUSER, "/ann"))
            .get("chunks")
            .get(0);
    assertTrue(story.get("waits").asBoolean());
    assertEquals("group b (user bob)", story.get("heldBy").get(0).get("whose").asText());
    Map<String, String> reasons = new TreeMap<>();
    story
        .get("notChosen")
        .forEach(node -> reasons.put(node.get("node").asText(), node.get("reason").asText()));
    assertEquals(
        Map.of(
            "svr2.2", "its link tor2->svr2.2 is full",
            "svr2.3", "HDFS refused it of late, or its client could not write to it",
            "svr2.4", "its client excludes it"),
        reasons);
    assertTrue(
        story.get("sentences").toString().contains("its group is number 1 of 1 in the order"),
        story.toString());
    JsonNode nothing =
        new ObjectMapper()
            .readTree(
                ExplanationJson.of(
                    events, snapshot, facts(Map.of()), new Viewer(Optional.of("eve")), "/ann"));
    assertEquals(0, nothing.get("chunks").size());
    assertTrue(nothing.get("nothingKnown").asText().startsWith("Nothing is known of it"));
  }

  @Test
  void json_othersLook_seeNoPathsOrGroupsOfOthers() throws IOException {
    Coordinator coordinator = twoRacks();
    submit(coordinator, chunk("/bob/secret", "svr1.1", "bob", "bobs"));
    submit(coordinator, chunk("/ann/secret", "svr1.2", "ann", "anns"));
    Snapshot snapshot = Snapshot.of(coordinator, LIMITS, now);
    SchedulerEvent.Fallback fallback =
        new SchedulerEvent.Fallback(
            7, new Chunk("/bob/x", "h", 0, "bob"), FallbackReason.CROWDED, "secret detail");
    String all = StatusJson.of(snapshot, facts(Map.of(), fallback), Viewer.SUPERUSER);
    String anns =
        StatusJson.of(snapshot, facts(Map.of(), fallback), new Viewer(Optional.of("ann")));
    for (String secret : List.of("/bob/secret", "/bob/x", "secret detail")) {
      assertTrue(all.contains(secret), all);
      assertFalse(anns.contains(secret), anns);
    }
    assertTrue(anns.contains("/ann/secret") && anns.contains("anns"), anns);
    String page =
        StatusPage.of(
            snapshot, facts(Map.of(), fallback), history(), new Viewer(Optional.of("bob")));
    assertFalse(page.contains("anns"), page);
    assertTrue(page.contains("/bob/x"), page);
  }

  @Test
  void json_manyCounters_saysInSentencesWhyNobodyWaited() throws IOException {
    Coordinator coordinator = twoRacks();
    JsonNode status =
        new ObjectMapper()
            .readTree(
                StatusJson.of(
                    Snapshot.of(coordinator, LIMITS, now),
                    facts(Map.of("ExemptAlone", 12L, "FallbacksDeferralMax", 3L)),
                    Viewer.SUPERUSER));
    assertEquals(12, status.get("exemptions").get("alone").asInt());
    assertEquals(3, status.get("fallbacks").get("deferral-max").asInt());
    assertEquals(
        "No chunk has had to wait since the start (Deferrals 0).",
        status.get("summary").get(0).asText());
    assertEquals(
        "12 chunks did not wait (alone): Only one host was writing, and it would only wait for its own"
            + " chunks. Write from two hosts or more at a time to see chunks wait.",
        status.get("summary").get(1).asText());
    assertTrue(
        status.get("summary").get(2).asText().contains("dfs.namenode.peace.deferral.max"),
        status.toString());
  }

  @Test
  void json_chunksOfShadowModeAndModeIsEnforceNow_doesNotAskForEnforce() throws IOException {
    JsonNode status =
        new ObjectMapper()
            .readTree(
                StatusJson.of(
                    Snapshot.of(twoRacks(), LIMITS, now),
                    facts(Map.of("ExemptShadow", 32L)),
                    Viewer.SUPERUSER));
    assertEquals(
        "32 chunks did not wait (shadow): In shadow mode Peace plans and counts, and the stock policy"
            + " places at once. The mode is enforce now.",
        status.get("summary").get(1).asText());
  }

  @Test
  void reasons_eachThatExists_hasACauseAndARemedy() {
    Stream.concat(
            Arrays.stream(Exemption.values()).map(kind -> Reasons.of(kind, "enforce")),
            Arrays.stream(FallbackReason.values()).map(Reasons::of))
        .forEach(
            reason -> {
              assertTrue(reason.cause().endsWith("."), reason.cause());
              assertTrue(reason.remedy().endsWith("."), reason.remedy());
            });
  }

  @Test
  void page_hostileNames_areTextAndNeverMarkup() throws Exception {
    Coordinator coordinator = twoRacks();
    submit(coordinator, chunk("/a", "svr1.1", "bob", "b"));
    submit(coordinator, chunk(HOSTILE, "svr1.2", HOSTILE, HOSTILE));
    submit(coordinator, chunk(HOSTILE + "2", HOSTILE, "ann", "x"));
    SchedulerEvent.Fallback fallback =
        new SchedulerEvent.Fallback(
            7, new Chunk(HOSTILE, HOSTILE, 0, HOSTILE), FallbackReason.CROWDED, HOSTILE);
    String page =
        StatusPage.of(
            Snapshot.of(coordinator, LIMITS, now),
            facts(Map.of(), fallback),
            history(),
            Viewer.SUPERUSER);
    assertFalse(page.contains("<script"), page);
    assertFalse(page.contains("\u202e"), page);
    assertFalse(page.matches("(?s).*((http|src|style)=\"|href=\"(?!#)).*"), page);
    assertTrue(page.contains("&lt;script&gt;alert(&#39;x&#39;)"), page);
    String style = page.substring(page.indexOf("<style>") + 7, page.indexOf("</style>"));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
    assertTrue(StatusPage.POLICY.contains(Base64.getEncoder().encodeToString(hash)));
    assertTrue(StatusPage.POLICY.startsWith("default-src 'none'"));
  }

  @Test
  void page_twoThousandServersAndAThousandGroups_isSmallAndBuiltAtOnce() {
    StringBuilder topology =
        new StringBuilder(
            "version: 1\n"
                + "streamRate: 1 MB/s\n"
                + "defaults: {server: {up: 9, down: 9}}\n"
                + "switches:\n"
                + "- {name: core}\n");
    for (int rack = 0; rack < 50; rack++) {
      topology.append("- {name: tor%d}\n".formatted(rack));
    }
    topology.append("links:\n");
    for (int rack = 0; rack < 50; rack++) {
      topology.append("- {between: [tor%d, core], capacity: 1}\n".formatted(rack));
    }
    topology.append("servers:\n");
    for (int rack = 0; rack < 50; rack++) {
      topology.append(
          "- {hosts: \"server-%d-[1-40].rack.example.com\", switch: tor%d}\n"
              .formatted(rack, rack));
    }
    Coordinator coordinator = coordinator(topology.toString());
    for (int i = 0; i < 3_000; i++) {
      String host = "server-%d-%d.rack.example.com".formatted(i % 50, 1 + i / 50 % 40);
      String path = "/flink/jobs/a-job-with-a-long-name/checkpoints/chk-%d/part".formatted(i);
      submit(coordinator, chunk(path, host, "user" + i % 20, path.substring(0, path.length() - 5)));
    }
    History history = history();
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = thread.getCurrentThreadCpuTime(); // Others may have the processors.
      Snapshot snapshot = Snapshot.of(coordinator, LIMITS, now);
      assertTrue(snapshot.groups().size() >= 1_000, snapshot.groups().size() + " groups");
      String page = StatusPage.of(snapshot, facts(Map.of()), history, Viewer.SUPERUSER);
      best = Math.min(best, thread.getCurrentThreadCpuTime() - start);
      assertTrue(fitsAPhone(page), "a picture is wider than a phone");
      int bytes = page.getBytes(StandardCharsets.UTF_8).length;
      assertTrue(bytes < 1_000_000, bytes + " bytes");
    }
    assertTrue(best < 200_000_000L, best / 1_000_000 + " ms");
  }

  @Test
  void page_racksWithNumbers_areInTheOrderOfTheseNumbers() {
    List<String> names =
        new ArrayList<>(List.of("tor10", "tor2", "core", "tor", "tor2b", "tor02", "tor2a10"));
    names.sort(NetworkPicture::byNumbers);
    assertEquals(List.of("core", "tor", "tor02", "tor2", "tor2a10", "tor2b", "tor10"), names);
  }

  @Test
  void page_smallNetwork_namesEachServerAndShowsFullLinksFirst() {
    Coordinator coordinator = twoRacks();
    submit(coordinator, chunk("/bob/a", "svr2.1", "bob", "b"));
    String page =
        StatusPage.of(
            Snapshot.of(coordinator, LIMITS, now), facts(Map.of()), history(), Viewer.SUPERUSER);
    assertTrue(page.contains("<span>svr2.1 ↑ 11 % ↓ 0 %</span>"), page);
    assertTrue(page.indexOf("tor2-&gt;tor1 100 %") < page.indexOf("tor1-&gt;tor2 0 %"), page);
  }

  /** Whether each picture gets narrower with its page, or is narrower than any page. */
  private static boolean fitsAPhone(String page) {
    return page.contains("svg{display:block;max-width:100%;height:auto}")
        && Pattern.compile("<svg width=\"(\\d+)\"([^>]*)>")
            .matcher(page)
            .results()
            .allMatch(
                svg -> svg.group(2).contains("viewBox") || Integer.parseInt(svg.group(1)) < 100);
  }

  @Test
  void history_longWordsOfAClient_areNotKept() {
    History history = new History(1 << 20);
    String longWord = "x".repeat(100_000);
    history.accept(
        new SchedulerEvent.Submitted(
            0, new Chunk("/a", "h", 0), new SchedulerEvent.Asked(3, 1, longWord, longWord, 0)));
    history.accept(
        new SchedulerEvent.Fallback(0, new Chunk("/a", "h", 0), FallbackReason.CROWDED, longWord));
    assertEquals(2, history.events().size());
    assertFalse(history.events().toString().contains("x".repeat(1_025)));
  }

  @Test
  void history_moreThanItMayHold_forgetsTheOldest() {
    History history = new History(10_000);
    for (int i = 0; i < 100; i++) {
      history.accept(
          new SchedulerEvent.Submitted(
              i, new Chunk("/" + "a".repeat(100), "h", i), SchedulerEvent.Asked.UNKNOWN));
      assertTrue(history.bytes() <= 10_000);
    }
    List<SchedulerEvent> events = history.events();
    assertTrue(events.size() > 5 && events.size() < 30, events.size() + " events");
    assertEquals(99, events.get(events.size() - 1).time());
    history.accept(new SchedulerEvent.Released(3_600_200, new Chunk("/a", "h", 0), "time"));
    assertEquals(1, history.events().size());
  }

  @Test
  void history_ofNoBytes_keepsNothing() {
    History history = new History(0);
    history.accept(new SchedulerEvent.Released(0, new Chunk("/a", "h", 0), "time"));
    assertEquals(List.of(), history.events());
    assertEquals(0, history.bytes());
  }

  @Test
  void history_since_isWhatHappenedThenTheLastOnesOfMany() {
    History history = new History(1 << 20);
    for (int i = 0; i < 100; i++) {
      history.accept(new SchedulerEvent.Released(i, new Chunk("/a", "h", i), "time"));
    }
    assertEquals(
        List.of(97L, 98L, 99L), history.since(97, 10).stream().map(SchedulerEvent::time).toList());
    assertEquals(
        List.of(98L, 99L), history.since(50, 2).stream().map(SchedulerEvent::time).toList());
  }
}
