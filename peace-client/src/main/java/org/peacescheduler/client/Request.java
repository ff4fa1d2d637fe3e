package org.peacescheduler.client;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * What a writer asks a turn for: the paper's (w, r, k), with k in bytes.
 *
 * <p>Example: {@code Request.of(new Path("/chk/17")).bytes(512L << 20).replication(3)} are 512 MiB
 * from where the asker runs, in files below {@code /chk/17}, with three replicas of each block.
 *
 * <p>Immutable: each method returns another request.
 *
 * @param prefix the directory below which the files will be. The asker may write there
 * @param members who writes how much; one that says nothing but bytes unless set
 * @param replication replicas of each block; 0 for the file system's default
 * @param blockSize bytes of a block; 0 for the file system's default
 * @param group the name of what this belongs to, if it is not known by its path
 * @param file the file that the asker itself will begin with; see {@link #file(Path)}
 * @param waited how long it has waited already, in a request before this one
 */
public record Request(
    Path prefix,
    List<Member> members,
    int replication,
    long blockSize,
    Optional<String> group,
    Optional<Path> file,
    Duration waited) {
  /** So many bytes, all zero, are at the start of a file that got its turn by its first block. */
  public static final int HEADER_BYTES = 16;

  /**
   * One of those who write together.
   *
   * @param host where it runs, as host name or address; empty if that is the asker's own host, or
   *     not known
   * @param bytes how much it will write, in all its files together; 0 if that is not known
   * @param files in how many files
   */
  public record Member(Optional<String> host, long bytes, int files) {
    /** Refuses negative numbers. */
    public Member {
      if (bytes < 0 || files < 1) {
        throw new IllegalArgumentException(
            "A member writes %d bytes in %d files. Maybe 0 bytes, if it is not known, in 1 file."
                .formatted(bytes, files));
      }
    }
  }

  /** Refuses negative numbers, and what has no members; copies the members. */
  public Request {
    Objects.requireNonNull(prefix, "prefix");
    members = List.copyOf(members);
    if (members.isEmpty() || replication < 0 || blockSize < 0 || waited.isNegative()) {
      throw new IllegalArgumentException(
          "%d members, replication %d, block size %d, waited %s: each is 0 or more, and members 1."
              .formatted(members.size(), replication, blockSize, waited));
    }
  }

  /** A request for files below a directory, of which nothing else is known. */
  public static Request of(Path prefix) {
    return new Request(
        prefix,
        List.of(new Member(Optional.empty(), 0, 1)),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO);
  }

  /** One member, on the asker's own host, with so many bytes in one file. */
  public Request bytes(long bytes) {
    return members(List.of(new Member(Optional.empty(), bytes, 1)));
  }

  /** Those who write. */
  public Request members(List<Member> list) {
    return new Request(prefix, list, replication, blockSize, group, file, waited);
  }

  /** Replicas of each block. */
  public Request replication(int replicas) {
    return new Request(prefix, members, replicas, blockSize, group, file, waited);
  }

  /** Bytes of a block. */
  public Request blockSize(long size) {
    return new Request(prefix, members, replication, size, group, file, waited);
  }

  /** The name of what this belongs to. */
  public Request group(String name) {
    return new Request(prefix, members, replication, blockSize, Optional.of(name), file, waited);
  }

  /**
   * The asker is itself the writer, and begins at once with this file, which does not exist yet.
   *
   * <p>So capacity may be held for it, for a second. And a turn by the first block is the turn of
   * this very file: {@link Turn#takeStream} hands it over, with {@value #HEADER_BYTES} bytes in it.
   */
  public Request file(Path first) {
    return new Request(prefix, members, replication, blockSize, group, Optional.of(first), waited);
  }

  /** How long it has waited already. It counts within the shares of the asker's user only. */
  public Request waited(Duration before) {
    return new Request(prefix, members, replication, blockSize, group, file, before);
  }

  /** The bytes of all members together. */
  public long bytes() {
    return members.stream().mapToLong(Member::bytes).reduce(0, Request::plus);
  }

  private static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
