package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        "/a/**/b/**/c/**/d /a/1/b/b/2/c/d/d/3 true",
        "/a/**/b/**/c/**/d /a/1/c/b/2/d/3 false",
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

  /** Globs that try what can be tried on {@link #hostile}, some of which have many stars. */
  private static final PathGlobs TWELVE =
      PathGlobs.parse(
          "/user/**/tmp/**/*.log, /user/**/tmp/**/tmp/**/x, /user/**/**/**/t?p/**/**/x.log,"
              + "/**/tmp/**/[!t]*p/**, /**/{tmp,tm/p}/**/{x,y/z}/*, /user*/**/tmp/*/tmp/**/z, /**.log,"
              + "/user/**/tmp*/**/tmp*/**/tmp*/**/*.l?g, /**/*/**/*/**/*/**/*/**/*q, /**t**m**p**q,"
              + "/user/**/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/tmp/q/**,"
              + "/*/**/données/**");

  private static String hostile(int length) {
    return ("/user" + "/tmp".repeat(length)).substring(0, length);
  }

  /** The least of many times, which is the one that nothing else had a part in. */
  private static long leastNanos(String path) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 60; i++) {
      long begin = System.nanoTime();
      assertFalse(TWELVE.matches(path));
      least = Math.min(least, System.nanoTime() - begin);
    }
    return least;
  }

  /** Eight times as long a path took 64 times as long with two stars, or 512 times. */
  @Test
  void matches_pathEightTimesAsLong_takesEightTimesAsLong() {
    leastNanos(hostile(8_000));
    long shorter = leastNanos(hostile(1_000));
    long longer = leastNanos(hostile(8_000));
    assertTrue(longer < 3 * 8 * shorter, longer + " ns, and " + shorter + " ns of a shorter one");
  }

  @Test
  void matches_longestPathThatHdfsAllows_takesAMillisecond() {
    leastNanos(hostile(8_000));
    long nanos = leastNanos(hostile(PathGlobs.LONGEST_PATH));
    // A fifth of it where nothing else runs.
    assertTrue(nanos < 3_000_000, nanos + " ns");
  }

  @Test
  void matches_pathThatHdfsDoesNotAllow_takesNoLonger() {
    long longest = leastNanos(hostile(PathGlobs.LONGEST_PATH));
    long longer = leastNanos(hostile(8_000_000));
    assertTrue(longer < 3 * longest, longer + " ns, and " + longest + " ns of the longest");
  }

  @Test
  void matches_pathThatHdfsDoesNotAllow_isAsTheDirectoryThatEndsBefore() {
    String below = "/x".repeat(PathGlobs.LONGEST_PATH);
    assertTrue(PathGlobs.parse("/a/**").matches("/a" + below));
    assertFalse(PathGlobs.parse("").without("/a").matches("/a" + below));
    assertFalse(PathGlobs.parse("/**/y").matches(below + "/y"));
    assertTrue(PathGlobs.parse("/").matches("/" + "y".repeat(PathGlobs.LONGEST_PATH)));
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
