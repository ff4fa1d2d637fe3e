package org.peacescheduler.checkpoints;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.laboratory.Rounds;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.measure.Output;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ./peace checkpoints}: the client's columns of the paper's table 8, and what the checks of
 * a read cost.
 *
 * <p>Exit codes: 0 fine, 1 a checkpoint could not be written or read, 2 wrong use.
 */
@Command(
    name = "checkpoints",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description =
        "Writes a checkpoint to HDFS and reads it, with each number of threads, and compares the read"
            + " with one that checks nothing. MB/s, the median of the rounds.")
public final class CheckpointsCommand implements CliCommand {
  @Option(
      names = "--root",
      paramLabel = "URI",
      description =
          "A directory of HDFS that is not there yet, such as hdfs://nn:8020/tmp/bench; it is removed"
              + " at the end. Without it: an embedded cluster on this machine.")
  private String root;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "256MiB",
      converter = ByteSizeConverter.class,
      description = "Bytes of a checkpoint.")
  private ByteSize bytes;

  @Option(
      names = "--chunk-size",
      paramLabel = "SIZE",
      defaultValue = "8MiB",
      converter = ByteSizeConverter.class,
      description = "Bytes of an HDFS block.")
  private ByteSize chunkSize;

  @Option(names = "--replication", paramLabel = "N", description = "Replicas of each block.")
  private int replication = 3;

  @Option(
      names = "--threads",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "1,2,4,8,16",
      description = "Numbers of threads.")
  private List<Integer> threads;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      description = "Datanodes of the embedded cluster.")
  private int datanodes = 4;

  @Mixin private Rounds rounds = new Rounds(5, 1);

  @Mixin private Output output = new Output();

  @Override
  public Integer call() throws Exception {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    List<ThreadFigures> figures;
    try {
      figures = root == null ? onEmbedded() : run(configuration(), new Path(root));
    } catch (IOException | RuntimeException e) { // HDFS throws both.
      return output.tell(
          List.of("The checkpoints could not be measured: " + e.getMessage()), ExitCodes.FAILED);
    }
    output.print(output.isJson() ? json(figures) + "\n" : table(figures));
    return ExitCodes.FINE;
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (threads.stream().anyMatch(number -> number < 1)) {
      problems.add("--threads " + threads + ": each is 1 or more.");
    }
    if (replication < 1 || datanodes < 1 || rounds.measured() < 1 || rounds.warmUp() < 0) {
      problems.add("--replication, --datanodes and --rounds are 1 or more, --warm-up 0 or more.");
    }
    if (root == null && replication > datanodes) {
      problems.add(
          "--replication %d needs as many datanodes. Maybe --datanodes %d."
              .formatted(replication, replication));
    }
    return problems;
  }

  private Configuration configuration() {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", chunkSize.bytes());
    conf.setInt("dfs.replication", replication);
    return conf;
  }

  private List<ThreadFigures> onEmbedded() throws IOException, InterruptedException {
    java.nio.file.Path directory = Files.createTempDirectory("peace-checkpoints");
    PrintStream standardOutput = System.out;
    // Some daemons print there, and log to wherever Hadoop's test jars say.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    LogManager.resetConfiguration();
    LogManager.getRootLogger().setLevel(Level.OFF);
    try {
      Configuration conf = configuration();
      conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
      MiniDFSCluster cluster =
          new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
              .numDataNodes(datanodes)
              .build();
      try {
        cluster.waitActive();
        return run(conf, new Path(cluster.getURI() + "/checkpoints"));
      } finally {
        cluster.shutdown(true);
      }
    } finally {
      System.setOut(standardOutput);
      WorkDirectory.delete(directory);
    }
  }

  private List<ThreadFigures> run(Configuration conf, Path where)
      throws IOException, InterruptedException {
    return new CheckpointsBenchmark(
            conf, where, bytes.bytes(), threads, rounds.measured(), rounds.warmUp(), output::say)
        .run();
  }

  static String table(List<ThreadFigures> figures) {
    TextTable table =
        new TextTable(0, List.of("threads", "write MB/s", "read MB/s", "plain MB/s", "read/plain"));
    for (ThreadFigures row : figures) {
      table.row(
          List.of(
              String.valueOf(row.threads()),
              one(row.write()),
              one(row.read()),
              one(row.plain()),
              String.format(Locale.ROOT, "%.2f", row.ratio())));
    }
    return table.toString();
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  static String json(List<ThreadFigures> figures) {
    ObjectNode document = new ObjectMapper().createObjectNode();
    ArrayNode rows = document.putArray("threads");
    for (ThreadFigures row : figures) {
      ObjectNode node = rows.addObject().put("threads", row.threads());
      JsonFigures.put(node, "write", row.write());
      JsonFigures.put(node, "read", row.read());
      JsonFigures.put(node, "plain", row.plain());
      JsonFigures.put(node, "ratio", row.ratio());
    }
    return JsonFigures.pretty(document);
  }
}
