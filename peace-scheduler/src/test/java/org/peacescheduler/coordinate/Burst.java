package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;

/**
 * A burst of writes in a model of the network where bytes flow as water does: no packets are lost,
 * and links are shared fairly ({@link FairLinks}). So it says what a placement makes of a network,
 * in a hundredth of a second, and the same each time (decision 16).
 *
 * <p>Each writer has some files that it writes at the same time; a file asks for its next chunk
 * when the one before is written.
 */
final class Burst {
  private static final double STEP = 0.005;

  private static final double FOR_EVER = 3600;

  /** All writers begin within this time, in seconds. */
  private static final double BEGIN = 0.3;

  /** From a grant to the first byte: connections are set up; half as much more or less. */
  private static final double SET_UP = 0.08;

  /** From the last byte to the report of the last replica. */
  private static final double REPORT = 0.04;

  /** From there to the file's next request. */
  private static final double NEXT = 0.015;

  /** What links carry for each byte of payload, measured (decision 14). */
  private static final double OVERHEAD = 1.085;

  private final NetworkModel model;
  private final Load load;
  private final SplittableRandom random;
  private final FairLinks links;
  private final Router router;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::at));
  private final List<Going> going = new ArrayList<>();
  private final Map<String, Double> done = new HashMap<>();
  private double now;

  /**
   * What is written.
   *
   * @param files of each writer
   * @param chunks of each file
   * @param chunkBytes of each chunk
   */
  record Load(int writers, int files, int chunks, long chunkBytes) {}

  /**
   * How it went, in seconds.
   *
   * @param response the mean of the writers' ends
   * @param completion the last end
   */
  record Result(double response, double completion) {}

  private record Event(double at, Runnable what) {}

  private record Going(Transfer transfer, Runnable arrived) {}

  /** Decides where and when chunks are written. */
  interface Placement {
    /** A file asks for its next chunk; {@code granted} takes its datanodes, now or later. */
    void ask(String writer, String file, Consumer<List<String>> granted);

    /** The file's chunk is on all its datanodes. */
    void written(String file, boolean fileEnded);

    /** So many milliseconds have passed since the beginning. */
    default void passed(long millis) {}
  }

  Burst(NetworkModel model, Load load, SplittableRandom random) {
    this.model = model;
    this.load = load;
    this.random = random;
    double place = model.topology().streamBytesPerSecond().orElseThrow() / OVERHEAD;
    links =
        new FairLinks(
            IntStream.range(0, model.edges())
                .mapToDouble(edge -> model.capacity(edge) * place)
                .toArray());
    router = new Router(new ResidualNetwork(model));
  }

  Result run(Placement placement) {
    for (int writer = 0; writer < load.writers(); writer++) {
      for (int file = 0; file < load.files(); file++) {
        String name = model.serverName(writer * model.servers() / load.writers());
        String path = name + "/" + file;
        in(BEGIN * random.nextDouble(), () -> ask(placement, name, path, load.chunks()));
      }
    }
    while (done.size() < load.writers() || !events.isEmpty() || !going.isEmpty()) {
      now += STEP;
      if (now > FOR_EVER) {
        throw new AssertionError("somebody waits for ever; done are " + done);
      }
      placement.passed(Math.round(1000 * now));
      while (!events.isEmpty() && events.peek().at() <= now) {
        events.poll().what().run();
      }
      move();
    }
    return new Result(
        done.values().stream().mapToDouble(x -> x).average().orElseThrow(),
        done.values().stream().mapToDouble(x -> x).max().orElseThrow());
  }

  private void in(double seconds, Runnable what) {
    events.add(new Event(now + seconds, what));
  }

  private void ask(Placement placement, String writer, String path, int chunksLeft) {
    placement.ask(
        writer,
        path,
        nodes ->
            going.add(
                new Going(
                    new Transfer(
                        hops(writer, nodes),
                        load.chunkBytes(),
                        now + SET_UP * (0.5 + random.nextDouble())),
                    () -> in(REPORT, () -> written(placement, writer, path, chunksLeft - 1)))));
  }

  private List<int[]> hops(String writer, List<String> nodes) {
    List<int[]> hops = new ArrayList<>();
    int sender = model.server(writer).orElseThrow();
    for (String node : nodes) {
      int target = model.server(node).orElseThrow();
      hops.add(router.route(sender, -1, target));
      sender = target;
    }
    return hops;
  }

  private void written(Placement placement, String writer, String path, int chunksLeft) {
    placement.written(path, chunksLeft == 0);
    if (chunksLeft > 0) {
      in(NEXT, () -> ask(placement, writer, path, chunksLeft));
    } else {
      done.merge(writer, now, Math::max);
    }
  }

  private void move() {
    List<int[]> edges = new ArrayList<>();
    List<Double> wanted = new ArrayList<>();
    List<DoubleConsumer> moves = new ArrayList<>();
    for (Going chunk : going) {
      Transfer transfer = chunk.transfer();
      for (int i = 0; i < transfer.hops.size(); i++) {
        int hop = i;
        if (transfer.wanted(hop, now) > 0) {
          edges.add(transfer.hops.get(hop));
          wanted.add(transfer.wanted(hop, now));
          moves.add(bytes -> transfer.move(hop, bytes));
        }
      }
    }
    double[] moved = links.move(edges, wanted.stream().mapToDouble(bytes -> bytes).toArray(), STEP);
    for (int flow = 0; flow < moved.length; flow++) {
      moves.get(flow).accept(moved[flow]);
    }
    going.stream().filter(chunk -> chunk.transfer().hasArrived()).forEach(c -> c.arrived().run());
    going.removeIf(chunk -> chunk.transfer().hasArrived());
  }
}
