package org.peacescheduler.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;
import org.peacescheduler.network.topology.Topology;

/**
 * How the chunks of a recording shared the links of a network: all those count on a link that were
 * there at some time meanwhile.
 *
 * <p>Example: two chunks went over a link of 100 MB/s, and were there together for a moment: each
 * had a part of 50 MB/s.
 *
 * <p>Cost: chunks, times how many there are at a time. Confined to one thread.
 */
final class RecordedLinks {
  private final NetworkModel model;
  private final IdentityHashMap<RecordedFile, List<List<int[]>>> routes = new IdentityHashMap<>();
  private final List<List<Span>> flows = new ArrayList<>();
  private final double stream;

  /** How long the longest of each edge's chunks was there. */
  private final long[] longest;

  RecordedLinks(Recording recording, Topology network) {
    model = NetworkModel.of(network);
    stream = network.streamBytesPerSecond().orElseThrow();
    for (int edge = 0; edge < model.edges(); edge++) {
      flows.add(new ArrayList<>());
    }
    Router router = new Router(new ResidualNetwork(model));
    for (RecordedFile file : recording.files()) {
      List<List<int[]>> own = new ArrayList<>();
      for (RecordedFile.RecordedChunk chunk : file.chunks()) {
        List<int[]> hops = hops(file, chunk, router);
        hops.forEach(
            hop -> Arrays.stream(hop).forEach(edge -> flows.get(edge).add(Span.of(chunk))));
        own.add(hops);
      }
      routes.put(file, own);
    }
    flows.forEach(Collections::sort);
    longest = flows.stream().mapToLong(Span::longest).toArray();
  }

  /** When a chunk was on a link. */
  private record Span(long begun, long ended) implements Comparable<Span> {
    static Span of(RecordedFile.RecordedChunk chunk) {
      return new Span(chunk.begun(), chunk.ended());
    }

    static long longest(List<Span> spans) {
      return spans.stream().mapToLong(span -> span.ended - span.begun).max().orElse(0);
    }

    @Override
    public int compareTo(Span other) {
      return Long.compare(begun, other.begun);
    }
  }

  private List<int[]> hops(RecordedFile file, RecordedFile.RecordedChunk chunk, Router router) {
    List<int[]> hops = new ArrayList<>();
    OptionalInt sender = model.server(RecordedNetwork.name(file.host()));
    for (String node : chunk.nodes()) {
      OptionalInt target = model.server(node);
      if (sender.isPresent() && target.isPresent()) {
        hops.add(router.route(sender.getAsInt(), -1, target.getAsInt()));
      }
      sender = target;
    }
    return hops;
  }

  /** How many hops of a chunk, by its number in the file, went over links. */
  int hops(RecordedFile file, int chunk) {
    return (int) routes.get(file).get(chunk).stream().filter(hop -> hop.length > 0).count();
  }

  /** A chunk's part of the fullest of its links, in bytes/s; empty if none of them is known. */
  OptionalDouble part(RecordedFile file, int chunk) {
    return routes.get(file).get(chunk).stream()
        .flatMapToInt(Arrays::stream)
        .mapToDouble(edge -> stream * model.streams(edge) / most(edge, file.chunks().get(chunk)))
        .min();
  }

  /** Whether no other chunk was on any of its links. */
  boolean isAlone(RecordedFile file, int chunk) {
    return routes.get(file).get(chunk).stream()
        .flatMapToInt(Arrays::stream)
        .allMatch(edge -> most(edge, file.chunks().get(chunk)) == 1);
  }

  /** How many chunks an edge carried at most in some moment of this one. */
  private int most(int edge, RecordedFile.RecordedChunk chunk) {
    List<Span> own = flows.get(edge);
    int most = 0;
    // None that began earlier was there still.
    for (int i = firstSince(own, chunk.begun() - longest[edge]); i < own.size(); i++) {
      Span span = own.get(i);
      if (span.begun() >= chunk.ended()) {
        break;
      }
      if (span.ended() > chunk.begun()) {
        most++;
      }
    }
    return Math.max(1, most);
  }

  /** The number of the first one that begins at a time or later. */
  private static int firstSince(List<Span> spans, long time) {
    int first = 0;
    int end = spans.size();
    while (first < end) {
      int middle = (first + end) / 2;
      if (spans.get(middle).begun() < time) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    return first;
  }
}
