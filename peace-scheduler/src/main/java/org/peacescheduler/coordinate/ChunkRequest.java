package org.peacescheduler.coordinate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
 * @param isFavored whether its client has named datanodes, which the stock policy is to choose
 * @param turn 0 for a chunk; else nothing is to be written, but a turn is asked for, in which so
 *     many files are written at once
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
    Set<String> avoided,
    boolean isFavored,
    int turn) {

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

  /**
   * A file's next chunk, of which nothing else is known: the path tells the file from all others,
   * any datanodes and racks may take replicas.
   *
   * @param path the file's path, as its writer knows it
   * @param replication the number of replicas, at least 1
   * @param template where they go
   */
  public static Builder of(String path, int replication, PlacementTemplate template) {
    return new Builder(path, replication, template);
  }

  /** What else is known of a chunk, by the names of the request's components. For one thread. */
  public static final class Builder {
    private final String path;
    private final int replication;
    private final PlacementTemplate template;
    private String file;
    private Optional<String> writer = Optional.empty();
    private Optional<String> writerRack = Optional.empty();
    private Restrictions restrictions = Restrictions.NONE;
    private long fullBytes;
    private Origin origin = Origin.UNKNOWN;
    private Set<String> avoided = Set.of();
    private boolean isFavored;
    private int turn;

    private Builder(String path, int replication, PlacementTemplate template) {
      this.path = path;
      this.replication = replication;
      this.template = template;
      file = path;
    }

    /** What tells the file from all others. */
    public Builder file(String tells) {
      file = tells;
      return this;
    }

    /** The writer's host name or address. */
    public Builder writer(String host) {
      return writer(Optional.of(host), Optional.empty());
    }

    /** The writer's host name or address, and its rack, as far as they are known. */
    public Builder writer(Optional<String> host, Optional<String> rack) {
      writer = host;
      writerRack = rack;
      return this;
    }

    /** Hosts that take no replica, by the client's word. */
    public Builder excluded(Set<String> hosts) {
      return restrictions(
          new Restrictions(hosts, restrictions.avoidedRack, restrictions.mostInRack));
    }

    /** A rack that takes no replica. */
    public Builder avoidedRack(Optional<String> rack) {
      return restrictions(new Restrictions(restrictions.excluded, rack, restrictions.mostInRack));
    }

    /** How many bytes a full chunk of the file has. */
    public Builder fullBytes(long bytes) {
      fullBytes = bytes;
      return this;
    }

    /** How many of its replicas HDFS allows in a rack. */
    public Builder mostInRack(int replicas) {
      return restrictions(
          new Restrictions(restrictions.excluded, restrictions.avoidedRack, replicas));
    }

    /** What its client and HDFS forbid. */
    private Builder restrictions(Restrictions all) {
      restrictions = all;
      return this;
    }

    /** Who writes it, and what it belongs to. */
    public Builder origin(Origin whose) {
      origin = whose;
      return this;
    }

    /** Whether its client has named datanodes. */
    public Builder favored(boolean is) {
      isFavored = is;
      return this;
    }

    /** A turn is asked for, in which so many files are written at once. */
    public Builder turn(int files) {
      turn = files;
      return this;
    }

    private Builder avoided(Set<String> hosts) {
      avoided = hosts;
      return this;
    }

    /** The request. */
    public ChunkRequest build() {
      return new ChunkRequest(
          file,
          path,
          writer,
          writerRack,
          replication,
          template,
          restrictions.excluded,
          restrictions.avoidedRack,
          fullBytes,
          restrictions.mostInRack,
          origin,
          avoided,
          isFavored,
          turn);
    }
  }

  private Builder but(int replicas) {
    return of(path, replicas, template)
        .file(file)
        .writer(writer, writerRack)
        .restrictions(restrictions())
        .fullBytes(fullBytes)
        .origin(origin)
        .avoided(avoided)
        .favored(isFavored)
        .turn(turn);
  }

  /**
   * Where no replica may go, by the words of a chunk's client and of HDFS. Immutable.
   *
   * @param excluded hosts that take no replica
   * @param avoidedRack a rack that takes no replica
   * @param mostInRack how many of its replicas HDFS allows in a rack
   */
  record Restrictions(Set<String> excluded, Optional<String> avoidedRack, int mostInRack) {
    static final Restrictions NONE =
        new Restrictions(Set.of(), Optional.empty(), Integer.MAX_VALUE);
  }

  Restrictions restrictions() {
    return new Restrictions(excluded, avoidedRack, mostInRack);
  }

  /** Hosts that this one does not want, and another one did. */
  List<String> hostsWithoutThoseOf(ChunkRequest other) {
    Set<String> hosts = new TreeSet<>(excluded);
    hosts.addAll(avoided);
    hosts.removeAll(other.excluded);
    hosts.removeAll(other.avoided);
    return List.copyOf(hosts);
  }

  /** What its plan depends on, beside the network: of two equal ones, either both fit or none. */
  Shape shape() {
    return new Shape(this);
  }

  /** See {@link #shape}; hashed once, for it is looked up often. Immutable. */
  static final class Shape {
    private final ChunkRequest of;
    private final int hash;

    private Shape(ChunkRequest of) {
      this.of = of;
      // The rest seldom tells one from another, and takes longer.
      hash = 31 * (31 * of.writer.hashCode() + of.excluded.hashCode()) + of.avoided.hashCode();
    }

    /** Whether it is of this very request. */
    @SuppressWarnings("ReferenceEquality") // An equal one has an equal shape of its own.
    boolean isOf(ChunkRequest request) {
      return of == request;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other == this
          || (other instanceof Shape shape && hash == shape.hash && isAsOf(shape.of));
    }

    private boolean isAsOf(ChunkRequest request) {
      return of.writer.equals(request.writer)
          && of.writerRack.equals(request.writerRack)
          && of.replication == request.replication
          && of.template.equals(request.template)
          && of.excluded.equals(request.excluded)
          && of.avoided.equals(request.avoided)
          && of.avoidedRack.equals(request.avoidedRack)
          && of.mostInRack == request.mostInRack
          && of.isTurn() == request.isTurn();
    }
  }

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

    /** Its user; empty if that is not known. */
    public String userName() {
      return user.orElse("");
    }

    /** It uses its user's part. */
    public Origin(
        Optional<String> user, Optional<String> client, Optional<String> group, long bytes) {
      this(user, client, group, bytes, Share.ofUser(user));
    }
  }

  /** Whether a turn is asked for, and nothing is to be written. */
  boolean isTurn() {
    return turn > 0;
  }

  /** The writer's host; a file of which it is not known is a writer of its own. */
  String host() {
    return writer.orElse(file);
  }

  /** What the same writer would ask for if its client said nothing odd. */
  ChunkRequest ordinary(int replicas) {
    return but(replicas).restrictions(Restrictions.NONE).favored(false).build();
  }

  /** The same request, with one more host that takes no replica. */
  public ChunkRequest without(String host) {
    Set<String> more = new HashSet<>(excluded);
    more.add(host);
    return but(replication).excluded(more).build();
  }

  /** The same request, with more hosts to avoid. */
  public ChunkRequest avoiding(Set<String> hosts) {
    if (avoided.containsAll(hosts)) {
      return this;
    }
    Set<String> more = new HashSet<>(avoided);
    more.addAll(hosts);
    return but(replication).avoided(more).build();
  }

  /**
   * The same request as far as it concerns a network: whom its client excludes that is no server of
   * it takes no replica anyway. Of more than a plan takes nothing is kept.
   */
  ChunkRequest within(NetworkModel model) {
    if (excluded.isEmpty()) {
      return this;
    }
    if (excluded.size() > Bounds.MOST_EXCLUDED) {
      return but(replication).excluded(Set.of()).build();
    }
    Set<String> servers =
        excluded.stream()
            .filter(host -> model.server(host).isPresent())
            .collect(Collectors.toSet());
    return servers.size() == excluded.size() ? this : but(replication).excluded(servers).build();
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
