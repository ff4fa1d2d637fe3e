package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;

/**
 * A scenario under one placement, in a model of the network where bytes flow as water does ({@link
 * FairLinks}). So it says what a placement makes of a network, in a tenth of a second, and the same
 * each time for a seed (decision 16).
 *
 * <p>Time goes from event to event: requests, chunks that begin, flows that begin or end, and what
 * the placement is to be called for. Confined to one thread.
 */
final class Simulation implements Cluster {
  /** Longer takes no burst. */
  private static final double FOR_EVER = 4 * 3600;

  /** From a grant to the first byte: connections are set up; half as much more or less. */
  private static final double SET_UP = 0.08;

  /** From the last byte to the report of the last replica. */
  private static final double REPORT = 0.04;

  /** From the end of a burst to the next one. */
  private static final double BETWEEN = 2;

  /** What links carry for each byte of payload, measured (decision 14). */
  private static final double OVERHEAD = 1.085;

  /** What a writer sends to its own disk, and everybody at most: more than any link. */
  private static final double FASTEST = 1e10;

  private record Event(double at, long number, Runnable what) {}

  private static final Comparator<Event> IN_ORDER =
      Comparator.comparingDouble(Event::at).thenComparingLong(Event::number);

  /** Who writes. */
  private static final class Writing {
    private final WriterGroup group;
    private final double aloneSeconds;
    private double begins = Double.MAX_VALUE;
    private double ends;
    private int open;

    Writing(WriterGroup group, double aloneSeconds) {
      this.group = group;
      this.aloneSeconds = aloneSeconds;
    }
  }

  private final Scenario scenario;
  private final NetworkModel model;
  private final Placement placement;
  private final SplittableRandom random;
  private final Router router;
  private final double[] capacity;
  private final Fluid fluid;
  private final PriorityQueue<Event> events = new PriorityQueue<>(IN_ORDER);
  private final Set<String> waiting = new HashSet<>();
  private final List<Figures> figures = new ArrayList<>();
  private List<Writing> burst = new ArrayList<>();
  private double burstBegan;
  private double longestWait;
  private int fallbacksBefore;
  private int writing;
  private long numbers;
  private double now;

  Simulation(Scenario scenario, NetworkModel model, Placement placement, SplittableRandom random) {
    this.scenario = scenario;
    this.model = model;
    this.placement = placement;
    this.random = random;
    router = new Router(new ResidualNetwork(model));
    capacity = RealLinks.bytesPerSecond(model, scenario.reality(), OVERHEAD);
    double[] all = withWriters(capacity);
    fluid = new Fluid(new FairLinks(losses(all.length), all));
  }

  /** The links of the network, then one for each writer whose files share a rate. */
  private double[] withWriters(double[] network) {
    double[] writers =
        scenario.writers().stream()
            .filter(group -> group.writerRate().isPresent())
            .flatMapToDouble(
                group ->
                    IntStream.range(0, group.count())
                        .mapToDouble(writer -> group.writerRate().getAsDouble()))
            .toArray();
    double[] all = Arrays.copyOf(network, network.length + writers.length);
    System.arraycopy(writers, 0, all, network.length, writers.length);
    return all;
  }

  /** Queues overflow in switches; whoever sends waits for its own link. */
  private double[] losses(int edges) {
    double[] losses = new double[edges];
    for (int server = 0; server < model.servers(); server++) {
      losses[model.down(server)] = scenario.reality().loss();
    }
    for (int k = 0; k < model.links(); k++) {
      losses[model.link(k)] = scenario.reality().loss();
    }
    return losses;
  }

  /** Runs all bursts. */
  List<Figures> run() throws SimulationException {
    begin();
    double nextPass = placement.passEvery();
    while (figures.size() < scenario.bursts()) {
      double event = events.isEmpty() ? Double.MAX_VALUE : events.peek().at();
      now = Math.max(now, Math.min(Math.min(event, fluid.next()), nextPass));
      if (now - burstBegan > FOR_EVER) {
        throw new SimulationException(
            "%d writers have not ended after %.0f s; files that wait for datanodes: %s"
                .formatted(writing, FOR_EVER, waiting.stream().sorted().limit(5).toList()));
      }
      placement.setTime(now);
      fluid.passTo(now);
      while (!events.isEmpty() && events.peek().at() <= now) {
        events.poll().what().run();
      }
      if (nextPass <= now) {
        placement.pass();
        nextPass += placement.passEvery();
      }
    }
    return List.copyOf(figures);
  }

  private void begin() {
    burst = new ArrayList<>();
    burstBegan = now;
    longestWait = 0;
    fallbacksBefore = placement.fallbacks();
    int ownEdge = capacity.length;
    for (int g = 0; g < scenario.writers().size(); g++) {
      WriterGroup group = scenario.writers().get(g);
      for (int writer = 0; writer < group.count(); writer++) {
        int[] own = group.writerRate().isPresent() ? new int[] {ownEdge++} : new int[0];
        if (!group.log() || figures.isEmpty()) {
          begin(group, "%d/%d/%d".formatted(figures.size() + 1, g + 1, writer + 1), writer, own);
        }
      }
    }
    writing = burst.size();
  }

  private void begin(WriterGroup group, String name, int writer, int[] ownEdges) {
    String host = host(group, writer);
    Writing who = new Writing(group, alone(group, writer, model.server(host).orElseThrow()));
    List<OpenFile> files = new ArrayList<>();
    for (int file = 1; file <= group.files(); file++) {
      double bytes = group.log() ? Double.MAX_VALUE : group.size(writer);
      files.add(new OpenFile("%s/%s/%d".formatted(host, name, file), host, group, ownEdges, bytes));
    }
    if (!group.log()) {
      burst.add(who);
    }
    if (group.byTurns()) {
      begin(who, new ThreadByTurns(this, files, () -> ended(who))::goOn);
    } else {
      for (OpenFile file : files) {
        begin(who, new ThreadOfOneFile(this, file, () -> ended(who))::goOn);
      }
    }
  }

  private void begin(Writing who, Runnable thread) {
    who.open++;
    in(
        who.group.startAt() + who.group.startWithin() * random.nextDouble(),
        () -> {
          who.begins = Math.min(who.begins, now);
          thread.run();
        });
  }

  private String host(WriterGroup group, int writer) {
    List<String> hosts = group.hosts();
    return hosts.isEmpty()
        ? model.serverName((int) ((long) writer * model.servers() / group.count()))
        : hosts.get((int) ((long) writer * hosts.size() / group.count()));
  }

  private double alone(WriterGroup group, int writer, int server) {
    int threads = group.byTurns() ? 1 : group.files();
    double rate = Math.min(capacity[model.up(server)], group.writerRate().orElse(FASTEST));
    rate = Math.min(rate, threads * group.rate().orElse(FASTEST));
    return group.files() * group.size(writer) / rate;
  }

  private void ended(Writing who) {
    who.open--;
    if (who.open > 0) {
      return;
    }
    who.ends = now;
    writing--;
    if (writing == 0) {
      figures.add(figures());
      in(BETWEEN, this::begin);
    }
  }

  private Figures figures() {
    Map<String, double[]> jobs = new HashMap<>();
    for (Writing who : burst) {
      who.group
          .job()
          .map(job -> jobs.computeIfAbsent(job, name -> new double[] {Double.MAX_VALUE, 0}))
          .ifPresent(
              span -> {
                span[0] = Math.min(span[0], who.begins);
                span[1] = Math.max(span[1], who.ends);
              });
    }
    double first = burst.stream().mapToDouble(who -> who.begins).min().orElseThrow();
    OptionalDouble job = jobs.values().stream().mapToDouble(span -> span[1] - span[0]).average();
    return new Figures(
        burst.stream().mapToDouble(who -> who.ends - who.begins).average().orElseThrow(),
        now - first,
        burst.stream()
            .mapToDouble(who -> (who.ends - who.begins) / who.aloneSeconds)
            .average()
            .orElseThrow(),
        job,
        placement.fallbacks() - fallbacksBefore,
        longestWait);
  }

  @Override
  public void in(double seconds, Runnable what) {
    events.add(new Event(now + seconds, numbers++, what));
  }

  @Override
  public void give(Transfer transfer, double bytes) {
    fluid.give(transfer, bytes, now);
  }

  @Override
  public void ask(OpenFile file, Progress progress) {
    double asked = now;
    double bytes = file.takeChunk();
    waiting.add(file.path);
    placement.ask(
        new Placement.Ask(
            file.path,
            file.host,
            file.group,
            nodes -> {
              waiting.remove(file.path);
              longestWait = Math.max(longestWait, now - asked);
              in(SET_UP * (0.5 + random.nextDouble()), () -> begin(file, nodes, bytes, progress));
            }));
  }

  private void begin(OpenFile file, List<String> nodes, double bytes, Progress progress) {
    Transfer transfer =
        new Transfer(
            hops(file, nodes),
            bytes,
            Math.min(FASTEST, file.group.rate().orElse(FASTEST)),
            new Transfer.Listener() {
              @Override
              public void sent(Transfer of) {
                progress.sent();
              }

              @Override
              public void arrived(Transfer of) {
                in(REPORT, () -> written(file, nodes, bytes, progress));
              }
            });
    fluid.add(transfer);
    progress.ready(transfer);
  }

  private void written(OpenFile file, List<String> nodes, double bytes, Progress progress) {
    placement.written(file.path, nodes, Math.round(bytes), !file.hasMore());
    progress.written();
  }

  private List<int[]> hops(OpenFile file, List<String> nodes) {
    List<int[]> hops = new ArrayList<>();
    int sender = model.server(file.host).orElseThrow();
    for (String node : nodes) {
      int target = model.server(node).orElseThrow();
      int[] edges = router.route(sender, -1, target);
      hops.add(
          hops.isEmpty()
              ? IntStream.concat(IntStream.of(edges), IntStream.of(file.writerEdges)).toArray()
              : edges);
      sender = target;
    }
    return hops;
  }
}
