package org.peacescheduler.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;
import org.peacescheduler.network.topology.Topology;

/**
 * Which files were written slowly though their links had room: their writers, or what these ran,
 * were the limit.
 *
 * <p>A chunk is slow by itself if it took 2.5 times what its links explain: its bytes over its part
 * of the fullest one, all those counted that were there at some time meanwhile, and 0.1 s to be set
 * up. A file is if all its chunks are; then its fastest one says what its writer sends. Example: a
 * chunk of 100 MB took 10 s, alone on a link of 100 MB/s.
 *
 * <p>Cost: chunks, times how many there are at a time. Confined to one thread.
 */
final class SlowWriters {
  /** So many times what the links explain is not their doing. */
  private static final double SLOW = 2.5;

  /** What a chunk takes besides its bytes, in seconds. */
  private static final double SET_UP = 0.1;

  private static final double MILLIS = 1000;

  private final NetworkModel model;
  private final IdentityHashMap<RecordedFile, List<List<int[]>>> routes = new IdentityHashMap<>();
  private final List<List<long[]>> flows = new ArrayList<>();
  private final double stream;

  SlowWriters(Recording recording, Topology network) {
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
        hops.forEach(hop -> Arrays.stream(hop).forEach(edge -> flows.get(edge).add(span(chunk))));
        own.add(hops);
      }
      routes.put(file, own);
    }
    flows.forEach(own -> own.sort((a, b) -> Long.compare(a[0], b[0])));
  }

  private static long[] span(RecordedFile.RecordedChunk chunk) {
    return new long[] {chunk.begun(), chunk.ended()};
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

  /** What a file's writer sends at most, in bytes/s; empty if its links were the limit. */
  OptionalDouble rate(RecordedFile file) {
    double fastest = 0;
    for (int i = 0; i < file.chunks().size(); i++) {
      RecordedFile.RecordedChunk chunk = file.chunks().get(i);
      List<int[]> hops = routes.get(file).get(i);
      double part =
          hops.stream()
              .flatMapToInt(Arrays::stream)
              .mapToDouble(edge -> stream * model.streams(edge) / most(edge, chunk))
              .min()
              .orElse(0);
      double explained = part > 0 ? chunk.bytes() / part + SET_UP : Double.MAX_VALUE;
      if ((chunk.ended() - chunk.begun()) / MILLIS < SLOW * explained) {
        return OptionalDouble.empty();
      }
      fastest = Math.max(fastest, chunk.bytesPerSecond());
    }
    return OptionalDouble.of(Math.max(1, fastest));
  }

  /** How many chunks an edge carried at most in some moment of this one. */
  private int most(int edge, RecordedFile.RecordedChunk chunk) {
    int most = 1;
    for (long[] span : flows.get(edge)) {
      if (span[0] >= chunk.ended()) {
        break;
      }
      if (span[1] > chunk.begun()) {
        most++;
      }
    }
    return Math.max(1, most - 1);
  }
}
