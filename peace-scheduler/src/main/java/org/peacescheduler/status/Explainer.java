package org.peacescheduler.status;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * Finds out from events why the chunks of a file or group waited, or did not, and who was before
 * them.
 *
 * <p>What is asked for is a path, a directory, or a group's name. Example: {@code
 * /flink/job/chk-41} is the group of that name and all files below. Of many chunks the last {@value
 * #MOST} are told.
 *
 * <p>Who holds a link is found by the datanodes of the chunks in flight, and by the links between
 * switches that their grants name. A chunk whose beginning is not among the events holds nothing.
 *
 * <p>Bound: {@value #MOST} chunks are told, from events that {@link History} bounds; what is asked
 * for is compared with names and kept nowhere.
 *
 * <p>Cost: two looks at all events, and one at the chunks in flight for each chunk told that
 * waited. Confined to one thread.
 */
public final class Explainer {
  /** So many chunks are told. */
  static final int MOST = 100;

  private final Collection<SchedulerEvent> events;
  private final Viewer viewer;

  /** What the name of a file that Hadoop's shell is writing ends with. */
  private static final String COPYING = "._COPYING_";

  /** Tells chunks from each other. */
  private record Key(String path, int number) {
    static Key of(Chunk chunk) {
      return new Key(chunk.path(), chunk.number());
    }
  }

  /** A chunk in flight. */
  private record InFlight(String whose, String writer, List<String> nodes, List<String> via) {
    boolean isOver(String link) {
      int arrow = link.indexOf("->");
      if (arrow < 0 || via.contains(link)) {
        return arrow >= 0;
      }
      String from = link.substring(0, arrow);
      String to = link.substring(arrow + 2);
      if (to.equals("disk")) {
        return nodes.contains(from);
      }
      // A writer that is its own first datanode sends nothing to itself.
      int first = nodes.isEmpty() || nodes.get(0).equals(writer) ? 1 : 0;
      boolean isSender =
          (from.equals(writer) && nodes.size() > first)
              || IntStream.range(0, nodes.size() - 1).anyMatch(i -> nodes.get(i).equals(from));
      return isSender || nodes.indexOf(to) >= first;
    }

    boolean isOverAny(List<String> links) {
      return links.stream().anyMatch(this::isOver);
    }
  }

  /** From these events, the oldest first. */
  public Explainer(Collection<SchedulerEvent> events, Viewer viewer) {
    this.events = events;
    this.viewer = viewer;
  }

  private static Chunk chunk(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Submitted e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Placed e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Deferred e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Granted e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.ReplicaDone e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Done e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Measured e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Released e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Refused e) {
      return e.chunk();
    } else if (event instanceof SchedulerEvent.Fallback e) {
      return e.chunk();
    }
    return new Chunk("", "", 0);
  }

  private static String group(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Submitted e) {
      return e.asked().group();
    }
    return event instanceof SchedulerEvent.Placed e ? e.asked().group() : "";
  }

  /**
   * The stories of the last chunks of a path, a directory or a group. Hadoop's shell writes a file
   * under another name and renames it at its end: {@code hdfs dfs -put a /b} writes {@code
   * /b._COPYING_}.
   */
  List<Story> of(String what) {
    ArrayDeque<Key> last = new ArrayDeque<>();
    Set<String> paths = new HashSet<>();
    Map<Key, Boolean> seen = new HashMap<>();
    String below = what.endsWith("/") ? what : what + "/";
    for (SchedulerEvent event : events) {
      Chunk chunk = chunk(event);
      String group = group(event);
      boolean isMeant =
          chunk.path().equals(what)
              || chunk.path().equals(what + COPYING)
              || chunk.path().startsWith(below)
              || (!group.isEmpty() && group.equals(what))
              || paths.contains(chunk.path());
      if (isMeant && !chunk.path().isEmpty() && viewer.maySee(chunk.user())) {
        paths.add(chunk.path());
        Key key = Key.of(chunk);
        if (seen.putIfAbsent(key, true) == null) {
          last.add(key);
          if (last.size() > MOST) {
            seen.remove(last.removeFirst());
          }
        }
      }
    }
    return new Telling(seen.keySet()).tell();
  }

  /** Whose chunk it is, in a few words. */
  private String whose(SchedulerEvent event, Map<Key, String> groups) {
    Chunk chunk = chunk(event);
    String user = chunk.user().isEmpty() ? "an unknown user" : "user " + chunk.user();
    if (!viewer.maySee(chunk.user())) {
      return user;
    }
    String group = groups.getOrDefault(Key.of(chunk), "");
    return group.isEmpty()
        ? chunk.path() + " (" + user + ")"
        : "group " + group + " (" + user + ")";
  }

  private final class Telling {
    private final Set<Key> told;
    private final Map<Key, Story> stories = new LinkedHashMap<>();
    private final Map<Key, InFlight> inFlight = new HashMap<>();
    private final Map<Key, String> groups = new HashMap<>();
    private final Map<Key, Story> waiting = new LinkedHashMap<>();

    Telling(Set<Key> told) {
      this.told = told;
    }

    List<Story> tell() {
      events.forEach(this::add);
      return new ArrayList<>(stories.values());
    }

    private void add(SchedulerEvent event) {
      Chunk chunk = chunk(event);
      if (chunk.path().isEmpty()) {
        return;
      }
      Key key = Key.of(chunk);
      if (!group(event).isEmpty()) {
        groups.put(key, group(event));
      }
      if (told.contains(key)) {
        tell(key, event);
      }
      if (event instanceof SchedulerEvent.Granted e) {
        begin(key, e, e.nodes(), e.way().via());
      } else if (event instanceof SchedulerEvent.Placed e) {
        begin(key, e, e.nodes(), List.of());
      } else if (event instanceof SchedulerEvent.Done
          || event instanceof SchedulerEvent.Released
          || event instanceof SchedulerEvent.Fallback) {
        inFlight.remove(key);
        groups.remove(key);
      }
    }

    private void tell(Key key, SchedulerEvent event) {
      // One that was given up and asked for again is told from the beginning.
      if (event instanceof SchedulerEvent.Submitted) {
        stories.remove(key);
      }
      Story story = stories.computeIfAbsent(key, k -> new Story(chunk(event), event.time()));
      story.add(event);
      if (event instanceof SchedulerEvent.Deferred e) {
        waiting.put(key, story);
        for (InFlight other : inFlight.values()) {
          if (other.isOverAny(e.blockedBy())) {
            Story.count(story.holders, other.whose());
          }
        }
      } else if (!story.waits()) {
        waiting.remove(key);
      }
    }

    private void begin(Key key, SchedulerEvent event, List<String> nodes, List<String> via) {
      InFlight one = new InFlight(whose(event, groups), chunk(event).writer(), nodes, via);
      inFlight.put(key, one);
      waiting.forEach(
          (other, story) -> {
            if (!other.equals(key) && one.isOverAny(story.blockedBy())) {
              Story.count(story.before, one.whose());
            }
          });
    }
  }
}
