package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void write_noFile_makesOne() throws Exception {
    Path file = folder.resolve("t.yaml");
    OutputFile.write(file, "tør");
    assertEquals("tør", Files.readString(file));
    assertEquals(List.of("t.yaml"), names());
  }

  @Test
  void write_fileIsThere_replacesItAsAWhole() throws Exception {
    Path file = Files.writeString(folder.resolve("t.yaml"), "old");
    Path sameFile = Files.createLink(folder.resolve("old"), file);
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-r-x---");
    Files.setPosixFilePermissions(file, permissions);
    OutputFile.write(file, "new");
    assertEquals("new", Files.readString(file));
    assertEquals("old", Files.readString(sameFile));
    assertEquals(permissions, Files.getPosixFilePermissions(file));
    assertEquals(List.of("old", "t.yaml"), names());
  }

  @Test
  void write_fails_leavesTheFileAndNothingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("t.yaml"), "old");
    CommandFailure failure =
        assertThrows(CommandFailure.class, () -> OutputFile.write(file, "half a pair: \uD83D"));
    assertTrue(
        failure.getMessage().startsWith("'" + file + "' cannot be written: "),
        failure.getMessage());
    assertEquals("old", Files.readString(file));
    assertEquals(List.of("t.yaml"), names());
  }

  @Test
  void write_symbolicLink_writesWhereItLeads() throws Exception {
    Path file = Files.writeString(folder.resolve("t.yaml"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("t.yaml"));
    OutputFile.write(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
    Files.delete(file);
    OutputFile.write(link, "again");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("again", Files.readString(file));
  }

  @Test
  void write_noRegularFile_writesIntoIt() throws Exception {
    Path device = Path.of("/dev/null");
    OutputFile.write(device, "new");
    assertTrue(Files.exists(device) && !Files.isRegularFile(device));
  }

  @Test
  void problem_whatCannotBeWritten_isToldBefore() {
    assertEquals(Optional.empty(), OutputFile.problem("--out", folder.resolve("t.yaml")));
    assertEquals(
        Optional.of("--out %s is a directory. Maybe name a file in it.".formatted(folder)),
        OutputFile.problem("--out", folder));
    Path nowhere = folder.resolve("none").resolve("t.yaml");
    assertEquals(
        Optional.of("--out %s: there is no such folder. Maybe make it before.".formatted(nowhere)),
        OutputFile.problem("--out", nowhere));
  }
}
