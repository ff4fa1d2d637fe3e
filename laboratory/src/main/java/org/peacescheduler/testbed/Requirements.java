package org.peacescheduler.testbed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the testbed needs of the machine, found out by trying. */
final class Requirements {
  private Requirements() {}

  /** Everything that is missing, each with a remedy; nothing is left behind. */
  static List<String> missing() throws InterruptedException {
    List<String> missing = new ArrayList<>();
    if (!"root".equals(System.getProperty("user.name"))) {
      missing.add("Network namespaces need root. Maybe run it with sudo.");
    }
    for (String tool : List.of("ip", "tc", "sysctl")) {
      if (Shell.attempt(List.of("sh", "-c", "command -v " + tool)).exitCode() != 0) {
        missing.add(
            "'%s' is not there. On Debian or Ubuntu: apt-get install iproute2 procps."
                .formatted(tool));
      }
    }
    if (missing.isEmpty()) {
      tryOut(missing);
    }
    return missing;
  }

  private static void tryOut(List<String> missing) throws InterruptedException {
    String namespace = NetworkPlan.PREFIX + ProcessHandle.current().pid() + "-try";
    try {
      attempt(missing, "network namespaces, CAP_SYS_ADMIN", "ip", "netns", "add", namespace);
      if (missing.isEmpty()) {
        attempt(
            missing,
            "veth pairs, CAP_NET_ADMIN",
            "ip",
            "-n",
            namespace,
            "link",
            "add",
            "eth0",
            "type",
            "veth",
            "peer",
            "name",
            "eth1");
        attempt(
            missing,
            "bridges (module bridge)",
            "ip",
            "-n",
            namespace,
            "link",
            "add",
            "br0",
            "type",
            "bridge");
        attempt(
            missing,
            "htb (module sch_htb)",
            "tc",
            "-n",
            namespace,
            "qdisc",
            "add",
            "dev",
            "eth0",
            "root",
            "handle",
            "1:",
            "htb",
            "default",
            "1");
        attempt(
            missing,
            "an htb class",
            "tc",
            "-n",
            namespace,
            "class",
            "add",
            "dev",
            "eth0",
            "parent",
            "1:",
            "classid",
            "1:1",
            "htb",
            "rate",
            "1mbit");
        attempt(
            missing, "pfifo", "tc", "-n", namespace, "qdisc", "add", "dev", "eth0", "parent", "1:1",
            "pfifo", "limit", "28");
      }
    } finally {
      if (Files.exists(Path.of("/run/netns", namespace))) {
        Shell.attempt(List.of("ip", "netns", "del", namespace));
      }
    }
    Shell.Result available =
        Shell.attempt(List.of("sysctl", "-n", "net.ipv4.tcp_available_congestion_control"));
    if (!List.of(available.output().strip().split("\\s+")).contains("cubic")) {
      missing.add("TCP cubic is missing. Maybe 'modprobe tcp_cubic'.");
    }
  }

  private static void attempt(List<String> missing, String what, String... command)
      throws InterruptedException {
    Shell.Result result = Shell.attempt(List.of(command));
    if (!result.fine()) {
      missing.add(
          "The kernel refuses %s: '%s': %s. Maybe run it as root, outside a container."
              .formatted(what, String.join(" ", command), result.said()));
    }
  }
}
