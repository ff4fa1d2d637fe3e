package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;
import org.peacescheduler.status.Text;

/**
 * A scenario under one placement, in a model of the network where bytes flow as water does ({@link
 * FairLinks}). So it says what a placement makes of a network, in a tenth of a second, and the same
 * each time for a seed (decision 16).
 *
 * <p>Time goes from event to event: requests, chunks that begin, flows that begin or end, and what
 * the placement is to be called for. Confined to one thread.
 */
final class Simulation implements Cluster {
  /** So long after the last writer has come no burst goes on, in seconds. */
  private static final double FOR_EVER = 4 * 3600;

  /** Of more servers not each change is looked at by itself. */
  private static final int LARGE = 500;

  /** In so large networks links are shared anew so often, in seconds. */
  private static final double LARGE_EVERY = 0.02;

  /** What links carry for each byte of payload, measured (decision 14). */
  static final double OVERHEAD = 1.085;

  /** What a writer sends to its own disk, and everybody at most: more than any link. */
  static final double FASTEST = 1e10;

  private record Event(double at, long number, Runnable what) {}

  private static final Comparator<Event> IN_ORDER =
      Comparator.comparingDouble(Event::at).thenComparingLong(Event::number);

  /** Who writes. */
  private static final class Writing {
    private final WriterGroup group;
    private final Optional<String> checkpoint;
    private final double aloneSeconds;
    private final int server;
    private final double size;
    private double begins = Double.MAX_VALUE;
    private double ends;
    private int open;
    private double longestWait;
    private int waits;

    Writing(
        WriterGroup group,
        Optional<String> checkpoint,
        double aloneSeconds,
        int server,
        double size) {
      this.group = group;
      this.checkpoint = checkpoint;
      this.aloneSeconds = aloneSeconds;
      this.server = server;
      this.size = size;
    }

    /** A chunk had to wait. */
    void waited(double seconds) {
      longestWait = Math.max(longestWait, seconds);
      waits++;
    }

    WriterTimes.Written written() {
      return new WriterTimes.Written(begins, ends, waits, longestWait);
    }
  }

  private final Scenario scenario;
  private final Scenario.Delays delays;
  private final NetworkModel model;
  private final Placement placement;
  private final SplittableRandom random;
  private final Router router;
  private final long drawn;
  private final double[] capacity;
  private final Bounds bounds;
  private final Fluid fluid;
  private final PriorityQueue<Event> events = new PriorityQueue<>(IN_ORDER);
  private final Set<String> waiting = new HashSet<>();
  private final List<Figures> figures = new ArrayList<>();
  private List<Writing> burst = new ArrayList<>();
  private List<Writing> lastBurst = List.of();
  private double lastBegin;
  private double longestWait;
  private int fallbacksBefore;
  private int writing;
  private long numbers;
  private double now;

  /**
   * A scenario under a placement.
   *
   * @param drawn seed of what is drawn before anything happens: sizes and arrivals
   * @param random what happens by chance
   */
  Simulation(
      Scenario scenario,
      NetworkModel model,
      Placement placement,
      long drawn,
      SplittableRandom random) {
    this.scenario = scenario;
    delays = scenario.reality().delays();
    this.model = model;
    this.placement = placement;
    this.random = random;
    this.drawn = drawn;
    router = new Router(new ResidualNetwork(model));
    capacity = RealLinks.bytesPerSecond(model, scenario.reality(), OVERHEAD);
    bounds = new Bounds(model, capacity, delays);
    double[] all = withWriters(capacity);
    fluid =
        new Fluid(
            new FairLinks(losses(all.length), all), model.servers() > LARGE ? LARGE_EVERY : 0);
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
      if (now - lastBegin > FOR_EVER) {
        throw new SimulationException(
            "Not ended after %.0f s: %s; files that wait for datanodes: %s"
                .formatted(
                    FOR_EVER,
                    Text.count(writing, "writer"),
                    waiting.stream().sorted().limit(5).toList()));
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

  /** What became of each writer of the last burst, in the order of the file. */
  List<WriterTimes.Written> written() {
    return lastBurst.stream().map(Writing::written).toList();
  }

  private void begin() {
    burst = new ArrayList<>();
    lastBegin = now;
    longestWait = 0;
    fallbacksBefore = placement.fallbacks();
    int ownEdge = capacity.length;
    for (int g = 0; g < scenario.writers().size(); g++) {
      WriterGroup group = scenario.writers().get(g);
      List<double[]> arrivals = scenario.arrivals(g, drawn);
      for (int writer = 0; writer < group.count(); writer++) {
        int[] own = group.writerRate().isPresent() ? new int[] {ownEdge++} : new int[0];
        double[] at = arrivals.get(writer);
        for (int time = 0; time < at.length; time++) {
          if (!group.log() || figures.isEmpty()) {
            int instance = figures.size() * group.arrivals().times() + time + 1;
            begin(group, new Arrival(g + 1, writer, instance, at[time]), own);
          }
        }
      }
    }
    writing = burst.size();
  }

  /** A writer of a group comes for the so manyth time. */
  private record Arrival(int group, int writer, int instance, double after) {}

  private void begin(WriterGroup group, Arrival arrival, int[] ownEdges) {
    int writer = arrival.writer();
    double size = scenario.size(arrival.group() - 1, writer, drawn);
    String host = group.host(writer, model);
    Optional<String> checkpoint = group.checkpoint(arrival.group(), writer, arrival.instance());
    int server = model.server(host).orElseThrow();
    double alone = group.alone(size, capacity[model.up(server)]);
    Writing who = new Writing(group, checkpoint, alone, server, size);
    Placement.Client client =
        new Placement.Client(
            group.says().client().orElse(arrival.group() + "/" + (writer + 1)),
            host,
            group,
            group.says().group().or(() -> group.tellJob() ? checkpoint : Optional.empty()),
            group.tellSize()
                ? Math.round(group.files() * size)
                : Math.round(group.says().bytes().orElse(0)),
            group.folder(host, writer, arrival.instance()));
    List<OpenFile> files = new ArrayList<>();
    for (int file = 1; file <= group.files(); file++) {
      double bytes = group.log() ? Double.MAX_VALUE : size;
      String path = path(client, arrival, file);
      files.add(new OpenFile(path, client, ownEdges, bytes, waited -> who.waited(waited)));
    }
    if (!group.log()) {
      burst.add(who);
    }
    if (group.byTurns()) {
      begin(who, arrival.after(), new ThreadByTurns(this, files, () -> ended(who))::goOn);
    } else {
      for (OpenFile file : files) {
        begin(who, arrival.after(), new ThreadOfOneFile(this, file, () -> ended(who))::goOn);
      }
    }
  }

  /** Another one for each file that is open at a time. */
  private static String path(Placement.Client client, Arrival arrival, int file) {
    return client
        .folder()
        .map(
            folder ->
                "%s/%d-%d-%d.%d"
                    .formatted(
                        folder, arrival.group(), arrival.writer() + 1, file, arrival.instance()))
        .orElseGet(
            () ->
                "%s/%d/%d/%d/%d"
                    .formatted(
                        client.host(),
                        arrival.instance(),
                        arrival.group(),
                        arrival.writer() + 1,
                        file));
  }

  private void begin(Writing who, double after, Runnable thread) {
    who.open++;
    double in = who.group.startAt() + after + who.group.startWithin() * random.nextDouble();
    lastBegin = Math.max(lastBegin, now + in);
    in(
        in,
        () -> {
          who.begins = Math.min(who.begins, now);
          thread.run();
        });
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
      lastBurst = burst;
      in(scenario.betweenBursts(), this::begin);
    }
  }

  private Figures figures() {
    return Figures.of(
        burst.stream()
            .map(who -> new Figures.Written(who.begins, who.ends, who.aloneSeconds, who.checkpoint))
            .toList(),
        placement.fallbacks() - fallbacksBefore,
        longestWait,
        Optional.of(
            bounds.of(
                burst.stream()
                    .map(who -> bounds.work(who.group, who.server, who.begins, who.size))
                    .toList())));
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
            file.writer,
            nodes -> {
              waiting.remove(file.path);
              longestWait = Math.max(longestWait, now - asked);
              if (now > asked) {
                file.waited.accept(now - asked);
              }
              in(
                  delays.setUp() * (Bounds.LEAST_SET_UP + random.nextDouble()),
                  () -> begin(file, nodes, bytes, progress));
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
                in(delays.report(), () -> written(file, nodes, bytes, progress));
              }
            });
    fluid.add(transfer);
    progress.ready(transfer);
  }

  @Override
  public void next(OpenFile file, Runnable what) {
    in(delays.request() + file.group.pause(), what);
  }

  @Override
  public void flush(OpenFile file) {
    placement.flushed(file.path);
  }

  private void written(OpenFile file, List<String> nodes, double bytes, Progress progress) {
    placement.written(file.path, nodes, Math.round(bytes), !file.hasMore());
    progress.written();
  }

  private List<int[]> hops(OpenFile file, List<String> nodes) {
    List<int[]> hops = new ArrayList<>();
    int sender = model.server(file.writer.host()).orElseThrow();
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
