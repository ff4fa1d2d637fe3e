package org.peacescheduler.coordinate;

import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peacescheduler.coordinate.order.Share;
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
 * @param excluded hosts that take no replica, by the client's word
 * @param avoidedRack a rack that takes no replica
 * @param fullBytes how many bytes a full chunk of the file has; 0 if unknown
 * @param mostInRack how many of its replicas HDFS allows in a rack
 * @param origin who writes it, and what it belongs to
 * @param avoided hosts that take no replica either, since they would not have, or could not have,
 *     those of others
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
    int mostInRack,
    Origin origin,
    Set<String> avoided) {

  /** Copies the hosts; refuses a replication below 1. */
  public ChunkRequest {
    excluded = Set.copyOf(excluded);
    avoided = Set.copyOf(avoided);
    if (fullBytes < 0) {
      throw new IllegalArgumentException("a full chunk has " + fullBytes + " bytes");
    }
    if (replication < 1) {
      throw new IllegalArgumentException("replication is " + replication + "; it is at least 1");
    }
  }

  /** Avoids no hosts but those that the client excludes. */
  public ChunkRequest(
      String file,
      String path,
      Optional<String> writer,
      Optional<String> writerRack,
      int replication,
      PlacementTemplate template,
      Set<String> excluded,
      Optional<String> avoidedRack,
      long fullBytes,
      int mostInRack,
      Origin origin) {
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
        mostInRack,
        origin,
        Set.of());
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
        Integer.MAX_VALUE,
        Origin.UNKNOWN);
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
    return new Shape(
        writer, writerRack, replication, template, excluded, avoided, avoidedRack, mostInRack);
  }

  /** See {@link #shape}. */
  record Shape(
      Optional<String> writer,
      Optional<String> writerRack,
      int replication,
      PlacementTemplate template,
      Set<String> excluded,
      Set<String> avoided,
      Optional<String> avoidedRack,
      int mostInRack) {}

  /**
   * Who writes a file, and what it belongs to. Immutable.
   *
   * @param user the caller's user name
   * @param client tells the client from all others, also of the same host: HDFS's lease holder
   * @param group what is written together, and is of use when all of it is there: a checkpoint of a
   *     job, with the user whose it is
   * @param bytes how many bytes this client says that it writes for the group; 0 if it says nothing
   * @param share whose part of the network it uses
   */
  public record Origin(
      Optional<String> user,
      Optional<String> client,
      Optional<String> group,
      long bytes,
      Share share) {
    /** Nothing is known. */
    public static final Origin UNKNOWN =
        new Origin(Optional.empty(), Optional.empty(), Optional.empty(), 0);

    /** Refuses a negative number of bytes. */
    public Origin {
      if (bytes < 0) {
        throw new IllegalArgumentException("a client announces " + bytes + " bytes");
      }
    }

    /** It uses its user's part. */
    public Origin(
        Optional<String> user, Optional<String> client, Optional<String> group, long bytes) {
      this(user, client, group, bytes, Share.ofUser(user));
    }
  }

  /** The writer's host; a file of which it is not known is a writer of its own. */
  String host() {
    return writer.orElse(file);
  }

  /** The same request, with one more host that takes no replica. */
  public ChunkRequest without(String host) {
    Set<String> more = new HashSet<>(excluded);
    more.add(host);
    return with(more, avoided);
  }

  /** The same request, with more hosts to avoid. */
  public ChunkRequest avoiding(Set<String> hosts) {
    if (avoided.containsAll(hosts)) {
      return this;
    }
    Set<String> more = new HashSet<>(avoided);
    more.addAll(hosts);
    return with(excluded, more);
  }

  private ChunkRequest with(Set<String> excludedNow, Set<String> avoidedNow) {
    return new ChunkRequest(
        file,
        path,
        writer,
        writerRack,
        replication,
        template,
        excludedNow,
        avoidedRack,
        fullBytes,
        mostInRack,
        origin,
        avoidedNow);
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
