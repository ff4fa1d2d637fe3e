package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.RequestSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Writer;
import org.peacescheduler.schedule.batch.BatchPlan;
import org.peacescheduler.schedule.batch.WriteRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code peace plan}: what Algorithm 1 does with a list of requests, timestep after timestep, with
 * no cluster.
 *
 * <p>Timesteps are printed as they are planned, so that a long plan needs no more memory than a
 * short one.
 */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    description = {
      "Plans a list of write requests on a network, until all are scheduled, with no " + "cluster.",
      "The same files and the same seed give the same plan."
    })
public final class PlanCommand implements CliCommand {
  /** Fixed, so that a plan can be told to others without its seed. */
  static final long DEFAULT_SEED = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      required = true,
      description = "The network; conf/topology-two-rack.yaml explains the format.")
  private Path topologyFile;

  @Option(
      names = "--requests",
      paramLabel = "FILE",
      required = true,
      description = "The write requests; conf/requests-figure5.yaml explains the format.")
  private Path requestsFile;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random choices; default: ${DEFAULT-VALUE}.")
  private long seed = DEFAULT_SEED;

  @Option(names = "--json", description = "Print one JSON document, and nothing else.")
  private boolean json;

  /** Made by the command line. */
  public PlanCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    InputFiles.Inputs inputs = InputFiles.topologyAndRequests(topologyFile, requestsFile);
    Topology topology = inputs.topology();
    NetworkModel model = NetworkModel.of(topology);
    PlacementTemplate template =
        topology
            .placement()
            .map(PlacementTemplate::strict)
            .orElseGet(() -> PlacementTemplate.likeStock(true));
    PrintWriter out = spec.commandLine().getOut();
    try (PlanPrinter printer = json ? new JsonPlan(model, out) : new TextPlan(model, seed, out)) {
      printer.refused(
          BatchPlan.run(
              model, template, requests(model, inputs.requests()), seed, printer::timestep));
    }
    out.flush();
    return ExitCodes.FINE;
  }

  private static List<WriteRequest> requests(NetworkModel model, List<RequestSpec> specs) {
    List<WriteRequest> requests = new ArrayList<>(specs.size());
    for (RequestSpec request : specs) {
      int writer = model.server(request.writer()).orElseThrow();
      requests.add(
          new WriteRequest(
              requests.size(),
              Writer.server(model, writer),
              request.replication(),
              request.chunks(),
              0));
    }
    return requests;
  }
}
