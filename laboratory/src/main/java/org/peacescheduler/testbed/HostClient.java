package org.peacescheduler.testbed;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.laboratory.workload.FileCheck;
import org.peacescheduler.laboratory.workload.FileTimes;
import org.peacescheduler.laboratory.workload.OrderedWriter;
import org.peacescheduler.laboratory.workload.WriterOrder;

/**
 * The client on one host: writes files, several at the same time, and checks them afterwards.
 *
 * <p>Confined to one thread, which has further threads while it writes.
 */
final class HostClient {
  private static final long POLL_MILLIS = 200;
  private static final long DATANODES_WITHIN_MILLIS = 180_000;

  /** Whose client asks for what is no writer's. */
  private static final Who ANYBODY = new Who("", "");

  private final Configuration conf;
  private final Map<List<String>, DistributedFileSystem> clients = new HashMap<>();

  private record Who(String client, String user) {}

  HostClient(Configuration conf) {
    this.conf = conf;
    FileCheck.configure(conf);
    this.conf.setBoolean("fs.hdfs.impl.disable.cache", true);
  }

  WriteReply obey(WriteOrder order) {
    try {
      return switch (order.op()) {
        case "await" -> await(client(order.fs(), ANYBODY), order);
        case "prepare" -> prepare(order);
        case "write" -> write(order);
        case "verify" -> verify(client(order.fs(), ANYBODY), order);
        case "delete" -> delete(client(order.fs(), ANYBODY), order);
        default -> new WriteReply("unknown order " + order.op(), List.of());
      };
    } catch (IOException | RuntimeException e) {
      return new WriteReply(e.toString(), List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new WriteReply("interrupted", List.of());
    }
  }

  /** A client of a writer's own, or the one that those without a name share. */
  private DistributedFileSystem client(String uri, Who who)
      throws IOException, InterruptedException {
    List<String> key = List.of(uri, who.client(), who.user());
    DistributedFileSystem client = clients.get(key);
    if (client == null) {
      UserGroupInformation user =
          who.user().isEmpty()
              ? UserGroupInformation.getCurrentUser()
              : UserGroupInformation.createRemoteUser(who.user());
      client =
          user.doAs(
              (PrivilegedExceptionAction<DistributedFileSystem>)
                  () -> (DistributedFileSystem) FileSystem.get(URI.create(uri), conf));
      clients.put(key, client);
    }
    return client;
  }

  private DistributedFileSystem client(String uri, WriterOrder writer)
      throws IOException, InterruptedException {
    return client(uri, new Who(writer.client(), writer.says().user()));
  }

  /** Lets every writer's client have its connection before it is measured. */
  private WriteReply prepare(WriteOrder order) throws IOException, InterruptedException {
    for (WriterOrder writer : order.writers()) {
      client(order.fs(), writer).exists(new Path("/"));
    }
    return new WriteReply("", List.of());
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
    client.delete(new Path(order.directory()), true);
    return new WriteReply("", List.of());
  }

  private WriteReply write(WriteOrder order) throws IOException, InterruptedException {
    List<ExecutorService> pools = new ArrayList<>();
    try {
      List<Future<List<FileTimes>>> futures = new ArrayList<>();
      for (WriterOrder writer : order.writers()) {
        ExecutorService threads = Executors.newFixedThreadPool(writer.threads());
        pools.add(threads);
        new OrderedWriter(client(order.fs(), writer), writer, OrderedWriter.context(writer))
            .tasks()
            .forEach(task -> futures.add(threads.submit(task)));
      }
      List<FileTimes> times = new ArrayList<>();
      for (Future<List<FileTimes>> future : futures) {
        times.addAll(future.get());
      }
      return new WriteReply("", times);
    } catch (ExecutionException e) {
      return new WriteReply(e.getCause().toString(), List.of());
    } finally {
      pools.forEach(ExecutorService::shutdownNow);
    }
  }

  private WriteReply verify(DistributedFileSystem client, WriteOrder order)
      throws IOException, InterruptedException {
    Set<String> own = new HashSet<>();
    for (var device :
        java.util.Collections.list(java.net.NetworkInterface.getNetworkInterfaces())) {
      device.getInterfaceAddresses().forEach(a -> own.add(a.getAddress().getHostAddress()));
    }
    FileCheck check = new FileCheck(client, own);
    List<FileTimes> files = new ArrayList<>();
    for (WriterOrder writer : order.writers()) {
      for (WriterOrder.File file : writer.files()) {
        files.add(new FileTimes(file.path(), 0, 0, 0, check.problem(writer, file)));
      }
    }
    return new WriteReply("", files);
  }
}
