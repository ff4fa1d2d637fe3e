package org.peacescheduler.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/** How long a topology file takes from the disk to a network that can be planned on. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TopologyLoadBenchmark {

  /** A topology file. */
  @State(Scope.Thread)
  public static class TopologyFile {
    /** The cluster. */
    @Param({"RACKS_10000", "PODS_10000"})
    public Cluster cluster;

    /** Whether each server has a line of its own; otherwise one pattern a rack. */
    @Param({"false", "true"})
    public boolean oneByOne;

    private Path file;

    /** Writes the file. */
    @Setup(Level.Trial)
    public void write() throws IOException {
      file = Files.createTempFile("peace-benchmark", ".yaml");
      Files.writeString(file, cluster.topologyFile(oneByOne));
    }

    /** Deletes the file. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
      Files.delete(file);
    }
  }

  /** Reads the file, builds the model and the idle network. */
  @Benchmark
  public ResidualNetwork load(TopologyFile topology) throws TopologyException {
    return new ResidualNetwork(NetworkModel.of(TopologyReader.read(topology.file)));
  }
}
