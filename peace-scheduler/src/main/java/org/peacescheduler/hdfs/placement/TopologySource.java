package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyFile;
import org.peacescheduler.network.topology.TopologyReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the topology comes from: a file, or nowhere; and a copy of the file as it was when it was
 * last good, if the operator wants one.
 *
 * <p>Goals, in order: a refresh never takes the copy, so that a mistake is noticed; a NameNode that
 * starts at night, with a file that was broken by day, comes up with the copy and says so loudly;
 * the copy is always whole.
 *
 * <p>Example: {@code topology.yaml} is good at ten and is copied. At noon somebody breaks it: a
 * refresh is refused. At night the NameNode starts again: with the copy.
 *
 * <p>Thread-safe as long as one thread at a time loads.
 *
 * @param file the topology file, if there is one
 * @param lastGood where its last good copy is kept, if it is
 */
public record TopologySource(Optional<Path> file, Optional<Path> lastGood) {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.TopologyKeeper");

  /** The file, or the copy if the file is bad; nothing without a file. */
  Optional<TopologyFile> start() throws TopologyException {
    try {
      return load();
    } catch (TopologyException e) {
      if (lastGood.filter(Files::isReadable).isEmpty()) {
        throw e;
      }
      TopologyFile copy = copy(e);
      LOG.error(
          "{}\nThis NameNode starts with the last good copy, {}. Mend {} and refresh it.",
          e.getMessage(),
          lastGood.get(),
          file.orElseThrow());
      return Optional.of(copy);
    }
  }

  /** The file anew; nothing if there is none. */
  Optional<TopologyFile> load() throws TopologyException {
    return file.isEmpty() ? Optional.empty() : Optional.of(TopologyReader.load(file.get()));
  }

  private TopologyFile copy(TopologyException ofFile) throws TopologyException {
    try {
      return TopologyReader.load(lastGood.orElseThrow());
    } catch (TopologyException e) {
      LOG.error("The last good copy cannot be used either:\n{}", e.getMessage());
      throw ofFile;
    }
  }

  /** Keeps a copy of the file, which has just been found to be good. */
  void keep() {
    if (file.isEmpty() || lastGood.isEmpty()) {
      return;
    }
    Path copy = lastGood.get();
    Path fresh = copy.resolveSibling(copy.getFileName() + ".new");
    try {
      Files.copy(file.get(), fresh, StandardCopyOption.REPLACE_EXISTING);
      TopologyReader.read(fresh); // It may have changed since.
      Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | TopologyException e) {
      LOG.warn("{} cannot be kept as {}: {}", file.get(), copy, e.toString());
    }
  }

  /** What tells a file's content from any other; empty if it cannot be read any more. */
  static String sha256(String file) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(hash.digest(Files.readAllBytes(Path.of(file))));
    } catch (IOException e) {
      LOG.warn("{} cannot be read once more, for its hash: {}", file, e.toString());
      return "";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** What a start would do while the file is bad. */
  public String nextStart() {
    return lastGood
        .filter(Files::isReadable)
        .map(
            copy ->
                "Until it is mended, this NameNode starts with the last good copy, " + copy + ".")
        .orElse(
            "This NameNode would not start with that file, nor after a failover: mend it before.");
  }
}
