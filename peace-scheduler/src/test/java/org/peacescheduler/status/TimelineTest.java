package org.peacescheduler.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

/** Chunks of the last two minutes as bars: where each begins and ends, and what others see. */
class TimelineTest {
  private static final long NOW = 1_000_000;
  private static final Chunk ANN = new Chunk("/ann/a", "h1", 0, "ann");
  private static final Chunk BOB = new Chunk("/bob/b", "h2", 0, "bob");

  private static String drawn(List<SchedulerEvent> events, Viewer viewer) {
    StringBuilder page = new StringBuilder();
    new Timeline(page, viewer, NOW).draw(events);
    return page.toString();
  }

  private static SchedulerEvent asked(long secondsAgo, Chunk chunk) {
    return new SchedulerEvent.Submitted(
        NOW - 1000 * secondsAgo, chunk, SchedulerEvent.Asked.UNKNOWN);
  }

  private static SchedulerEvent granted(long secondsAgo, Chunk chunk, long waited) {
    return new SchedulerEvent.Granted(
        NOW - 1000 * secondsAgo, chunk, List.of("h5"), 1, 1000 * waited);
  }

  private static SchedulerEvent done(long secondsAgo, Chunk chunk, long duration) {
    return new SchedulerEvent.Done(NOW - 1000 * secondsAgo, chunk, 1000 * duration, 0);
  }

  /** The bars of a kind, row after row: {@code M600 0h100v12h-100z}. */
  private static List<String> bars(String page, String kind) {
    return Pattern.compile("<path class=\"" + kind + "\" d=\"([^\"]*)\"/>")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static List<String> waiting(String page) {
    return bars(page, "u3");
  }

  private static List<String> written(String page) {
    return bars(page, "u2");
  }

  @Test
  void draw_chunkWaitedAndIsWritten_twoBarsBehindEachOther() {
    String page =
        drawn(List.of(asked(60, ANN), granted(50, ANN, 10), done(45, ANN, 5)), Viewer.SUPERUSER);
    assertEquals(List.of("M600 0h100v12h-100z"), waiting(page));
    assertEquals(List.of("M700 0h50v12h-50z"), written(page));
    assertTrue(page.contains("<b>/ann/a</b> user ann, from h1: 1 chunk, waited up to 10 s<"), page);
  }

  @Test
  void draw_chunksAreNotAtTheirEnd_barsGoOnUntilNow() {
    String page =
        drawn(List.of(asked(20, ANN), granted(20, ANN, 0), asked(10, BOB)), Viewer.SUPERUSER);
    assertEquals(List.of("M1100 0h100v12h-100z"), waiting(page));
    assertEquals(List.of("M1000 0h200v12h-200z"), written(page));
  }

  @Test
  void draw_requestIsTooLongAgo_barBeginsAtTheEdge() {
    String page =
        drawn(
            List.of(granted(100, ANN, 60), done(90, ANN, 10), done(110, BOB, 60)),
            Viewer.SUPERUSER);
    assertEquals(List.of("M0 0h200v12h-200z"), waiting(page));
    assertEquals(List.of("M200 0h100v12h-100z", "M0 0h100v12h-100z"), written(page));
  }

  @Test
  void draw_stockPolicyPlacedIt_waitsUntilThen() {
    String page =
        drawn(
            List.of(
                asked(70, ANN),
                granted(65, ANN, 5),
                new SchedulerEvent.Fallback(
                    NOW - 60_000, ANN, FallbackReason.INVALID_TARGETS, "none is fit"),
                new SchedulerEvent.Placed(
                    NOW - 60_000, ANN, SchedulerEvent.Asked.UNKNOWN, List.of("h7")),
                done(50, ANN, 10)),
            Viewer.SUPERUSER);
    assertEquals(List.of("M500 0h100v12h-100z"), waiting(page));
    assertEquals(List.of("M600 0h100v12h-100z"), written(page));
  }

  @Test
  void draw_shadow_isWhatStockHdfsDid() {
    String page =
        drawn(
            List.of(
                asked(70, ANN),
                new SchedulerEvent.Deferred(NOW - 70_000, ANN, List.of("a->b")),
                new SchedulerEvent.Released(NOW - 70_000, ANN, "shadow"),
                new SchedulerEvent.Placed(
                    NOW - 69_000,
                    ANN,
                    SchedulerEvent.Asked.UNKNOWN,
                    List.of("h7"),
                    Optional.of(Exemption.SHADOW)),
                done(50, ANN, 19)),
            Viewer.SUPERUSER);
    assertEquals(List.of(), waiting(page));
    assertFalse(page.contains("waited up to"), page);
    assertEquals(List.of("M500 0h200v12h-200z"), written(page));
  }

  @Test
  void draw_askedForAgainAfterAFailure_isAnotherBar() {
    String page =
        drawn(
            List.of(
                asked(70, ANN),
                granted(70, ANN, 0),
                new SchedulerEvent.Released(NOW - 60_000, ANN, "pipeline-failed"),
                asked(60, ANN),
                granted(50, ANN, 10)),
            Viewer.SUPERUSER);
    assertEquals(List.of("M600 0h100v12h-100z"), waiting(page));
    assertEquals(List.of("M500 0h100v12h-100zM700 0h500v12h-500z"), written(page));
  }

  @Test
  void draw_othersFiles_haveNoPath() {
    String page = drawn(List.of(asked(20, ANN), asked(10, BOB)), new Viewer(Optional.of("ann")));
    assertTrue(page.contains("<b>/ann/a</b> user ann, from h1"), page);
    assertTrue(page.contains("<b>a file</b> user bob, from h2"), page);
    assertFalse(page.contains("/bob/b"), page);
  }

  @Test
  void draw_manyFiles_thoseOfLateAreShownAndTheOthersCounted() {
    List<SchedulerEvent> events = new ArrayList<>();
    for (int i = 0; i < 3 * Timeline.MOST_FILES; i++) {
      events.add(asked(110, new Chunk("/f" + i, "h" + i, 0, "ann")));
    }
    events.add(granted(5, new Chunk("/f1", "h1", 0, "ann"), 105));
    String page = drawn(events, Viewer.SUPERUSER);
    assertEquals(Timeline.MOST_FILES, waiting(page).size());
    assertTrue(page.contains("<b>/f1</b>"), page);
    assertTrue(page.contains((2 * Timeline.MOST_FILES) + " more files."), page);
  }

  @Test
  void draw_nothingHappened_saysSo() {
    assertTrue(drawn(List.of(), Viewer.SUPERUSER).contains("Nothing was asked for."));
  }
}
