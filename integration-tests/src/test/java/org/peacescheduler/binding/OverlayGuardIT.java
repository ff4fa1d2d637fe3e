package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An overlay before the classes of a Hadoop that it was not built from: the NameNode does not
 * start, and says why. The overlay is that of the other release that Peace supports.
 */
class OverlayGuardIT {
  private static final String RUNNING = VersionInfo.getVersion();
  private static final String OTHER = RUNNING.equals("3.5.0") ? "3.4.3" : "3.5.0";

  @TempDir Path directory;

  /** What a NameNode says that does not start with the other overlay and these entries first. */
  private String refusal(Path... first) throws IOException, InterruptedException {
    StringBuilder classPath = new StringBuilder();
    for (Path entry : first) {
      classPath.append(entry).append(File.pathSeparatorChar);
    }
    classPath.append(System.getProperty("peace.other.overlay")).append(File.pathSeparatorChar);
    classPath.append(System.getProperty("java.class.path"));
    List<String> command = ClusterProcess.java("-cp", classPath.toString());
    command.add(NameNode.class.getName());
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it has ended");
      assertEquals(1, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(said, StandardCharsets.UTF_8);
  }

  private static void assertRefused(String said, String running) {
    String message =
        """
        The Peace overlay on the class path was built from Hadoop %1$s, but this is Hadoop %2$s: \
        the NameNode does not start.
        Maybe use the overlay for %2$s (./peace classpath --hadoop %2$s), or take the overlay away \
        to run the stock NameNode."""
            .formatted(OTHER, running);
    assertTrue(said.contains(message), said);
  }

  @Test
  void nameNode_overlayOfTheOtherRelease_doesNotStartAndSaysWhy() throws Exception {
    assertRefused(refusal(), RUNNING);
  }

  @Test
  void nameNode_distributionOfTheSameRelease_doesNotStartAndSaysWhy() throws Exception {
    String version = OTHER + ".7-vendor";
    Files.writeString(
        directory.resolve("common-version-info.properties"), "version=" + version + "\n");
    assertRefused(refusal(directory), version);
  }
}
