package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class UnavailableCommandTest {
  private static final String MISSING = "org.apache.hadoop.fs.FileSystem";
  private static final String NEEDS =
      "'turn' needs org.apache.hadoop.fs.FileSystem, which is not on the class path.\n";
  private static final String REMEDY =
      "Maybe run it on a machine with Hadoop: 'hdfs peace turn', or set HADOOP_HOME, or"
          + " PEACE_HADOOP_JARS to a folder with Hadoop's jars (docs/tarball.md).\n";

  @TempDir private Path folder;

  /** What is on standard error if the command is run without Hadoop. */
  private static String said(String jars) {
    CommandLine line = UnavailableCommand.standIn(new TurnProvider(), MISSING, jars);
    StringWriter err = new StringWriter();
    line.setErr(new PrintWriter(err));
    line.setExecutionExceptionHandler(PeaceCommand.errors(false));
    assertEquals(ExitCodes.FAILED, line.execute("--prefix", "/x"));
    return err.toString();
  }

  @Test
  void turn_withoutHadoop_saysWhereItsJarsMayBe() {
    assertEquals(NEEDS + REMEDY, said(null));
    assertEquals(NEEDS + REMEDY, said(""));
  }

  @Test
  void turn_folderWithoutJars_saysSo() throws IOException {
    String empty = "PEACE_HADOOP_JARS is '%s', where there are no jars.\n";
    assertEquals(NEEDS + empty.formatted(folder) + REMEDY, said(folder.toString()));
    Path none = folder.resolve("none");
    assertEquals(NEEDS + empty.formatted(none) + REMEDY, said(none.toString()));
    Files.writeString(folder.resolve("hadoop-common-0.jar"), "");
    assertEquals(NEEDS + REMEDY, said(folder.toString()));
  }

  @Test
  void help_folderWithoutJars_saysSo() {
    Path none = folder.resolve("100%");
    CommandLine line = UnavailableCommand.standIn(new TurnProvider(), MISSING, none.toString());
    // Lines break anywhere.
    String usage = line.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceAll("\\s+", "");
    String expected =
        "Usage: turn [-hV] Not here: run it on a machine with Hadoop: 'hdfs peace turn', or set"
            + " HADOOP_HOME, or PEACE_HADOOP_JARS to a folder with Hadoop's jars"
            + " (docs/tarball.md). PEACE_HADOOP_JARS is '%s', where there are no jars."
            + " -h, --help Show this help message and exit."
            + " -V, --version Print version information and exit.";
    assertEquals(expected.formatted(none).replaceAll("\\s+", ""), usage);
  }
}
