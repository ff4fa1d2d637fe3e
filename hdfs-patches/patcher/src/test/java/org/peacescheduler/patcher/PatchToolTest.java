package org.peacescheduler.patcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchToolTest {
  private static final String SONG = "one\ntwo\nthree\nfour\nfive\n";

  private static final String CHANGE =
      """
      From 0000 Mon Sep 17 00:00:00 2001
      Subject: [PATCH] Count in another way
      ---
       m/src/main/java/a/Song.java | 3 ++-

      diff --git a/m/src/main/java/a/Song.java b/m/src/main/java/a/Song.java
      index 1..2 100644
      --- a/m/src/main/java/a/Song.java
      +++ b/m/src/main/java/a/Song.java
      @@ -2,3 +2,4 @@ class Song
       two
      -three
      +drei
      ++++ and more
       four
      """;

  private static final String ADDITION =
      """
      Subject: [PATCH] Add a verse
      diff --git a/m/src/main/java/a/Verse.java b/m/src/main/java/a/Verse.java
      new file mode 100644
      --- /dev/null
      +++ b/m/src/main/java/a/Verse.java
      @@ -0,0 +1,2 @@
      +la
      +--- la
      diff --git a/m/src/main/java/a/Song.java b/m/src/main/java/a/Song.java
      --- a/m/src/main/java/a/Song.java
      +++ b/m/src/main/java/a/Song.java
      @@ -3,1 +3,1 @@
      -drei
      +tres
      """;

  @TempDir private Path folder;
  private Path jar;
  private Path patches;
  private Path common;
  private Path series;
  private Path output;

  @BeforeEach
  void makeRelease() throws IOException {
    jar = folder.resolve("song-1-sources.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("a/Song.java"));
      zip.write(SONG.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
      zip.putNextEntry(new ZipEntry("a/Untouched.java"));
      zip.closeEntry();
    }
    patches = Files.createDirectory(folder.resolve("patches"));
    common = folder.resolve("new-classes");
    series = folder.resolve("series");
    output = folder.resolve("out");
  }

  private String checksum() throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
  }

  private void patch(String name, String text) throws IOException {
    Files.writeString(patches.resolve(name), text);
  }

  private void newClass(Path folder, String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void run() throws Exception {
    run(checksum());
  }

  private void run(String sha256) throws Exception {
    PatchTool.main(
        jar.toString(),
        sha256,
        patches.toString(),
        common.toString(),
        series.toString(),
        output.toString());
  }

  private String messageOfRun() {
    return assertThrows(PatchException.class, this::run).getMessage();
  }

  private String written(String path) throws IOException {
    return Files.readString(output.resolve(path));
  }

  @Test
  void series_changesAndAdds_onlyThoseFilesAreWritten() throws Exception {
    patch("0001-change.patch", CHANGE);
    patch("0002-add.patch", ADDITION);
    run();
    assertEquals("one\ntwo\ntres\n+++ and more\nfour\nfive\n", written("a/Song.java"));
    assertEquals("la\n--- la\n", written("a/Verse.java"));
    assertFalse(Files.exists(output.resolve("a/Untouched.java")));
  }

  @Test
  void newClasses_ofAllReleasesAndOfThisOne_areInTheirPatchesAndWritten() throws Exception {
    patch("0001-change.patch", CHANGE);
    newClass(common, "0001/m/src/main/java/a/Refrain.java", "la\n\n+la\n");
    newClass(patches, "new-classes/0001/m/src/main/java/a/Coda.java", "end\n");
    run();
    assertEquals("la\n\n+la\n", written("a/Refrain.java"));
    assertEquals("end\n", written("a/Coda.java"));
    assertEquals(
        CHANGE
            + """
            diff --git a/m/src/main/java/a/Refrain.java b/m/src/main/java/a/Refrain.java
            new file mode 100644
            --- /dev/null
            +++ b/m/src/main/java/a/Refrain.java
            @@ -0,0 +1,3 @@
            +la
            +
            ++la
            diff --git a/m/src/main/java/a/Coda.java b/m/src/main/java/a/Coda.java
            new file mode 100644
            --- /dev/null
            +++ b/m/src/main/java/a/Coda.java
            @@ -0,0 +1,1 @@
            +end
            """,
        Files.readString(series.resolve("0001-change.patch")));
  }

  @Test
  void series_shorterThanBefore_filesOfEarlierPatchesGo() throws Exception {
    patch("0001-change.patch", CHANGE);
    patch("0002-add.patch", ADDITION);
    run();
    Files.delete(patches.resolve("0002-add.patch"));
    run();
    assertFalse(Files.exists(series.resolve("0002-add.patch")));
    assertFalse(Files.exists(output.resolve("a/Verse.java")));
    assertEquals("one\ntwo\ndrei\n+++ and more\nfour\nfive\n", written("a/Song.java"));
  }

  @Test
  void secondRun_nothingNew_fileKeepsItsTime() throws Exception {
    patch("0001-change.patch", CHANGE);
    run();
    FileTime longAgo = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(output.resolve("a/Song.java"), longAgo);
    run();
    assertEquals(longAgo, Files.getLastModifiedTime(output.resolve("a/Song.java")));
  }

  @Test
  void jar_otherChecksum_isRefused() throws Exception {
    patch("0001-change.patch", CHANGE);
    String message = assertThrows(PatchException.class, () -> run("abc")).getMessage();
    assertEquals(
        "'%s' has the SHA-256 %s, but abc is wanted: these are not the release's sources.%n"
                .formatted(jar, checksum())
            + "Maybe delete it from the local repository, so that Maven fetches it again.",
        message);
    assertFalse(Files.exists(output));
  }

  @Test
  void patch_oneLineOff_isRefused() throws Exception {
    patch("0001-change.patch", CHANGE.replace("@@ -2,3 +2,4 @@", "@@ -1,3 +1,4 @@"));
    String message = messageOfRun();
    assertEquals(
        "0001-change.patch does not fit a/Song.java of song-1-sources.jar",
        message.substring(0, message.indexOf(':')));
    assertFalse(Files.exists(output));
  }

  @Test
  void patch_fileThatIsNotThere_isRefused() throws Exception {
    patch("0001-change.patch", CHANGE.replace("a/Song", "a/Sing"));
    assertEquals(
        "0001-change.patch changes a/Sing.java, which is not in song-1-sources.jar.",
        messageOfRun());
  }

  @Test
  void patch_addsWhatIsThere_isRefused() throws Exception {
    patch("0001-add.patch", ADDITION.replace("a/Verse", "a/Untouched"));
    assertEquals(
        "0001-add.patch adds a/Untouched.java, which is already in song-1-sources.jar.",
        messageOfRun());
  }

  @Test
  void patch_deletes_isRefused() throws Exception {
    patch("0001-x.patch", CHANGE.replace("+++ b/m/src/main/java/a/Song.java", "+++ /dev/null"));
    assertEquals(
        "0001-x.patch does something else than to change or add files; the overlay cannot have"
            + " that.",
        messageOfRun());
  }

  @Test
  void folder_withoutPatches_isRefused() {
    assertEquals(
        "'" + patches + "' has no *.patch.\nMaybe give the release's folder.", messageOfRun());
  }
}
