package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathGlobsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/a /a true",
        "/a /a/b/c true",
        "/a /ab false",
        "/a / false",
        "/a/b /a false",
        "/user/*/state /user/x/state/1 true",
        "/user/*/state /user/x/y/state false",
        "/user/**/state /user/x/y/state true",
        "/a/*.ckpt /a/1.ckpt true",
        "/a/*.ckpt /a/1.txt false",
        "/a/{b,c} /a/c/d true",
        "/a/{b,c} /a/d false",
        "/a/ /a true",
        "/a/ /a/b/c true",
        "/a/ /ab false",
        "/a/{b,c}/ /a/c/d true",
        "/a/** /a false",
        "/ /anything true",
        "/ / true",
        "/* /anything/below true",
        "/données /données/x true",
        "/donn?es /données/x true",
        "/*/x /données/x/y true",
        "/données /donnees/x false",
      })
  void matches_oneGlob_coversItAndWhatIsBelow(String glob, String path, boolean expected) {
    assertEquals(expected, PathGlobs.parse(glob).matches(path));
  }

  @Test
  void parse_commas_separateGlobsButNotInBraces() {
    PathGlobs globs = PathGlobs.parse(" /a , /b/{c,d},,/e ");
    for (String path : new String[] {"/a/1", "/b/c", "/b/d/2", "/e"}) {
      assertTrue(globs.matches(path), path);
    }
    assertEquals(false, globs.matches("/b"));
    assertEquals(false, globs.matches("/d"));
  }

  @Test
  void parse_nothing_matchesEverything() {
    assertTrue(PathGlobs.parse("").matches("/any/path"));
    assertTrue(PathGlobs.parse(" , ").matches("/"));
  }

  @Test
  void parse_relativeGlob_isRefusedByName() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PathGlobs.parse("/a,b/c"));
    assertEquals("'b/c' does not start with '/'", e.getMessage());
  }

  @Test
  void parse_openBrace_isRefused() {
    assertThrows(PatternSyntaxException.class, () -> PathGlobs.parse("/a/{b,c"));
  }

  @Test
  void parse_emptyName_isRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PathGlobs.parse("/a//b"));
    assertEquals("'/a//b' has '//', which no path has", e.getMessage());
  }

  @Test
  void parse_manyDeepStars_isRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PathGlobs.parse("/a/**/b/**/c/**/d"));
    assertEquals("'/a/**/b/**/c/**/d' has more than 2 '**' before its end", e.getMessage());
  }

  @Test
  void matches_deepestPathThatHdfsAllows_takesFarLessThanASecond() {
    PathGlobs globs = PathGlobs.parse("/user/**/tmp/**/*.log");
    String path = "/user" + "/tmp".repeat(998);
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          for (int i = 0; i < 10; i++) {
            assertFalse(globs.matches(path));
          }
        });
  }

  /** Run where the names of files are ASCII, as in a daemon that is started under LANG=C. */
  static final class UnderAscii {
    private UnderAscii() {}

    public static void main(String[] arguments) {
      PathGlobs globs = PathGlobs.parse("/donn\u00e9es,/a");
      System.out.println(globs.matches("/donn\u00e9es/x") + " " + globs.matches("/\u6570\u636e/x"));
    }
  }

  @Test
  void matches_fileNamesAreAscii_pathsNeedNotBe() throws Exception {
    Process process =
        javaUnderC(UnderAscii.class, PathGlobs.class).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals("true false", said);
  }

  private static ProcessBuilder javaUnderC(Class<?> main, Class<?> other) throws Exception {
    String classPath = home(main) + System.getProperty("path.separator") + home(other);
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                main.getName()));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  private static Path home(Class<?> of) throws Exception {
    return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
