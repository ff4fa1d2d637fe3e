package org.peacescheduler.status;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * The last two minutes on the status page: a row for each file, with a bar for each chunk, first
 * while it waits and then while it is written.
 *
 * <p>Goals, in order: a phone shows it; who waits is seen beside those that are written meanwhile;
 * it stays small, however much is written.
 *
 * <p>Example: a chunk that was asked for 60 s ago, waited for 10 s and was written in 5 s: one bar
 * from the middle of the row to 7/12 of it, and behind it another one half as long.
 *
 * <p>Bound: {@value #MOST_FILES} rows, of the files that something happened to last; {@value
 * #MOST_EVENTS} events. What happened to a chunk before these is not known: one that has been
 * written for longer than two minutes, such as that of an idle log, has no bar. Cost: linear in the
 * events. Confined to one thread.
 */
final class Timeline {
  /** How far it goes back, in milliseconds. */
  static final long LENGTH = 120_000;

  /** So many events are looked at, the last ones. */
  static final int MOST_EVENTS = 20_000;

  /** So many files have a row. */
  static final int MOST_FILES = 40;

  /** How it looks; part of the page's one style sheet. */
  static final String STYLE =
      """
      .t{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:2px 12px;\
      align-items:center;font-size:13px;padding:3px 0;border-bottom:1px solid var(--line)}
      .t svg{width:100%;height:12px}.axis{display:flex;justify-content:space-between}
      @media(max-width:700px){.t{grid-template-columns:minmax(0,1fr)}}
      """;

  /** A tenth of a second is one wide. */
  private static final long UNIT = 100;

  /** What is shorter would not be seen. */
  private static final long LEAST = 2;

  private final StringBuilder page;
  private final Viewer viewer;
  private final long now;
  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Map<String, Map<Integer, Bar>> bars = new HashMap<>();

  Timeline(StringBuilder page, Viewer viewer, long now) {
    this.page = page;
    this.viewer = viewer;
    this.now = now;
  }

  /** A chunk's, each time that it is asked for. */
  private static final class Bar {
    private final long asked;
    private long begun = -1;
    private long ended = -1;

    Bar(long asked) {
      this.asked = asked;
    }

    /** Until when it waited. */
    long waited(long now) {
      return begun >= 0 ? begun : ended >= 0 ? ended : now;
    }

    long written(long now) {
      return ended >= 0 ? ended : now;
    }
  }

  private static final class Row {
    private final Chunk chunk;
    private final List<Bar> bars = new ArrayList<>();
    private long last;

    Row(Chunk chunk) {
      this.chunk = chunk;
    }
  }

  /** Draws it of what happened, the oldest first. */
  void draw(List<SchedulerEvent> events) {
    events.forEach(this::add);
    page.append("<h2 id=\"time\">The last two minutes, by file: ")
        .append(Text.figure(rows.size()))
        .append("</h2>\n");
    if (rows.isEmpty()) {
      page.append("<p>Nothing was asked for.</p>\n");
      return;
    }
    page.append("<div class=\"key\">");
    NetworkPicture.key(page, "u3", "waits");
    NetworkPicture.key(page, "u2", "is written");
    page.append("</div>\n<div class=\"t\"><span></span><div class=\"axis dim\"><span>")
        .append("2 min ago</span><span>1 min ago</span><span>now</span></div></div>\n");
    Set<Row> shown =
        rows.values().stream()
            .sorted(Comparator.comparingLong((Row row) -> row.last).reversed())
            .limit(MOST_FILES)
            .collect(Collectors.toSet());
    rows.values().stream().filter(shown::contains).forEach(this::row);
    StatusPage.leftOff(page, rows.size() - shown.size(), "file");
  }

  private void add(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Submitted e) {
      begin(e.chunk(), e.time(), e.time());
    } else if (event instanceof SchedulerEvent.Granted e) {
      bar(e.chunk(), e.time(), e.time() - e.waited()).begun = e.time();
    } else if (event instanceof SchedulerEvent.Placed e) {
      Bar bar = bar(e.chunk(), e.time(), e.time());
      // What Peace does not schedule does not wait; HDFS took the time to choose datanodes.
      bar.begun = e.exempt().isPresent() ? bar.asked : e.time();
      bar.ended = -1;
    } else if (event instanceof SchedulerEvent.Fallback e) {
      // The stock policy looks for other datanodes.
      bar(e.chunk(), e.time(), e.time()).begun = -1;
    } else if (event instanceof SchedulerEvent.Done e) {
      end(e.chunk(), e.time(), e.time() - e.duration());
    } else if (event instanceof SchedulerEvent.Released e) {
      end(e.chunk(), e.time(), e.time());
    }
  }

  private Bar begin(Chunk chunk, long time, long asked) {
    Bar bar = new Bar(asked);
    Row row = rows.computeIfAbsent(chunk.path(), path -> new Row(chunk));
    row.bars.add(bar);
    row.last = time;
    bars.computeIfAbsent(chunk.path(), path -> new HashMap<>()).put(chunk.number(), bar);
    return bar;
  }

  /** The chunk's last one; a new one if its request is too long ago to be known. */
  private Bar bar(Chunk chunk, long time, long asked) {
    Bar bar = bars.getOrDefault(chunk.path(), Map.of()).get(chunk.number());
    if (bar == null) {
      return begin(chunk, time, asked);
    }
    rows.get(chunk.path()).last = time;
    return bar;
  }

  private void end(Chunk chunk, long time, long begun) {
    boolean isKnown = bars.getOrDefault(chunk.path(), Map.of()).containsKey(chunk.number());
    Bar bar = bar(chunk, time, begun);
    bar.begun = isKnown ? bar.begun : begun;
    bar.ended = time;
  }

  private void row(Row row) {
    String user = row.chunk.user();
    page.append("<div class=\"t\"><div><b>")
        .append(StatusPage.name(viewer.maySee(user) ? row.chunk.path() : "a file"))
        .append("</b> user ")
        .append(StatusPage.name(user.isEmpty() ? "unknown" : user))
        .append(", from ")
        .append(StatusPage.name(row.chunk.writer()))
        .append(": ")
        .append(Text.count(row.bars.size(), "chunk"));
    long longest = row.bars.stream().mapToLong(bar -> bar.waited(now) - bar.asked).max().orElse(0);
    if (longest > 0) {
      page.append(", waited up to ").append(Text.duration(longest));
    }
    page.append("</div><svg viewBox=\"0 0 1200 12\" preserveAspectRatio=\"none\">")
        .append("<path class=\"u0\" d=\"M0 0h1200v12H0z\"/>");
    path("u3", row.bars.stream().map(bar -> piece(bar.asked, bar.waited(now))).toList());
    path(
        "u2",
        row.bars.stream()
            .filter(bar -> bar.begun >= 0)
            .map(bar -> piece(bar.begun, bar.written(now)))
            .toList());
    page.append("</svg></div>\n");
  }

  private void path(String kind, List<String> pieces) {
    String all = String.join("", pieces);
    if (!all.isEmpty()) {
      page.append("<path class=\"").append(kind).append("\" d=\"").append(all).append("\"/>");
    }
  }

  /** Of a path, in tenths of a second since the timeline's begin; nothing of no time. */
  private String piece(long from, long until) {
    if (until <= from) {
      return "";
    }
    long begin = Math.max(0, (from - now + LENGTH) / UNIT);
    long wide = Math.max(LEAST, (until - now + LENGTH) / UNIT - begin);
    return "M" + begin + " 0h" + wide + "v12h-" + wide + "z";
  }
}
