package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.Output;
import org.peacescheduler.network.topology.TopologyException;
import picocli.CommandLine.Option;

/**
 * What is built and where results go, as a mixin of the commands on the testbed. Confined to the
 * command's thread.
 */
public final class NetworkOptions {
  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = "The network to build; also what Peace is told of it.")
  private Path topology;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description = "What all its rates are multiplied by.")
  private double scale = 1;

  @Option(
      names = "--chunk-size",
      paramLabel = "SIZE",
      defaultValue = "1MiB",
      converter = ByteSizeConverter.class,
      description = "HDFS's block size, such as 1MiB or 512KiB.")
  private ByteSize chunkSize;

  @Option(names = "--replication", paramLabel = "N", description = "Replicas of each chunk.")
  private int replication = 3;

  @Option(
      names = "--queue",
      paramLabel = "N",
      description = "Packets that wait at most before a shaped link.")
  private int queue = 28;

  @Option(
      names = "--burst",
      paramLabel = "SIZE",
      defaultValue = "3KiB",
      converter = ByteSizeConverter.class,
      description = "What leaves a shaped link at once after a pause.")
  private ByteSize burst;

  @Option(names = "--seed", paramLabel = "N", description = "Of all that is drawn at random.")
  private long seed = 1;

  @Option(names = "--out", paramLabel = "DIR", description = "Where results and logs go.")
  private Path out;

  /** With the directory of results unless told otherwise. */
  public NetworkOptions(Path out) {
    this.out = out;
  }

  /**
   * Checks what can be checked before the file is read, and tells what is wrong.
   *
   * @return the exit code; {@link ExitCodes#FINE} if nothing is wrong
   */
  public int check(Output output) {
    if (topology == null) {
      return output.tell(
          List.of(
              "--topology is missing. Maybe --topology integration-tests/testbed/two-rack.yaml"),
          ExitCodes.WRONG_USE);
    }
    if (!(scale > 0)) {
      return output.tell(List.of("--scale has to be more than 0. Maybe 1."), ExitCodes.WRONG_USE);
    }
    if (!Files.isReadable(topology)) {
      return output.tell(
          List.of(topology + " cannot be read. Maybe the path is wrong."), ExitCodes.BAD_INPUT);
    }
    return ExitCodes.FINE;
  }

  /**
   * What {@link TestbedHdfs} is to build.
   *
   * @param configurations as {@code ./peace testbed} takes them
   */
  public TestbedHdfs.Shape shape(List<String> configurations) {
    return new TestbedHdfs.Shape(
        topology, scale, configurations, chunkSize, replication, queues(), seed, out());
  }

  /** The network itself. */
  ShapedTopology network() throws IOException, TopologyException, UnbuildableException {
    return ShapedTopology.read(topology, scale);
  }

  double scale() {
    return scale;
  }

  ByteSize chunkSize() {
    return chunkSize;
  }

  int replication() {
    return replication;
  }

  LinkQueues queues() {
    return new LinkQueues(queue, burst);
  }

  long seed() {
    return seed;
  }

  /** Where results go, absolute. */
  public Path out() {
    return out.toAbsolutePath();
  }
}
