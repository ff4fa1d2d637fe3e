package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The {@code hdfs-site.xml} of a running NameNode, and dfsadmin -reconfig after a change of it.
 *
 * <p>It lies on the class path of this JVM, where HDFS looks for it, until it is closed.
 */
final class SiteFile implements AutoCloseable {
  private static final Path FILE = file();

  private final PeaceCluster cluster;

  SiteFile(PeaceCluster cluster) {
    this.cluster = cluster;
  }

  private static Path file() {
    try {
      return Path.of(SiteFile.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .resolve("hdfs-site.xml");
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** Removes what a JVM that was killed has left: all clusters would read it. */
  static void removeLeft() {
    try {
      Files.deleteIfExists(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes the file.
   *
   * @param keys what differs from the configuration that the cluster was started with
   */
  void write(Map<String, String> keys) throws IOException {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    keys.forEach(conf::set);
    // Whoever makes a configuration meanwhile reads the one or the other, never a half.
    Path whole = FILE.resolveSibling("hdfs-site.xml.new");
    try (OutputStream out = Files.newOutputStream(whole)) {
      conf.writeXml(out);
    }
    Files.move(whole, FILE, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Writes the file and has the NameNode read it.
   *
   * @param keys what differs from the configuration that the cluster was started with
   * @return what {@code dfsadmin -reconfig … status} says in the end
   */
  String reconfigure(Map<String, String> keys) throws Exception {
    write(keys);
    AdminCall call = AdminCall.reconfigure(cluster);
    assertEquals(0, call.exitCode(), call.output());
    return call.output();
  }

  /** As {@link #reconfigure}, where nothing is refused. */
  void change(Map<String, String> keys) throws Exception {
    String status = reconfigure(keys);
    assertFalse(status.contains("FAILED"), status);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(FILE);
  }
}
