package org.peacescheduler.quickstart;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.cli.OutputFile;
import org.peacescheduler.cli.PeaceJars;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.measure.Output;
import org.peacescheduler.measure.ProcessorMeter;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code peace quickstart}: Peace without a cluster, in two minutes. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a NameNode with Peace and its datanodes as processes on this machine, "
          + "writes a burst as stock HDFS does and the same with Peace, and goes on writing "
          + "until Ctrl-C, so that you can look at it.",
      "All of it is gone then."
    })
public final class QuickstartCommand implements CliCommand {
  private static final int RPC_PORT = 8020;
  private static final int WEB_PORT = 9870;
  private static final long START_SECONDS = 300;
  private static final long LOOK_MILLIS = 500;
  private static final long PAUSE_SECONDS = 10;

  /** A second without writes is what parts bursts in a report. */
  private static final long BETWEEN_SECONDS = 2;

  private static final int MOST_DATANODES = 32;

  @Spec private CommandSpec spec;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      description =
          "How many there are, in two racks; each host writes a file. Default: ${DEFAULT-VALUE}.")
  private int datanodes = 8;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Blocks of each file; default: ${DEFAULT-VALUE}.")
  private int blocks = 3;

  @Option(
      names = "--block-size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "Size of a block; default: 8 MiB.")
  private ByteSize blockSize = ByteSize.parse("8 MiB");

  @Option(
      names = "--rate",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "What each datanode takes in a second; default: 8 MiB.")
  private ByteSize rate = ByteSize.parse("8 MiB");

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "An empty directory for the daemons' files, which are left; else a temporary one.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--once", description = "End after the two bursts.")
  private boolean once;

  @Mixin private Output output = new Output();

  /** Made by the command line. */
  public QuickstartCommand() {}

  /**
   * Seconds of one burst's files.
   *
   * @param slowest the number of the host whose file was written last
   * @param busy how busy all cores of the machine were, from 0 to 1
   */
  private record Times(double first, double mean, double last, int slowest, double busy) {
    static Times of(List<Double> seconds, double busy) {
      double last = Collections.max(seconds);
      return new Times(
          Collections.min(seconds),
          seconds.stream().mapToDouble(s -> s).average().orElseThrow(),
          last,
          1 + seconds.indexOf(last),
          busy);
    }
  }

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    check();
    Logger.getRootLogger().removeAllAppenders();
    Logger.getRootLogger().addAppender(new NullAppender());
    Logger.getRootLogger().setLevel(Level.OFF);
    try (TakeDown takeDown = TakeDown.begin()) {
      Path folder = directory.isPresent() ? directory.get().toAbsolutePath() : temporary(takeDown);
      Configuration conf = new Configuration(false);
      conf.addResource("core-default.xml");
      conf.addResource("hdfs-default.xml");
      UserGroupInformation.setConfiguration(conf);
      QuickPort calls = QuickPort.ofCalls(RPC_PORT);
      QuickPort web = QuickPort.ofWeb(WEB_PORT);
      calls.note().ifPresent(output::say);
      web.note().ifPresent(output::say);
      QuickFiles files =
          new QuickFiles(
              datanodes,
              rate.bytes(),
              blockSize.bytes(),
              calls.number(),
              web.number(),
              UserGroupInformation.getCurrentUser().getShortUserName(),
              folder.toString());
      conf.setLong("dfs.blocksize", blockSize.bytes());
      conf.setInt("dfs.replication", Math.min(3, datanodes));
      QuickCluster cluster =
          new QuickCluster(folder, directory.isPresent(), files, PeaceJars.pluginOfTarball());
      takeDown.add(cluster::close);
      run(cluster, files, conf, takeDown);
      return ExitCodes.FINE;
    } catch (IOException e) {
      throw CommandFailure.failed("The quick start failed: " + e.getMessage(), e);
    }
  }

  private void check() throws CommandFailure {
    String problem =
        datanodes < 2 || datanodes > MOST_DATANODES
            ? "--datanodes is %d, not between 2 and %d.".formatted(datanodes, MOST_DATANODES)
            : blocks < 1 ? "--blocks is %d; it has to be 1 or more.".formatted(blocks) : "";
    if (problem.isEmpty() && directory.isPresent()) {
      Path folder = directory.get();
      String[] content = Files.isDirectory(folder) ? folder.toFile().list() : null;
      if (content != null && content.length > 0) {
        problem = "--directory %s is not empty. Maybe name a new one.".formatted(folder);
      } else if (Files.exists(folder) && !Files.isDirectory(folder)) {
        problem = "--directory %s is a file. Maybe name a new directory.".formatted(folder);
      } else if (content == null) {
        problem = OutputFile.problem("--directory", folder).orElse("");
      }
    }
    if (!problem.isEmpty()) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }

  private static Path temporary(TakeDown takeDown) throws IOException {
    return WorkDirectory.create("peace-quickstart", takeDown);
  }

  private void run(QuickCluster cluster, QuickFiles files, Configuration conf, TakeDown takeDown)
      throws CommandFailure, IOException, InterruptedException {
    try {
      run(cluster, files, conf);
    } catch (CommandFailure | IOException e) {
      // Whoever presses Ctrl-C ends the daemons, which is no failure of the writes.
      if (!takeDown.hasBegun()) {
        throw e;
      }
    }
  }

  private void run(QuickCluster cluster, QuickFiles files, Configuration conf)
      throws CommandFailure, IOException, InterruptedException {
    output.say("Starting a NameNode with Peace and %d datanodes ...".formatted(datanodes));
    cluster.start("shadow");
    try (FileSystem fs = FileSystem.newInstance(URI.create(files.nameNode()), conf)) {
      awaitDatanodes(cluster, (DistributedFileSystem) fs);
      output.say("Each host writes one block, so that neither burst begins with cold daemons ...");
      new QuickBurst(datanodes, blockSize.bytes()).write(fs, "/quickstart/warm-up");
      TimeUnit.SECONDS.sleep(BETWEEN_SECONDS);
      QuickBurst burst = new QuickBurst(datanodes, blocks * blockSize.bytes());
      output.say(
          "%d hosts write a file of %s each, all at once. Stock HDFS places (mode shadow) ..."
              .formatted(datanodes, new ByteSize(burst.bytes())));
      Times stock = write(burst, fs, "/quickstart/stock");
      cluster.change("enforce");
      TimeUnit.SECONDS.sleep(BETWEEN_SECONDS);
      output.say("The same, and Peace places (mode enforce) ...");
      Times peace = write(burst, fs, "/quickstart/peace");
      tell(stock, peace);
      if (!once) {
        sayWhereToLook(files, peace);
        goOn(cluster, burst, fs);
      }
    }
  }

  private static Times write(QuickBurst burst, FileSystem fs, String folder)
      throws CommandFailure, IOException, InterruptedException {
    ProcessorMeter meter = ProcessorMeter.start();
    List<Double> seconds = burst.write(fs, folder);
    return Times.of(seconds, meter.read().machine());
  }

  private void awaitDatanodes(QuickCluster cluster, DistributedFileSystem fs)
      throws CommandFailure, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (live(fs) < datanodes) {
      cluster.requireAlive();
      if (System.nanoTime() > deadline) {
        throw CommandFailure.failed(
            "Not all datanodes are there after %d s.%nMaybe this machine is too busy: --datanodes 4."
                .formatted(START_SECONDS));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static int live(DistributedFileSystem fs) {
    try {
      return fs.getDataNodeStats(DatanodeReportType.LIVE).length;
    } catch (IOException e) {
      return 0; // The NameNode is starting.
    }
  }

  private void tell(Times stock, Times peace) {
    if (output.isJson()) {
      ObjectNode json = new ObjectMapper().createObjectNode();
      put(json.putObject("stock"), stock);
      put(json.putObject("peace"), peace);
      output.print(JsonFigures.pretty(json) + System.lineSeparator());
      return;
    }
    TextTable table = new TextTable(1, List.of("seconds until", "stock HDFS", "Peace", "ratio"));
    row(table, "the first file is written", stock.first(), peace.first());
    row(table, "files are written on average", stock.mean(), peace.mean());
    row(table, "the last file is written", stock.last(), peace.last());
    output.print(System.lineSeparator() + table + System.lineSeparator());
    double busy = Math.max(stock.busy(), peace.busy());
    if (Cores.tooBusy(busy)) {
      output.say(
          """
          The cores were %.0f %% busy, so they may have been the limit and not the datanodes.
          These times then say little. Maybe end other programs, or take --datanodes 4.\
          """
              .formatted(100 * busy));
    }
  }

  private static void row(TextTable table, String what, double stock, double peace) {
    table.row(List.of(what, text(stock), text(peace), "%.2f".formatted(peace / stock)));
  }

  private static String text(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  private static void put(ObjectNode json, Times times) {
    JsonFigures.put(json, "first", times.first());
    JsonFigures.put(json, "mean", times.mean());
    JsonFigures.put(json, "last", times.last());
    JsonFigures.put(json, "busy", times.busy());
  }

  private void sayWhereToLook(QuickFiles files, Times peace) throws CommandFailure {
    output.say(
        """
        It goes on writing until Ctrl-C. Look at http://%1$s/peace, and in another terminal:
          %2$s status %1$s
          %2$s explain /quickstart/peace/%3$s %1$s
          %2$s report %1$s --recorded shadow
          %2$s topology generate --namenode %1$s\
        """
            .formatted(
                files.web(),
                PeaceJars.pluginOfTarball().isPresent() ? "bin/peace" : "./peace",
                QuickFiles.host(peace.slowest())));
  }

  /**
   * Writes a burst now and then, until the process is ended. Files are deleted a burst later: a
   * stock NameNode does not know of a file that is deleted at once how long its last block took.
   */
  private static void goOn(QuickCluster cluster, QuickBurst burst, FileSystem fs)
      throws CommandFailure, IOException, InterruptedException {
    for (int i = 1; ; i++) {
      TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
      cluster.requireAlive();
      burst.write(fs, "/quickstart/burst-" + i);
      fs.delete(new org.apache.hadoop.fs.Path("/quickstart/burst-" + (i - 1)), true);
    }
  }
}
