package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * The client on one host: writes files, several at the same time, and checks them afterwards.
 *
 * <p>A file is right if each of its chunks has all its replicas, each on another host, none on the
 * writer's own unless that was asked for, and if the composite CRC that the datanodes hold is that
 * of what was written. So checking costs no bandwidth; the datanodes have compared data with these
 * CRCs as they received it.
 *
 * <p>Confined to one thread, which has further threads while it writes.
 */
final class HostClient {
  private static final int PIECE = 64 * 1024;
  private static final long POLL_MILLIS = 200;
  private static final long REPLICAS_WITHIN_MILLIS = 20_000;
  private static final long DATANODES_WITHIN_MILLIS = 180_000;

  private final Configuration conf;
  private final Map<String, DistributedFileSystem> clients = new HashMap<>();

  HostClient(Configuration conf) {
    this.conf = conf;
    this.conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    this.conf.setBoolean("fs.hdfs.impl.disable.cache", true);
  }

  WriteReply obey(WriteOrder order) {
    try {
      DistributedFileSystem client = client(order.fs());
      return switch (order.op()) {
        case "await" -> await(client, order);
        case "write" -> write(client, order);
        case "verify" -> verify(client, order);
        case "delete" -> delete(client, order);
        default -> new WriteReply("unknown order " + order.op(), List.of());
      };
    } catch (IOException | RuntimeException e) {
      return new WriteReply(e.toString(), List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new WriteReply("interrupted", List.of());
    }
  }

  private DistributedFileSystem client(String uri) throws IOException {
    DistributedFileSystem client = clients.get(uri);
    if (client == null) {
      client = (DistributedFileSystem) FileSystem.get(URI.create(uri), conf);
      clients.put(uri, client);
    }
    return client;
  }

  /** Waits for the datanodes; asked of every writer, so that its connection is there before. */
  private static WriteReply await(DistributedFileSystem client, WriteOrder order)
      throws IOException, InterruptedException {
    long deadline = System.currentTimeMillis() + DATANODES_WITHIN_MILLIS;
    int live = 0;
    while (System.currentTimeMillis() < deadline) {
      live = client.getDataNodeStats(DatanodeReportType.LIVE).length;
      if (live >= order.datanodes()) {
        return new WriteReply("", List.of());
      }
      Thread.sleep(POLL_MILLIS);
    }
    return new WriteReply(
        "only %d of %d datanodes have registered".formatted(live, order.datanodes()), List.of());
  }

  private static WriteReply delete(DistributedFileSystem client, WriteOrder order)
      throws IOException {
    for (String path : order.paths()) {
      client.delete(new Path(path), true);
    }
    return new WriteReply("", List.of());
  }

  private WriteReply write(DistributedFileSystem client, WriteOrder order)
      throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(order.threads());
    try {
      List<Future<WriteReply.FileTimes>> futures = new ArrayList<>();
      for (int file = 0; file < order.paths().size(); file++) {
        int number = file;
        futures.add(threads.submit(() -> writeFile(client, order, number)));
      }
      List<WriteReply.FileTimes> times = new ArrayList<>();
      for (Future<WriteReply.FileTimes> future : futures) {
        times.add(future.get());
      }
      return new WriteReply("", times);
    } catch (ExecutionException e) {
      return new WriteReply(e.getCause().toString(), List.of());
    } finally {
      threads.shutdownNow();
    }
  }

  private static WriteReply.FileTimes writeFile(
      DistributedFileSystem client, WriteOrder order, int file) throws InterruptedException {
    byte[] piece = piece(order.paths().get(file));
    while (now() < order.startAt()) {
      Thread.sleep(Math.max(0, (long) (order.startAt() - now())));
    }
    String path = order.paths().get(file);
    double submitted = now();
    double firstByte = submitted;
    String failure = "";
    try (OutputStream out =
        client.create(
            new Path(path),
            FsPermission.getFileDefault(),
            flags(order.replicas()),
            PIECE,
            (short) order.replicas().count(),
            order.chunkBytes(),
            null)) {
      long left = order.bytes().get(file);
      while (left > 0) {
        int length = (int) Math.min(left, PIECE);
        out.write(piece, 0, length);
        left -= length;
        firstByte = firstByte == submitted ? now() : firstByte;
      }
    } catch (IOException e) {
      failure = e.toString();
    }
    return new WriteReply.FileTimes(path, submitted, firstByte, now(), failure);
  }

  private static EnumSet<CreateFlag> flags(Replicas replicas) {
    return replicas.ownDisk()
        ? EnumSet.of(CreateFlag.CREATE)
        : EnumSet.of(CreateFlag.CREATE, CreateFlag.NO_LOCAL_WRITE);
  }

  private WriteReply verify(DistributedFileSystem client, WriteOrder order)
      throws IOException, InterruptedException {
    Set<String> own = new HashSet<>();
    for (var device :
        java.util.Collections.list(java.net.NetworkInterface.getNetworkInterfaces())) {
      device.getInterfaceAddresses().forEach(a -> own.add(a.getAddress().getHostAddress()));
    }
    List<WriteReply.FileTimes> files = new ArrayList<>();
    for (int file = 0; file < order.paths().size(); file++) {
      files.add(
          new WriteReply.FileTimes(
              order.paths().get(file), 0, 0, 0, problem(client, order, file, own)));
    }
    return new WriteReply("", files);
  }

  private static String problem(
      DistributedFileSystem client, WriteOrder order, int file, Set<String> own)
      throws IOException, InterruptedException {
    String path = order.paths().get(file);
    long bytes = order.bytes().get(file);
    long deadline = System.currentTimeMillis() + REPLICAS_WITHIN_MILLIS;
    String problem = placement(client, order, file, own);
    while (!problem.isEmpty() && System.currentTimeMillis() < deadline) {
      Thread.sleep(POLL_MILLIS);
      problem = placement(client, order, file, own);
    }
    if (!problem.isEmpty()) {
      return problem;
    }
    FileChecksum found = client.getFileChecksum(new Path(path));
    int expected = (int) crc(piece(path), bytes);
    if (found == null || ByteBuffer.wrap(found.getBytes()).getInt() != expected) {
      return "the datanodes hold %s instead of %08x".formatted(found, expected);
    }
    return "";
  }

  private static String placement(
      DistributedFileSystem client, WriteOrder order, int file, Set<String> own)
      throws IOException {
    long bytes = order.bytes().get(file);
    List<LocatedBlock> blocks =
        client.getClient().getLocatedBlocks(order.paths().get(file), 0, bytes).getLocatedBlocks();
    if (blocks.size() != order.chunks(file)) {
      return "has %d chunks instead of %d".formatted(blocks.size(), order.chunks(file));
    }
    for (LocatedBlock block : blocks) {
      Set<String> hosts = new HashSet<>();
      for (DatanodeInfo node : block.getLocations()) {
        hosts.add(node.getIpAddr());
      }
      if (hosts.size() != order.replicas().count()) {
        return "%s has replicas on %d hosts instead of %d"
            .formatted(block.getBlock(), hosts.size(), order.replicas().count());
      }
      hosts.retainAll(own);
      if (!hosts.isEmpty() && !order.replicas().ownDisk()) {
        return block.getBlock() + " is on the writer's own disk";
      }
    }
    return "";
  }

  /** Each file has contents of its own, made of its name. */
  private static byte[] piece(String path) {
    byte[] piece = new byte[PIECE];
    new SplittableRandom(path.hashCode()).nextBytes(piece);
    return piece;
  }

  private static long crc(byte[] piece, long bytes) {
    CRC32C crc = new CRC32C();
    for (long left = bytes; left > 0; left -= PIECE) {
      crc.update(piece, 0, (int) Math.min(left, PIECE));
    }
    return crc.getValue();
  }

  /** Milliseconds since 1970, finer than a millisecond. */
  private static double now() {
    java.time.Instant instant = java.time.Instant.now();
    return instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6;
  }
}
