package org.peacescheduler.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.cli.PeaceCommand;

/**
 * The network while it stands: built from its plan, read, and taken down.
 *
 * <p>Thread-safe: {@link #close} may be called from any thread, more than once.
 */
final class TestNetwork implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Path ALLOWED = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");
  private static final String CUBIC = "cubic";

  private final NetworkPlan plan;

  /** What to restore in the end, if something was changed. */
  private Optional<String> allowedBefore = Optional.empty();

  /** Set before {@link #close} waits for its turn, so that a build under way ends soon. */
  private volatile boolean closed;

  /** What left a device, packets that the queue refused not included. */
  record Sent(long bytes, long packets, long drops) {
    Sent since(Sent before) {
      return new Sent(bytes - before.bytes, packets - before.packets, drops - before.drops);
    }
  }

  /** One that nothing is built of yet. */
  TestNetwork(NetworkPlan plan) {
    this.plan = plan;
  }

  /** Builds the network; what was built until it fails or is closed is for {@link #close}. */
  void build() throws TestbedException, InterruptedException {
    allowCubic();
    for (List<String> command : plan.commands()) {
      run(command);
    }
  }

  private synchronized void run(List<String> command)
      throws TestbedException, InterruptedException {
    requireOpen();
    Shell.run(command);
  }

  private void requireOpen() throws TestbedException {
    if (closed) {
      throw new TestbedException("The testbed is being taken down.");
    }
  }

  /** Namespaces may use only what the machine allows. */
  private synchronized void allowCubic() throws TestbedException {
    requireOpen();
    try {
      String before = Files.readString(ALLOWED).strip();
      if (!List.of(before.split("\\s+")).contains(CUBIC)) {
        allowedBefore = Optional.of(before);
        Files.writeString(ALLOWED, before + " " + CUBIC);
      }
    } catch (IOException e) {
      throw new TestbedException(
          "cubic cannot be allowed in "
              + ALLOWED
              + ": "
              + e.getMessage()
              + "\nMaybe the machine's kernel has no cubic; try 'modprobe tcp_cubic'.",
          e);
    }
  }

  NetworkPlan plan() {
    return plan;
  }

  /** What each shaped direction has sent so far, by its name. */
  Map<String, Sent> sent() throws TestbedException, InterruptedException {
    Map<String, Map<String, Sent>> byNamespace = new HashMap<>();
    Map<String, Sent> sent = new LinkedHashMap<>();
    for (NetworkPlan.ShapedLink link : plan.links()) {
      Map<String, Sent> devices = byNamespace.get(link.namespace());
      if (devices == null) {
        devices = devices(link.namespace());
        byNamespace.put(link.namespace(), devices);
      }
      sent.put(link.name(), devices.get(link.device()));
    }
    return sent;
  }

  private static Map<String, Sent> devices(String namespace)
      throws TestbedException, InterruptedException {
    String json = Shell.run(List.of("tc", "-n", namespace, "-s", "-j", "qdisc", "show"));
    Map<String, Sent> devices = new HashMap<>();
    try {
      for (JsonNode queue : MAPPER.readTree(json)) {
        if (queue.path("kind").asText().equals("htb")) {
          devices.put(
              queue.path("dev").asText(),
              new Sent(
                  queue.path("bytes").asLong(),
                  queue.path("packets").asLong(),
                  queue.path("drops").asLong()));
        }
      }
    } catch (JsonProcessingException e) {
      throw new TestbedException("tc's counters cannot be read: " + json, e);
    }
    return devices;
  }

  /** Takes down what {@link #build} has made so far, after the command that it is at. */
  @Override
  public void close() {
    closed = true;
    takeDown();
  }

  private synchronized void takeDown() {
    try {
      for (String namespace : plan.namespaces()) {
        delete(namespace);
      }
      if (allowedBefore.isPresent()) {
        Files.writeString(ALLOWED, allowedBefore.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // A further congestion control stays allowed, which harms nobody.
    }
  }

  private static void delete(String namespace) throws InterruptedException {
    if (Files.exists(Path.of("/run/netns", namespace))) {
      Shell.attempt(List.of("ip", "netns", "del", namespace));
    }
  }

  /**
   * Takes down what testbeds that are no more have left: namespaces with our prefix whose process
   * is gone, and the processes in them.
   *
   * @return the namespaces that were deleted
   */
  static List<String> clean() throws TestbedException, InterruptedException {
    List<String> deleted = new ArrayList<>();
    for (String line : Shell.run(List.of("ip", "netns", "list")).lines().toList()) {
      String namespace = line.split("\\s", 2)[0];
      if (namespace.startsWith(NetworkPlan.PREFIX) && !isInUse(namespace, NetworkPlan.PREFIX)) {
        for (String pid : Shell.run(List.of("ip", "netns", "pids", namespace)).split("\\s+", -1)) {
          if (!pid.isBlank()) {
            ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
          }
        }
        delete(namespace);
        deleted.add(namespace);
      }
    }
    return deleted;
  }

  /** Whether the process that something is named after still runs a command of Peace. */
  static boolean isInUse(String name, String prefix) {
    String id = name.substring(prefix.length()).split("-", 2)[0];
    if (!id.matches("[0-9]{1,9}")) {
      return true; // Not of this form, so not ours.
    }
    try {
      String command = Files.readString(Path.of("/proc", id, "cmdline"));
      return command.contains(PeaceCommand.class.getName());
    } catch (IOException e) {
      return false;
    }
  }
}
