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

  /** A burst that takes longer than this many times what is expected hangs. */
  private static final double PATIENCE = 20;

  /** The trace is written by a thread of its own, and deletions take a heartbeat. */
  private static final long SETTLE_MILLIS = 3000;

  /** How long it takes beside writing. */
  static final double PAUSES_SECONDS = (LEAD_MILLIS + SETTLE_MILLIS) / 1e3;

  /** What the writers of each of the first clients are to do. */
  interface Orders {
    /**
     * The orders of a burst.
     *
     * @param start when it begins, milliseconds since 1970
     */
    List<List<WriterOrder>> from(double start);
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
   * @param directory that has all their files
   * @param expectedSeconds about what writing takes, from the last start on
   */
  static Written by(
      Site site, int configuration, Orders orders, String directory, double expectedSeconds)
      throws IOException, TestbedException, InterruptedException {
    String fs = HadoopFiles.uri(configuration);
    Map<String, TestNetwork.Sent> before = site.network().sent();
    // Not before that: to read the links takes a process for each namespace.
    double start = System.currentTimeMillis() + LEAD_MILLIS;
    List<List<WriterOrder>> writers = orders.from(start);
    List<ChildProcess> clients = site.cluster().writers().subList(0, writers.size());
    sendAll(clients, "write", fs, writers);
    Thread.sleep(Math.max(0, (long) (start - System.currentTimeMillis())));
    ProcessorTime processor = ProcessorTime.now();
    double patience = patienceSeconds(expectedSeconds);
    List<WriteReply> written = receiveAll(clients, lastStart(writers) + 1000 * patience);
    double busy = ProcessorTime.now().shareSince(processor);
    Map<String, TestNetwork.Sent> sent = new LinkedHashMap<>();
    site.network().sent().forEach((link, after) -> sent.put(link, after.since(before.get(link))));
    site.cluster().requireAll();
    sendAll(clients, "verify", fs, writers);
    List<WriteReply> verified = receiveAll(clients, System.currentTimeMillis() + 1000 * patience);
    clients.get(0).ask(WriteOrder.delete(fs, directory));
    Thread.sleep(SETTLE_MILLIS);
    return new Written(written, verified, sent, busy);
  }

  /** How long a burst may take, from its last start on. */
  static double patienceSeconds(double expectedSeconds) {
    return Math.max(LineProcess.PATIENCE_SECONDS, PATIENCE * expectedSeconds);
  }

  private static double lastStart(List<List<WriterOrder>> writers) {
    return writers.stream()
        .flatMap(List::stream)
        .flatMap(writer -> writer.files().stream())
        .mapToDouble(WriterOrder.File::startAt)
        .max()
        .orElseThrow();
  }

  private static void sendAll(
      List<ChildProcess> clients, String op, String fs, List<List<WriterOrder>> writers)
      throws TestbedException {
    for (int i = 0; i < clients.size(); i++) {
      clients.get(i).send(WriteOrder.of(op, fs, writers.get(i)));
    }
  }

  /**
   * The answers of all.
   *
   * @param until when the last of them has to be there, milliseconds since 1970
   */
  private static List<WriteReply> receiveAll(List<ChildProcess> clients, double until)
      throws TestbedException {
    List<WriteReply> replies = new ArrayList<>();
    for (ChildProcess client : clients) {
      replies.add(client.receive(Math.max(1, (until - System.currentTimeMillis()) / 1000)));
    }
    return replies;
  }
}
