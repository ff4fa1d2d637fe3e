package org.peacescheduler.patcher;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A release's sources jar, of which every byte is known. Thread-safe: it is only read. */
final class SourcesJar implements Closeable {
  private final Path jar;
  private final ZipFile zip;

  private SourcesJar(Path jar) throws IOException {
    this.jar = jar;
    this.zip = new ZipFile(jar.toFile());
  }

  /** Checks the whole jar before anything of it is used. */
  static SourcesJar open(Path jar, String sha256) throws IOException, PatchException {
    if (!Files.isRegularFile(jar)) {
      throw new PatchException(
          "'" + jar + "' is missing.\nMaybe Maven could not fetch it: look further up.");
    }
    String found = sha256(Files.readAllBytes(jar));
    if (!found.equals(sha256)) {
      throw new PatchException(
          "'%s' has the SHA-256 %s, but %s is wanted: these are not the release's sources.%n"
                  .formatted(jar, found, sha256)
              + "Maybe delete it from the local repository, so that Maven fetches it again.");
    }
    return new SourcesJar(jar);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The text of a source file, by its path below the package root. */
  Optional<String> text(String path) throws IOException {
    ZipEntry entry = zip.getEntry(path);
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  @Override
  public String toString() {
    return jar.getFileName().toString();
  }
}
