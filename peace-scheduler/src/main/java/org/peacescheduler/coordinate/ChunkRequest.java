package org.peacescheduler.coordinate;

import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Writer;

/**
 * A file asks for its next chunk.
 *
 * <p>It names hosts, not numbers of a model, since the model can be exchanged while it waits.
 * Immutable.
 *
 * @param file what tells the file from all others, also of the same path: a file can be renamed
 *     while it is written, and another one take its path
 * @param path the file's path, as its writer knows it
 * @param writer the writer's host name or address; empty if unknown, then each file is a request of
 *     its own
 * @param writerRack the writer's rack if the writer is no server of the model
 * @param replication the number of replicas, at least 1
 * @param template where they go
 * @param excluded hosts that take no replica
 * @param avoidedRack a rack that takes no replica
 * @param fullBytes how many bytes a full chunk of the file has; 0 if unknown
 * @param mostInRack how many of its replicas HDFS allows in a rack
 */
public record ChunkRequest(
    String file,
    String path,
    Optional<String> writer,
    Optional<String> writerRack,
    int replication,
    PlacementTemplate template,
    Set<String> excluded,
    Optional<String> avoidedRack,
    long fullBytes,
    int mostInRack) {

  /** Copies the excluded hosts; refuses a replication below 1. */
  public ChunkRequest {
    excluded = Set.copyOf(excluded);
    if (fullBytes < 0) {
      throw new IllegalArgumentException("a full chunk has " + fullBytes + " bytes");
    }
    if (replication < 1) {
      throw new IllegalArgumentException("replication is " + replication + "; it is at least 1");
    }
  }

  /** Any number of its replicas may be in a rack. */
  public ChunkRequest(
      String file,
      String path,
      Optional<String> writer,
      Optional<String> writerRack,
      int replication,
      PlacementTemplate template,
      Set<String> excluded,
      Optional<String> avoidedRack,
      long fullBytes) {
    this(
        file,
        path,
        writer,
        writerRack,
        replication,
        template,
        excluded,
        avoidedRack,
        fullBytes,
        Integer.MAX_VALUE);
  }

  /** A request of a file that its path tells from all others. */
  public ChunkRequest(
      String path,
      Optional<String> writer,
      Optional<String> writerRack,
      int replication,
      PlacementTemplate template,
      Set<String> excluded,
      Optional<String> avoidedRack,
      long fullBytes) {
    this(path, path, writer, writerRack, replication, template, excluded, avoidedRack, fullBytes);
  }

  /** What its plan depends on, beside the network: of two equal ones, either both fit or none. */
  Shape shape() {
    return new Shape(writer, writerRack, replication, template, excluded, avoidedRack, mostInRack);
  }

  /** See {@link #shape}. */
  record Shape(
      Optional<String> writer,
      Optional<String> writerRack,
      int replication,
      PlacementTemplate template,
      Set<String> excluded,
      Optional<String> avoidedRack,
      int mostInRack) {}

  /** The same request, with one more host that takes no replica. */
  public ChunkRequest without(String host) {
    Set<String> more = new HashSet<>(excluded);
    more.add(host);
    return new ChunkRequest(
        file,
        path,
        writer,
        writerRack,
        replication,
        template,
        more,
        avoidedRack,
        fullBytes,
        mostInRack);
  }

  Writer resolve(NetworkModel model) {
    OptionalInt server = writer.isPresent() ? model.server(writer.get()) : OptionalInt.empty();
    if (server.isPresent()) {
      return Writer.server(model, server.getAsInt());
    }
    OptionalInt sw =
        writerRack.isPresent() ? model.switchOfRack(writerRack.get()) : OptionalInt.empty();
    return sw.isPresent() ? Writer.behind(model, sw.getAsInt()) : Writer.UNKNOWN;
  }
}
