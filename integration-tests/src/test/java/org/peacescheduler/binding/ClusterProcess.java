package org.peacescheduler.binding;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A NameNode, a few datanodes or many writers as a process of its own, for what one JVM cannot
 * show: a NameNode that is killed, and writers that do not share its processor time.
 *
 * <p>{@link #start} starts one; {@link #main} is what runs there. It ends when its standard input
 * does, so nothing is left running however the test ends.
 */
final class ClusterProcess implements AutoCloseable {
  private static final String READY = "ready";
  private static final int STACK = 256 * 1024;
  private static final int FIRST_PORT = 10_000;
  private static final int FIRST_EPHEMERAL_PORT = 32_768;

  private final String name;
  private final Path log;
  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private ClusterProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  /** A NameNode; its directories are formatted. */
  static ClusterProcess nameNode(Path directory, String name, Configuration conf)
      throws IOException {
    return start(directory, name, conf, 0, "namenode");
  }

  /** The datanodes {@code dn1, dn2, …} in one process, which other processes go before. */
  static ClusterProcess datanodes(Path directory, int count, Configuration conf)
      throws IOException {
    return start(directory, "datanodes", conf, 10, "datanodes", String.valueOf(count));
  }

  /** Writers that wait for {@link #order}, in one process, which all others go before. */
  static ClusterProcess writers(Path directory, int count, Configuration conf) throws IOException {
    return start(directory, "writers", conf, 19, "writers", String.valueOf(count));
  }

  private static ClusterProcess start(
      Path directory, String name, Configuration conf, int nice, String... role)
      throws IOException {
    Path site = directory.resolve(name + ".xml");
    try (var xml = Files.newOutputStream(site)) {
      conf.writeXml(xml);
    }
    Path logging =
        Files.writeString(
            directory.resolve("log4j.properties"),
            """
            log4j.rootLogger=WARN, err
            log4j.appender.err=org.apache.log4j.ConsoleAppender
            log4j.appender.err.target=System.err
            log4j.appender.err.layout=org.apache.log4j.PatternLayout
            log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
            log4j.logger.org.peacescheduler=INFO
            """);
    // What a NameNode tells over HTTP is as old as its metrics' period, which is 10 s otherwise.
    Files.writeString(directory.resolve("hadoop-metrics2.properties"), "*.periodMillis=200\n");
    List<String> command = new ArrayList<>(List.of("nice", "-n", String.valueOf(nice)));
    command.addAll(java("-Dlog4j.configuration=" + logging.toUri(), "-Xmx512m"));
    String classes = System.getProperty("java.class.path");
    command.addAll(List.of("-cp", directory + File.pathSeparator + classes));
    command.addAll(List.of(ClusterProcess.class.getName(), site.toString()));
    command.addAll(List.of(role));
    Path log = directory.resolve(name + ".log");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    return new ClusterProcess(name, log, process);
  }

  /** The JVM of this test, with options: the beginning of a command. */
  static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens="))
        .forEach(command::add);
    command.addAll(List.of("-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));
    command.addAll(List.of(options));
    return command;
  }

  /**
   * A port that was free just now, and that no outgoing connection gets meanwhile: systems take
   * those from {@value #FIRST_EPHEMERAL_PORT} on.
   */
  static int freePort() throws IOException {
    BindException taken = new BindException("no free port found");
    for (int i = 0; i < 100; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, FIRST_EPHEMERAL_PORT);
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        taken.addSuppressed(e);
      }
    }
    throw taken;
  }

  void awaitReady() throws IOException {
    await(READY);
  }

  /** Lets all writers write a file each, named so and a number; {@link #awaitDone} waits. */
  void order(String prefix, int length, int replication) throws IOException {
    in.write("write %s %d %d\n".formatted(prefix, length, replication));
    in.flush();
  }

  /** Lets all files of an order be read and compared with what was written. */
  void orderCheck(String prefix, int length) throws IOException {
    in.write("check %s %d 0\n".formatted(prefix, length));
    in.flush();
  }

  void awaitDone() throws IOException {
    await("done");
  }

  /** Whether the order has been done, or has failed: then {@link #awaitDone} returns at once. */
  boolean hasAnswered() throws IOException {
    return out.ready();
  }

  private void await(String wanted) throws IOException {
    String line = out.readLine();
    if (!wanted.equals(line)) {
      throw new AssertionError(
          "%s says '%s' instead of '%s'; its log:%n%s"
              .formatted(name, line, wanted, Files.readString(log)));
    }
  }

  /** A file of another host, whose open chunk takes capacity until the stream is closed. */
  static FSDataOutputStream hold(FileSystem fs, int number, int replication) throws Exception {
    FSDataOutputStream out =
        PeaceCluster.as(
            "10.13.0." + number, () -> create(fs, "/holder" + number, (short) replication));
    out.write(1);
    out.hflush();
    return out;
  }

  private static FSDataOutputStream create(FileSystem fs, String path, short replication)
      throws IOException {
    return fs.create(
        new org.apache.hadoop.fs.Path(path), true, 4096, replication, PeaceCluster.BLOCK);
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (IOException e) {
      process.destroyForcibly(); // It has ended already, or takes no input any more.
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * {@code SITE-FILE namenode}, {@code SITE-FILE datanodes COUNT}, {@code SITE-FILE writers COUNT}.
   */
  public static void main(String[] args) {
    int exit = 0;
    try {
      serve(args);
    } catch (IOException | InterruptedException | RuntimeException e) {
      e.printStackTrace();
      exit = 1;
    }
    Runtime.getRuntime().halt(exit); // Nothing of a daemon is needed any more.
  }

  private static void serve(String[] args) throws IOException, InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // Some of Hadoop's classes print.
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    DefaultMetricsSystem.setMiniClusterMode(true); // Several datanodes in a JVM.
    Configuration conf = new HdfsConfiguration();
    conf.addResource(new org.apache.hadoop.fs.Path(Path.of(args[0]).toUri()));
    Writers writers = null;
    switch (args[1]) {
      case "namenode" -> NameNode.createNameNode(new String[0], conf);
      case "datanodes" -> startDatanodes(conf, Integer.parseInt(args[2]));
      default -> writers = new Writers(conf, Integer.parseInt(args[2]));
    }
    answers.println(READY);
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      answers.println(writers.obey(line.split(" ", -1)));
    }
  }

  private static void startDatanodes(Configuration conf, int count) throws IOException {
    for (int d = 1; d <= count; d++) {
      Configuration own = new Configuration(conf);
      own.set("dfs.datanode.hostname", "dn" + d);
      own.set("dfs.datanode.data.dir", conf.get("hadoop.tmp.dir") + "/data" + d);
      for (String address : List.of("address", "ipc.address", "http.address")) {
        own.set("dfs.datanode." + address, "127.0.0.1:0");
      }
      DataNode.createDataNode(new String[0], own);
    }
  }

  /** Threads that write a file each, each as a host and over a connection of its own. */
  private static final class Writers {
    private final List<FileSystem> clients = new ArrayList<>();
    private final ExecutorService threads;

    Writers(Configuration conf, int count) throws IOException {
      for (int w = 0; w < count; w++) {
        Configuration own = new Configuration(conf);
        // Clients that differ in it have different connections.
        own.setInt("ipc.client.connection.maxidletime", 600_000 + w);
        clients.add(FileSystem.newInstance(own));
      }
      threads =
          Executors.newFixedThreadPool(count, work -> new Thread(null, work, "writer", STACK));
    }

    /** What is answered: "done", or what went wrong first. */
    String obey(String[] order) throws InterruptedException {
      int length = Integer.parseInt(order[2]);
      short replication = Short.parseShort(order[3]);
      List<Future<Void>> works = new ArrayList<>();
      for (int w = 0; w < clients.size(); w++) {
        FileSystem fs = clients.get(w);
        String path = order[1] + w;
        boolean write = order[0].equals("write");
        String host = "10.12.%d.%d".formatted(w / 250, w % 250);
        works.add(
            threads.submit(
                () ->
                    PeaceCluster.as(
                        host,
                        () -> {
                          if (write) {
                            write(fs, path, length, replication);
                          } else {
                            check(fs, path, length);
                          }
                          return null;
                        })));
      }
      String answer = "done";
      for (Future<Void> work : works) {
        try {
          work.get();
        } catch (ExecutionException e) {
          e.printStackTrace();
          answer = e.getCause().toString().lines().findFirst().orElseThrow();
        }
      }
      return answer;
    }

    private static void write(FileSystem fs, String path, int length, short replication)
        throws IOException {
      try (FSDataOutputStream file = create(fs, path, replication)) {
        file.write(content(path, length));
      }
    }

    private static void check(FileSystem fs, String path, int length) throws IOException {
      byte[] read = new byte[length];
      try (FSDataInputStream file = fs.open(new org.apache.hadoop.fs.Path(path))) {
        file.readFully(read);
        if (file.read() >= 0 || !Arrays.equals(read, content(path, length))) {
          throw new IOException(path + " is not what was written");
        }
      }
    }

    private static byte[] content(String path, int length) {
      byte[] content = new byte[length];
      new SplittableRandom(path.hashCode()).nextBytes(content);
      return content;
    }
  }
}
