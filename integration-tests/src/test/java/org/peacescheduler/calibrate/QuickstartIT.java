package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.quickstart.QuickstartCommand;
import picocli.CommandLine;

/** The quick start, on the daemons of this class path, as processes. */
@Tag("alone") // It takes all the processor that there is.
class QuickstartIT {
  @TempDir private Path folder;

  private record Said(int exitCode, String out, String err) {}

  /** Runs it with Hadoop's jars as Maven's repository has them for everybody. */
  private static Said run(String... arguments) {
    String classPath = System.getProperty("java.class.path");
    System.setProperty("java.class.path", withoutTests(classPath));
    try {
      return execute(arguments);
    } finally {
      System.setProperty("java.class.path", classPath);
    }
  }

  /** Hadoop's jars of tests have folders that its daemons want and operators do not have. */
  private static String withoutTests(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator, -1))
        .filter(entry -> !entry.matches(".*hadoop-[^/]*-tests\\.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Said execute(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new QuickstartCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return new Said(line.execute(arguments), out.toString(), err.toString());
  }

  @Test
  void quickstart_once_writesBothBurstsAndEndsItsProcesses() throws Exception {
    Path directory = folder.resolve("cluster");
    Said said =
        run(
            "--once",
            "--json",
            "--datanodes",
            "4",
            "--blocks",
            "2",
            "--block-size",
            "1 MiB",
            "--rate",
            "2 MiB",
            "--directory",
            directory.toString());
    assertEquals(0, said.exitCode(), said.err());
    JsonNode times = new ObjectMapper().readTree(said.out());
    for (String side : List.of("stock", "peace")) {
      JsonNode of = times.get(side);
      assertTrue(of.get("first").asDouble() > 0, said.out());
      assertTrue(of.get("mean").asDouble() <= of.get("last").asDouble(), said.out());
    }
    List<String> trace = Files.readAllLines(directory.resolve("peace.jsonl"));
    assertTrue(has(trace, "\"event\":\"placed\"", "/quickstart/stock/host1"), "stock places");
    assertTrue(has(trace, "\"event\":\"granted\"", "/quickstart/peace/host2"), "Peace places");
    assertTrue(has(trace, "\"writer\":\"host3\"", "/quickstart/peace/host3"), "hosts are known");
    assertFalse(
        ProcessHandle.current().children().anyMatch(QuickstartIT::isOfQuickstart),
        "its processes have ended");
    Said again = run("--directory", directory.toString());
    assertEquals(2, again.exitCode());
    assertTrue(again.err().contains("is not empty. Maybe name a new one."), again.err());
  }

  private static boolean has(List<String> trace, String event, String path) {
    return trace.stream().anyMatch(line -> line.contains(event) && line.contains(path));
  }

  private static boolean isOfQuickstart(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("-Dpeace.quickstart=");
  }
}
