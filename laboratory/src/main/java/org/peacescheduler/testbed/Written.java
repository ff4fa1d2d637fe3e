package org.peacescheduler.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peacescheduler.laboratory.ProcessorTime;
import org.peacescheduler.laboratory.workload.WriterOrder;

/**
 * What was seen of files that the clients wrote at the same time. Immutable.
 *
 * @param written what each client says of its files
 * @param verified what it found when it checked them
 * @param sent what each shaped direction sent meanwhile
 * @param busy share of the machine's cores
 */
record Written(
    List<WriteReply> written,
    List<WriteReply> verified,
    Map<String, TestNetwork.Sent> sent,
    double busy) {
  /** Orders reach all clients before the first one starts. */
  private static final long LEAD_MILLIS = 1500;

  /** The trace is written by a thread of its own, and deletions take a heartbeat. */
  private static final long SETTLE_MILLIS = 3000;

  /** How long it takes beside writing. */
  static final double PAUSES_SECONDS = (LEAD_MILLIS + SETTLE_MILLIS) / 1e3;

  /** When orders that are given now can begin, milliseconds since 1970. */
  static double start() {
    return System.currentTimeMillis() + LEAD_MILLIS;
  }

  /** Lets the writers' clients connect before they are measured. */
  static void prepare(Site site, int configuration, List<List<WriterOrder>> writers)
      throws TestbedException {
    for (int i = 0; i < writers.size(); i++) {
      ChildProcess client = site.cluster().writers().get(i);
      client.ask(WriteOrder.of("prepare", HadoopFiles.uri(configuration), writers.get(i)));
    }
  }

  /**
   * Lets clients write, checks the files and deletes them.
   *
   * @param writers of each of the first clients
   * @param directory that has all their files
   */
  static Written by(Site site, int configuration, List<List<WriterOrder>> writers, String directory)
      throws IOException, TestbedException, InterruptedException {
    String fs = HadoopFiles.uri(configuration);
    List<ChildProcess> clients = site.cluster().writers().subList(0, writers.size());
    Map<String, TestNetwork.Sent> before = site.network().sent();
    ProcessorTime processor = ProcessorTime.now();
    List<WriteReply> written = askAll(clients, "write", fs, writers);
    double busy = ProcessorTime.now().shareSince(processor);
    Map<String, TestNetwork.Sent> sent = new LinkedHashMap<>();
    site.network().sent().forEach((link, after) -> sent.put(link, after.since(before.get(link))));
    site.cluster().requireAll();
    List<WriteReply> verified = askAll(clients, "verify", fs, writers);
    clients.get(0).ask(WriteOrder.delete(fs, directory));
    Thread.sleep(SETTLE_MILLIS);
    return new Written(written, verified, sent, busy);
  }

  private static List<WriteReply> askAll(
      List<ChildProcess> clients, String op, String fs, List<List<WriterOrder>> writers)
      throws TestbedException {
    for (int i = 0; i < clients.size(); i++) {
      clients.get(i).send(WriteOrder.of(op, fs, writers.get(i)));
    }
    List<WriteReply> replies = new ArrayList<>();
    for (ChildProcess client : clients) {
      replies.add(client.receive());
    }
    return replies;
  }
}
