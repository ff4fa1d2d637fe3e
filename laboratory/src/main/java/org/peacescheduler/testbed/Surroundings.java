package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.util.VersionInfo;

/**
 * What figures were measured on and with, as far as others may know it: no names, no paths.
 * Immutable.
 *
 * @param memoryBytes of the machine
 * @param kernel its release, without what whoever built it added
 * @param commit of the checkout, if there is one
 */
record Surroundings(
    LocalDate date,
    int cores,
    long memoryBytes,
    String kernel,
    String javaVersion,
    String hadoopVersion,
    Optional<String> commit) {
  private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*([0-9]+) kB$");
  private static final Pattern RELEASE = Pattern.compile("^[0-9]+(\\.[0-9]+)*");

  /**
   * Those of this process.
   *
   * @param checkout where Peace's sources are, if they are anywhere
   */
  static Surroundings here(Optional<Path> checkout) throws IOException, InterruptedException {
    Matcher memory = MEMORY.matcher(Files.readString(Path.of("/proc/meminfo")));
    Optional<String> commit = Optional.empty();
    if (checkout.isPresent()) {
      commit = commit(checkout.get());
    }
    return new Surroundings(
        LocalDate.now(ZoneOffset.UTC),
        Runtime.getRuntime().availableProcessors(),
        memory.find() ? Long.parseLong(memory.group(1)) << 10 : 0,
        release(System.getProperty("os.version")),
        System.getProperty("java.version"),
        VersionInfo.getVersion(),
        commit);
  }

  private static String release(String version) {
    Matcher matcher = RELEASE.matcher(version);
    return matcher.find() ? matcher.group() : "unknown";
  }

  private static Optional<String> commit(Path checkout) throws InterruptedException {
    Shell.Result head = git(checkout, "rev-parse", "--short=12", "HEAD");
    if (!head.fine()) {
      return Optional.empty();
    }
    Shell.Result changes = git(checkout, "status", "--porcelain");
    boolean same = changes.fine() && changes.output().isBlank();
    return Optional.of(head.output().strip() + (same ? "" : " with changes"));
  }

  private static Shell.Result git(Path checkout, String... arguments) throws InterruptedException {
    // The testbed runs as root, and the checkout may be someone else's.
    List<String> command = new ArrayList<>(List.of("git", "-c", "safe.directory=*"));
    command.addAll(List.of("--no-optional-locks", "-C", checkout.toString()));
    command.addAll(List.of(arguments));
    return Shell.attempt(command);
  }
}
