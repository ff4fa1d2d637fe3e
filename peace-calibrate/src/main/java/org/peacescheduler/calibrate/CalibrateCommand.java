package org.peacescheduler.calibrate;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.peacescheduler.cli.CalibrateFolder;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.cli.OutputFile;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.Output;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.snakeyaml.engine.v2.events.AliasEvent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ./peace calibrate}: measures a running cluster and writes the numbers of a topology file.
 *
 * <p>Exit codes: 0 fine, 1 the cluster cannot be measured, 2 wrong use, 3 a configuration directory
 * or topology file is bad.
 */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Measures with short writes how the throughput of a running cluster's links and "
          + "datanodes depends on how many chunks are written at the same time, and writes "
          + "a topology file with the capacities that follow.",
      "Run it as HDFS's superuser on an idle cluster. docs/calibrate.md has more."
    })
public final class CalibrateCommand implements CliCommand {
  private static final List<String> SITES =
      List.of("core-default.xml", "core-site.xml", "hdfs-default.xml", "hdfs-site.xml");

  @Option(
      names = "--fs",
      paramLabel = "URI",
      description = "The NameNode, such as hdfs://nn:8020; without it, fs.defaultFS of --conf.")
  private String fs;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Has core-site.xml and hdfs-site.xml; without it, $HADOOP_CONF_DIR.")
  private Path conf;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The topology file to write; without it, only a table is printed.")
  private Path out;

  @Option(names = "--force", description = "Let --out replace a file.")
  private boolean force;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = "A topology file whose numbers are changed in --out; all else is kept.")
  private Path topology;

  @Option(
      names = "--directory",
      paramLabel = "PATH",
      description = "Where in HDFS a directory is made, which is removed at the end.")
  private String directory = "/tmp";

  @Option(
      names = "--chunk-size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "64MiB",
      description = "What each stream writes.")
  private ByteSize chunkSize;

  @Option(
      names = "--concurrent",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "1,2,3,4,6,8",
      description = "Numbers of chunks at a time.")
  private List<Integer> concurrent;

  @Option(names = "--sample", paramLabel = "N", description = "Datanodes measured in each rack.")
  private int sample = 2;

  @Option(names = "--rounds", paramLabel = "N", description = "Repetitions; medians count.")
  private int rounds = 3;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "How long it takes at most: fewer rounds, datanodes and racks are measured if all take"
              + " longer, and nothing begins after that time.")
  private int minutes = 10;

  @Option(names = "--yes", description = "Begin without a question.")
  private boolean yes;

  @Option(
      names = "--dry-run",
      description = "Say what would be written and how long it would take, and write nothing.")
  private boolean dryRun;

  @Option(
      names = "--enough",
      paramLabel = "X",
      description = "A capacity is the fewest chunks that bring this share of the best throughput.")
  private double enough = 0.95;

  @Option(names = "--sync", description = "A chunk counts when it is on the datanodes' disks.")
  private boolean sync;

  @Mixin private Output output;

  /** A topology file that is given, and its text. */
  private record Given(Topology topology, String text) {}

  private final Consent consent;

  /** Made by the command line. */
  public CalibrateCommand() {
    this(Consent::onTerminal);
  }

  CalibrateCommand(Consent consent) {
    this.consent = consent;
  }

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    try {
      quiet();
      CalibrationOptions options =
          new CalibrationOptions(chunkSize, concurrent, rounds, sample, enough, sync);
      checkUse(options);
      Optional<Given> given = given();
      Configuration hadoop = hadoop();
      try (Hdfs hdfs = Hdfs.connect(uri(hadoop), hadoop)) {
        calibrate(hdfs, options, given);
      }
      return ExitCodes.FINE;
    } catch (CalibrationException e) {
      return output.tell(List.of(e.getMessage()), e.exitCode());
    }
  }

  /** Hadoop's own errors only; a log4j configuration of the operator's is left alone. */
  private static void quiet() {
    Logger root = Logger.getRootLogger();
    if (!root.getAllAppenders().hasMoreElements()) {
      root.addAppender(
          new ConsoleAppender(new PatternLayout("%p %c{1}: %m%n"), ConsoleAppender.SYSTEM_ERR));
      root.setLevel(Level.ERROR);
    }
  }

  private void checkUse(CalibrationOptions options) throws CalibrationException {
    List<String> problems = new ArrayList<>(options.problems());
    if (minutes < 1) {
      problems.add("--minutes %d: it has to be at least 1. Maybe 10.".formatted(minutes));
    }
    if (!directory.startsWith("/")) {
      problems.add(
          "--directory %s: it has to be an absolute path in HDFS. Maybe /tmp."
              .formatted(directory));
    }
    if (out != null) {
      Optional<String> problem = OutputFile.problem("--out", out);
      problem.ifPresent(problems::add);
      if (problem.isEmpty() && Files.exists(out) && !force) {
        problems.add(
            "--out %s is there already. Maybe another name, or --force to replace it."
                .formatted(out));
      }
    }
    if (!problems.isEmpty()) {
      throw new CalibrationException(ExitCodes.WRONG_USE, String.join("\n", problems));
    }
  }

  private Optional<Given> given() throws CalibrationException {
    if (topology == null) {
      return Optional.empty();
    }
    try {
      Given given = new Given(TopologyReader.read(topology), Files.readString(topology));
      refuseAliases(given.text());
      return Optional.of(given);
    } catch (TopologyException | IOException e) {
      throw new CalibrationException(ExitCodes.BAD_INPUT, e.getMessage(), e);
    }
  }

  private void refuseAliases(String text) throws CalibrationException {
    List<String> problems = new ArrayList<>();
    for (AliasEvent alias : ChangedTopology.aliases(text)) {
      problems.add(
          "%s:%d: '*%s' stands for what is written elsewhere, so it cannot be changed here alone."
              .formatted(
                  topology, alias.getStartMark().orElseThrow().getLine() + 1, alias.getAlias()));
    }
    if (!problems.isEmpty()) {
      problems.add("Maybe write the value out.");
      throw new CalibrationException(ExitCodes.BAD_INPUT, String.join("\n", problems));
    }
  }

  private Configuration hadoop() throws CalibrationException {
    Configuration hadoop = new HdfsConfiguration();
    String environment = System.getenv("HADOOP_CONF_DIR");
    Path from =
        conf != null
            ? conf
            : environment == null || environment.isEmpty() ? null : Path.of(environment);
    if (from != null) {
      if (!Files.isReadable(from.resolve("core-site.xml"))) {
        throw new CalibrationException(
            ExitCodes.BAD_INPUT,
            "%s has no core-site.xml that can be read.%n".formatted(from) + otherConfiguration());
      }
      for (String site : SITES) {
        Path file = from.resolve(site);
        if (Files.isReadable(file)) {
          hadoop.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        }
      }
    }
    return hadoop;
  }

  /** What has not been tried yet. */
  private String otherConfiguration() {
    String without = conf != null ? "leave --conf out" : "empty HADOOP_CONF_DIR";
    return fs != null
        ? "Maybe %s; --fs names the NameNode.".formatted(without)
        : "Maybe %s names the right directory; or %s and name the NameNode, --fs hdfs://nn:8020."
            .formatted(conf != null ? "another --conf" : "--conf", without);
  }

  private URI uri(Configuration hadoop) throws CalibrationException {
    try {
      URI uri = fs == null ? FileSystem.getDefaultUri(hadoop) : URI.create(fs);
      if ("hdfs".equals(uri.getScheme()) && uri.getAuthority() != null) {
        return uri;
      }
      throw new CalibrationException(
          ExitCodes.WRONG_USE,
          "%s is no HDFS.%nMaybe --fs hdfs://nn:8020, or --conf with the cluster's configuration."
              .formatted(uri));
    } catch (IllegalArgumentException e) {
      boolean isConfigured = fs == null;
      throw new CalibrationException(
          isConfigured ? ExitCodes.BAD_INPUT : ExitCodes.WRONG_USE,
          "%s %s is no address.%nMaybe --fs hdfs://nn:8020."
              .formatted(
                  isConfigured ? "fs.defaultFS" : "--fs",
                  isConfigured ? hadoop.get("fs.defaultFS") : fs),
          e);
    }
  }

  private void calibrate(Hdfs hdfs, CalibrationOptions options, Optional<Given> given)
      throws CalibrationException, CommandFailure, InterruptedException {
    ClusterMap cluster = hdfs.cluster();
    if (cluster.size() < 2) {
      throw new CalibrationException(
          ExitCodes.FAILED,
          "Datanodes that are live and in service: %d; at least 2 are needed.%n"
                  .formatted(cluster.size())
              + "Maybe others have not registered yet: 'hdfs dfsadmin -report'.");
    }
    Map<String, List<Datanode>> groups =
        given.map(g -> Groups.of(cluster, g.topology())).orElse(Groups.ofRacks(cluster));
    if (groups.isEmpty()) {
      throw new CalibrationException(
          ExitCodes.BAD_INPUT,
          "%s names none of the cluster's datanodes.%n".formatted(topology)
              + "Maybe it is of another cluster; 'hdfs dfsadmin -report' lists the names.");
    }
    Fit fit = Fit.within(minutes * 60.0, cluster, groups, options);
    announce(cluster, fit, options);
    if (!mayBegin()) {
      return;
    }
    List<Measurement> measurements = measure(hdfs, fit.plan(), fit.options());
    Findings findings =
        Findings.of(fit.plan(), measurements, fit.options())
            .orElseThrow(() -> nothingMeasured(measurements));
    report(cluster, findings, fit.options(), given);
  }

  private boolean mayBegin() throws CalibrationException {
    if (dryRun) {
      output.say("Nothing is written: --dry-run.");
      return false;
    }
    Consent.Answer answer = yes ? Consent.Answer.YES : consent.ask("Begin? [y/N] ");
    if (answer == Consent.Answer.NOBODY) {
      throw new CalibrationException(
          ExitCodes.WRONG_USE,
          "There is no terminal to ask on, so nothing is written.%n".formatted()
              + "Maybe --yes to begin, or --dry-run to look only.");
    }
    if (answer == Consent.Answer.NO) {
      output.say("Nothing is written.");
    }
    return answer == Consent.Answer.YES;
  }

  private void announce(ClusterMap cluster, Fit fit, CalibrationOptions asked) {
    output.say(
        "%s in %s; this host is %s."
            .formatted(
                Count.of(cluster.size(), "datanode"),
                Count.of(cluster.racks().size(), "rack"),
                cluster.clientRack().map(r -> "a datanode of " + r).orElse("none of them")));
    output.say(
        "Writes %s, to %s, and removes it again.".formatted(fit.estimate().text(), directory));
    fit.leftOut(cluster, asked, minutes).ifPresent(output::say);
  }

  private List<Measurement> measure(Hdfs hdfs, MeasuringPlan plan, CalibrationOptions options)
      throws CalibrationException, InterruptedException {
    try (TakeDown takeDown = TakeDown.begin()) {
      CalibrateFolder made = hdfs.makeDirectory(directory);
      takeDown.add(() -> remove(hdfs, made.path()));
      ChunkWriter writer = new ChunkWriter(hdfs, made, options);
      return new Calibration(
              plan, options, writer::write, output::say, minutes * 60.0, System::nanoTime)
          .run();
    }
  }

  private void remove(Hdfs hdfs, String made) {
    try {
      hdfs.delete(made);
    } catch (CalibrationException e) {
      output.say(
          "%s is left: %s%nMaybe 'hdfs dfs -rm -r -skipTrash %s'."
              .formatted(made, e.getMessage(), made));
    }
  }

  private static CalibrationException nothingMeasured(List<Measurement> measurements) {
    String problem =
        measurements.stream()
            .map(Measurement::problem)
            .filter(p -> !p.isEmpty())
            .findFirst()
            .orElse("");
    return new CalibrationException(
        ExitCodes.FAILED,
        "Nothing could be measured: %s.%n".formatted(problem)
            + "Maybe the datanodes are busy or full; 'hdfs dfsadmin -report' shows it.");
  }

  private void report(
      ClusterMap cluster, Findings findings, CalibrationOptions options, Optional<Given> given)
      throws CalibrationException, CommandFailure {
    Numbers numbers = Numbers.of(findings);
    output.print(
        output.isJson()
            ? CalibrationJson.of(findings, numbers, options, cluster) + "\n"
            : CalibrationTable.render(findings, numbers, options));
    cluster.notes().forEach(output::say);
    findings.notes().forEach(output::say);
    String text;
    try {
      text = given.isPresent() ? changed(given.get(), numbers) : fresh(cluster, numbers, options);
      TopologyReader.parse(text, String.valueOf(out));
    } catch (TopologyException e) {
      throw new CalibrationException(
          ExitCodes.FAILED,
          "The measured numbers do not fit into the file, so none is written:%n%s"
              .formatted(e.getMessage()),
          e);
    }
    if (out != null) {
      OutputFile.write(out, text);
      output.say("Written: %s".formatted(out));
    }
  }

  private String changed(Given given, Numbers numbers) throws TopologyException {
    ChangedTopology.Result result = ChangedTopology.of(given.text(), given.topology(), numbers);
    output.say(
        result.changes().isEmpty()
            ? topology + " stays as it is."
            : "Changes to " + topology + ":");
    result.changes().forEach(change -> output.say("  " + change));
    return result.text();
  }

  private static String fresh(ClusterMap cluster, Numbers numbers, CalibrationOptions options) {
    return NewTopology.yaml(
        cluster,
        numbers,
        List.of(
            "Measured by ./peace calibrate: chunks of %s, %s, %s of each rack."
                .formatted(
                    options.chunk(),
                    Count.of(options.rounds(), "round"),
                    Count.of(options.sample(), "datanode")),
            "A capacity is the fewest chunks at a time that bring %s of the best throughput."
                .formatted(options.enough()),
            "Switches are the racks of the NameNode; see docs/calibrate.md."));
  }
}
