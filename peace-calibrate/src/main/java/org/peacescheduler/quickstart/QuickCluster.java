package org.peacescheduler.quickstart;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.peacescheduler.cli.CommandFailure;

/**
 * A NameNode and its datanodes as {@code java} processes on this machine, as {@code start-dfs.sh}
 * would start them on several.
 *
 * <p>Confined to one thread; {@link #close} may be called from any.
 */
final class QuickCluster implements AutoCloseable {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String ADMIN = "org.apache.hadoop.hdfs.tools.DFSAdmin";

  /**
   * Folders that Hadoop's web servers want on the class path. An installation has them, with pages
   * in them; the jars of Maven's repository have none.
   */
  private static final List<String> WEB_APPS = List.of("hdfs", "datanode", "static");

  private static final int LAST_LINES = 15;
  private static final int STOP_SECONDS = 10;

  private final Path directory;
  private final QuickFiles files;
  private final boolean isKept;
  private final String classPath;
  private final List<Daemon> daemons = new ArrayList<>();

  private record Daemon(String name, Process process, Path log) {}

  /**
   * A cluster that is not started.
   *
   * @param isKept whether the directory is there afterwards, for whoever wants to read logs
   * @param plugin goes before Hadoop's jars, as on a real NameNode; empty in a checkout, of which
   *     the classes are on the class path
   */
  QuickCluster(Path directory, boolean isKept, QuickFiles files, Optional<Path> plugin) {
    this.directory = directory;
    this.isKept = isKept;
    this.files = files;
    List<String> entries = new ArrayList<>(List.of(directory.resolve("conf").toString()));
    plugin.ifPresent(jar -> entries.add(jar.toString()));
    String[] own = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    Arrays.stream(own)
        .filter(entry -> plugin.isEmpty() || isForDaemons(entry))
        .forEach(entries::add);
    entries.add(directory.resolve("web").toString());
    classPath = String.join(File.pathSeparator, entries);
  }

  /** With the plugin, nothing of the command line but where the racks are. */
  private static boolean isForDaemons(String entry) {
    Path path = Path.of(entry).toAbsolutePath();
    boolean isOfCommandLine =
        path.getParent() != null && path.getParent().endsWith(Path.of("lib", "cli"));
    return !isOfCommandLine || path.getFileName().toString().startsWith("peace-calibrate");
  }

  /** Writes the configuration, formats, and starts all. */
  void start(String mode) throws CommandFailure, InterruptedException {
    try {
      Files.createDirectories(directory.resolve("conf"));
      Files.createDirectories(directory.resolve("logs"));
      for (String app : WEB_APPS) {
        Files.createDirectories(directory.resolve("web/webapps").resolve(app));
      }
      write("conf/core-site.xml", files.core());
      write("conf/log4j.properties", QuickFiles.log4j());
      write("topology.yaml", files.topology());
      setMode(mode);
      run("format", NAME_NODE, "-format", "-force", "-nonInteractive");
      daemons.add(begin("namenode", "256m", NAME_NODE));
      for (int i = 1; i <= files.datanodes(); i++) {
        String data = directory.resolve("data" + i).toString();
        daemons.add(
            begin(
                "datanode" + i,
                "96m",
                DATA_NODE,
                "-D",
                "dfs.datanode.hostname=" + QuickFiles.host(i),
                "-D",
                "dfs.datanode.data.dir=file://" + data));
      }
    } catch (IOException e) {
      throw CommandFailure.failed(
          "The daemons cannot be started: %s%nMaybe name another --directory.".formatted(e), e);
    }
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  /** What the configuration says from now on; the NameNode takes it when it is told to. */
  void setMode(String mode) throws IOException {
    Path whole = directory.resolve("conf/hdfs-site.xml.new");
    Files.writeString(whole, files.hdfs(mode));
    Files.move(whole, directory.resolve("conf/hdfs-site.xml"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Takes another mode in the running NameNode, as an operator does. */
  void change(String mode) throws CommandFailure, InterruptedException {
    try {
      setMode(mode);
      run("refresh", ADMIN, "-refresh", files.rpc(), "peace", "keys");
    } catch (IOException e) {
      throw CommandFailure.failed("The mode cannot be changed: " + e.getMessage(), e);
    }
  }

  /** Checks that all run. */
  void requireAlive() throws CommandFailure {
    for (Daemon daemon : daemons) {
      if (!daemon.process().isAlive()) {
        throw ended(daemon.name(), daemon.log());
      }
    }
  }

  private void run(String name, String main, String... arguments)
      throws IOException, CommandFailure, InterruptedException {
    Daemon program = begin(name, "256m", main, arguments);
    if (program.process().waitFor() != 0) {
      throw ended(name, program.log());
    }
  }

  private CommandFailure ended(String name, Path log) {
    try (Stream<String> lines = Files.lines(log)) {
      List<String> all = lines.toList();
      return CommandFailure.failed(
          "%s has ended:%n%s%nMaybe %s."
              .formatted(
                  name,
                  String.join(
                      System.lineSeparator(),
                      all.subList(Math.max(0, all.size() - LAST_LINES), all.size())),
                  isKept
                      ? "the whole log says more: " + log
                      : "try again with --directory DIR, and read DIR/logs/" + log.getFileName()));
    } catch (IOException e) {
      return CommandFailure.failed("%s has ended, and left no log: %s".formatted(name, log), e);
    }
  }

  private Daemon begin(String name, String heap, String main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens="))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Xmx" + heap,
            "-XX:+UseSerialGC",
            "-Djava.net.preferIPv4Stack=true",
            "-Dpeace.quickstart=" + name,
            "-cp",
            classPath,
            main));
    command.addAll(List.of(arguments));
    Path log = directory.resolve("logs").resolve(name + ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    return new Daemon(name, process, log);
  }

  @Override
  public void close() {
    daemons.forEach(daemon -> daemon.process().destroy());
    for (Daemon daemon : daemons) {
      try {
        if (!daemon.process().waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
          daemon.process().destroyForcibly();
        }
      } catch (InterruptedException e) {
        daemon.process().destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
