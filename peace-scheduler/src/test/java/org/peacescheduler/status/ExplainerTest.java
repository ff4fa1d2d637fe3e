package org.peacescheduler.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

/** Events become a story that an operator can act on. */
class ExplainerTest {
  private static final Chunk BOB = new Chunk("/bob/a", "h1", 0, "bob");
  private static final Chunk BOB2 = new Chunk("/bob/b", "h2", 0, "bob");
  private static final Chunk JOE = new Chunk("/joe/a", "h3", 0, "joe");
  private static final Chunk ANN = new Chunk("/ann/chk-1/a", "h4", 0, "ann");

  private static SchedulerEvent.Submitted asks(long time, Chunk chunk, String group) {
    return new SchedulerEvent.Submitted(time, chunk, new SchedulerEvent.Asked(3, 1, "c", group, 0));
  }

  private static SchedulerEvent.Granted granted(
      long time, Chunk chunk, Optional<Exemption> exempt, List<String> via, String... nodes) {
    return new SchedulerEvent.Granted(
        time, chunk, List.of(nodes), 0, 0, exempt, new SchedulerEvent.Way(via, 900));
  }

  private static List<Story> stories(String what, SchedulerEvent... events) {
    return new Explainer(Arrays.asList(events), Viewer.SUPERUSER).of(what);
  }

  private static SchedulerEvent[] waiting() {
    List<String> across = List.of("tor1->tor2");
    return new SchedulerEvent[] {
      asks(0, BOB, "b"),
      granted(0, BOB, Optional.empty(), across, "h7"),
      asks(5, JOE, ""),
      granted(5, JOE, Optional.empty(), List.of(), "h5"),
      asks(10, ANN, "chk-1"),
      new SchedulerEvent.Deferred(10, ANN, across),
      asks(20, BOB2, "b"),
      granted(500, BOB2, Optional.empty(), across, "h8"),
      new SchedulerEvent.Done(500, BOB, 500, 0),
      granted(1_210, ANN, Optional.empty(), across, "h9"),
      new SchedulerEvent.Done(2_210, ANN, 1_000, 0)
    };
  }

  @Test
  void of_chunkWaited_saysForWhomAndWhoWasBeforeIt() {
    Story story = stories("/ann/chk-1/a", waiting()).get(0);
    assertEquals(Map.of("group b (user bob)", 1), story.holders);
    assertEquals(Map.of("group b (user bob)", 1), story.before);
    List<String> told = story.sentences("");
    assertTrue(told.get(0).startsWith("Chunk 0 of /ann/chk-1/a (user ann, written from h4) was"));
    assertEquals(
        List.of(
            "It waited 1.2 s for tor1->tor2, which was full.",
            "1 chunk of group b (user bob) held that link.",
            "1 chunk of group b (user bob) went before it, being earlier in the order.",
            "It went to h9, over tor1->tor2.",
            "It took 1.0 s; 900 ms were expected."),
        told.subList(1, told.size()));
  }

  @Test
  void of_directoryOrGroup_isAllOfIts() {
    assertEquals(1, stories("/ann", waiting()).size());
    assertEquals(1, stories("chk-1", waiting()).size());
    assertEquals(2, stories("b", waiting()).size());
    assertEquals(0, stories("/an", waiting()).size());
  }

  @Test
  void of_fileThatHadoopsShellWrote_isFoundByItsLaterName() {
    Chunk put = new Chunk("/ann/b._COPYING_", "h4", 0, "ann");
    assertEquals(1, stories("/ann/b", asks(0, put, "")).size());
    assertEquals(0, stories("/ann/b.", asks(0, put, "")).size());
  }

  @Test
  void of_somebodyElses_isNotTold() {
    Viewer bob = new Viewer(Optional.of("bob"));
    assertEquals(List.of(), new Explainer(Arrays.asList(waiting()), bob).of("/ann"));
    Viewer ann = new Viewer(Optional.of("ann"));
    Story story = new Explainer(Arrays.asList(waiting()), ann).of("/ann").get(0);
    assertEquals(Map.of("user bob", 1), story.holders);
  }

  @Test
  void of_linksOfServers_areThoseOfTheDatanodes() {
    for (String link : List.of("h1->tor1", "tor1->h5", "h5->tor1", "tor1->h6", "h6->disk")) {
      Story story =
          stories(
                  "/ann",
                  asks(0, BOB, ""),
                  granted(0, BOB, Optional.empty(), List.of(), "h5", "h6"),
                  asks(1, ANN, ""),
                  new SchedulerEvent.Deferred(1, ANN, List.of(link)))
              .get(0);
      assertEquals(Map.of("/bob/a (user bob)", 1), story.holders, link);
      assertTrue(story.waits());
    }
    Story other =
        stories(
                "/ann",
                asks(0, BOB, ""),
                granted(0, BOB, Optional.empty(), List.of(), "h5", "h6"),
                new SchedulerEvent.Deferred(1, ANN, List.of("h6->tor1", "tor1->h1", "h7->tor1")))
            .get(0);
    assertEquals(Map.of(), other.holders);
  }

  @Test
  void sentences_ofShadowModeThatIsOver_adviseNothing() {
    Story story =
        stories(
                "/ann",
                asks(0, ANN, ""),
                granted(0, ANN, Optional.of(Exemption.SHADOW), List.of(), "h5"))
            .get(0);
    assertTrue(story.sentences("enforce").get(1).endsWith("The mode is enforce now."));
    assertTrue(
        story.sentences("shadow").get(1).endsWith("Set dfs.namenode.peace.mode to enforce."));
  }

  @Test
  void of_eachExemption_saysItsCauseAndRemedy() {
    for (Exemption kind : Exemption.values()) {
      Story granted =
          stories("/ann", asks(0, ANN, ""), granted(0, ANN, Optional.of(kind), List.of(), "h5"))
              .get(0);
      Story placed =
          stories(
                  "/ann",
                  new SchedulerEvent.Placed(
                      0, ANN, SchedulerEvent.Asked.UNKNOWN, List.of("h5"), Optional.of(kind)))
              .get(0);
      String expected =
          "It did not wait (%s): %s %s"
              .formatted(kind.text(), Reasons.of(kind, "").cause(), Reasons.of(kind, "").remedy());
      assertEquals(expected, granted.sentences("").get(1));
      assertEquals(expected, placed.sentences("").get(1));
    }
  }

  @Test
  void of_eachFallback_saysItsCauseAndRemedy() {
    for (FallbackReason reason : FallbackReason.values()) {
      List<SchedulerEvent> events = new ArrayList<>();
      events.add(asks(0, ANN, ""));
      events.add(new SchedulerEvent.Fallback(9, ANN, reason, "so it is"));
      events.add(new SchedulerEvent.Placed(9, ANN, SchedulerEvent.Asked.UNKNOWN, List.of("h5")));
      List<String> told = new Explainer(events, Viewer.SUPERUSER).of("/ann").get(0).sentences("");
      assertEquals(
          "The stock policy placed it (%s): %s (so it is.) %s"
              .formatted(reason.text(), Reasons.of(reason).cause(), Reasons.of(reason).remedy()),
          told.get(1));
      assertEquals("It went to h5.", told.get(2));
    }
  }

  @Test
  void of_noReasonToWait_saysThatThereWasRoom() {
    List<String> told =
        stories("/ann", asks(0, ANN, ""), granted(0, ANN, Optional.empty(), List.of(), "h5"))
            .get(0)
            .sentences("");
    assertEquals("It did not wait: its links had room.", told.get(1));
    assertEquals("It is being written, as far as is known.", told.get(3));
  }

  @Test
  void of_hdfsRefusesADatanode_saysWhich() {
    List<String> told =
        stories(
                "/ann",
                asks(0, ANN, ""),
                granted(0, ANN, Optional.empty(), List.of(), "h5"),
                new SchedulerEvent.Refused(1, ANN, List.of("h5")),
                granted(1, ANN, Optional.empty(), List.of(), "h6"))
            .get(0)
            .sentences("");
    assertEquals("HDFS refused h5 for it.", told.get(2));
    assertEquals("It went to h6.", told.get(3));
  }
}
