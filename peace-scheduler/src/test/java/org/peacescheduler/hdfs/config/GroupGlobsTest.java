package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupGlobsTest {
  private static final GroupGlobs BUILT_IN = GroupGlobs.parse("");

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/f/{job}/chk-{n}/** /f/a/chk-7/x/1 /f/a/chk-7",
        "/f/{job}/chk-{n} /f/a/chk-7/x/1 /f/a/chk-7",
        "/f/{job}/chk-{n} /f/a/chk-7 /f/a/chk-7",
        "/f/{job}/*/{n}/** /f/a/b/7/x /f/a/*/7",
        "/f/{a,b}/{job} /f/b/x/1 /f/{a,b}/x",
        "{out:**}/tmp/{n:[0-9]*} /o/tmp/1/tmp/x2/y /o/tmp/1",
        "/a/{x:?}[bc] /a/yc/1 /a/y[bc]",
        "/backups/** /backups/1/2 /backups",
      })
  void group_globThatCoversThePath_isItsTextWithTheNames(String glob, String path, String group) {
    assertEquals(Optional.of(group), GroupGlobs.parse(glob).group(path));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/f/{job}/x /f//x",
        "/f/{job}/x /f/a/b/x",
        "/f/{job}/x /g/f/a/x",
        "/f/{job} /f",
        "/a/{x:?} /a/bc",
      })
  void group_globThatDoesNotCoverThePath_isNone(String glob, String path) {
    assertEquals(Optional.empty(), GroupGlobs.parse(glob).group(path));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/f/HASH/chk-12/2f3a /f/HASH/chk-12",
        "/f/HASH/chk-12/_metadata /f/HASH/chk-12",
        "/f/HASH/shared/2f3a /f/HASH/shared",
        "/f/HASH/taskowned/2f3a /f/HASH/taskowned",
        "/f/savepoint-ab12-34/2f3a /f/savepoint-ab12-34",
        "/q/state/0/5/.12.delta.1f-2e.tmp"
            + " /q/state/[0-9]*/**/.12.{delta,snapshot,changelog,zip}.*.tmp",
        "/q/state/1/7/left/.12.snapshot.1f-2e.tmp"
            + " /q/state/[0-9]*/**/.12.{delta,snapshot,changelog,zip}.*.tmp",
        "/q/state/0/5/SSTs/1f-2e.sst /q/state/[0-9]*/**/{SSTs,logs}",
        "/q/commits/.12.1f-2e.tmp /q/{commits,offsets}/.12.*.tmp",
        "/q/offsets/.12.1f-2e.tmp /q/{commits,offsets}/.12.*.tmp",
        "/hbase/data/default/t/HASH/.tmp/cf/1f2e /hbase/data/default/t/HASH/.tmp",
        "/o/_temporary/0/_temporary/attempt_1_0001_r_000000_0/part-r-00000 /o/_temporary/0",
        "/t/.hive-staging_hive_2024-1/-ext-10000/_temporary/0/x /t/.hive-staging_hive_2024-1",
        "/t/.spark-staging-1f-2e/day=1/_temporary/0/x /t/.spark-staging-1f-2e",
      })
  void group_pathsOfKnownWriters_areGrouped(String path, String group) {
    String hash = "0123456789abcdef".repeat(2);
    assertEquals(
        Optional.of(group.replace("HASH", hash)), BUILT_IN.group(path.replace("HASH", hash)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/data/state/06/2024/part-0",
        "/home/ann/shared/file",
        "/home/ann/.tmp/file",
        "/repo/commits/12",
        "/x/_temporary/attempt_1/part-0",
        "/hbase/WALs/host/host.123",
        "/chk-x/1"
      })
  void group_pathsOfOthers_haveNone(String path) {
    assertEquals(Optional.empty(), BUILT_IN.group(path));
  }

  @Test
  void group_severalGlobs_operatorsFirstOneCounts() {
    GroupGlobs globs = GroupGlobs.parse("/f/{any}/1/**\n/f/{job}/**, /f/{job}/chk-{n}/**");
    assertEquals(Optional.of("/f/a/1"), globs.group("/f/a/1/x"));
    assertEquals(Optional.of("/f/a"), globs.group("/f/a/chk-7/x"));
    assertEquals(Optional.of("/g/chk-7"), globs.group("/g/chk-7/x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a/{b};'a/{b}' does not start with '/', '**' or a name in braces",
        "/;'/' would make one group of all files",
        "/a/{b;no '}' near index 3",
        "/a/{};braces without a name near index 3",
        "/a/{:*};braces without a name near index 3",
      },
      quoteCharacter = '"')
  void parse_badGlob_isRefused(String glob, String problem) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> GroupGlobs.parse(glob)).getMessage();
    assertTrue(message.startsWith(problem), message);
  }

  @Test
  void group_globOfManyStars_isItsTextWithTheNames() {
    GroupGlobs globs = GroupGlobs.parse("/**/x/{a:**}/**/{b}/**/y/**");
    assertEquals(Optional.of("/**/x/2/**/3/**/y"), globs.group("/0/x/1/x/2/3/3/y/y/4"));
  }

  private static long leastNanos(GroupGlobs globs, String path) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 100; i++) {
      long begin = System.nanoTime();
      assertEquals(Optional.empty(), globs.group(path));
      least = Math.min(least, System.nanoTime() - begin);
    }
    return least;
  }

  /** It took 64 to 4,096 times as long. */
  @Test
  void group_pathEightTimesAsLong_takesEightTimesAsLong() {
    GroupGlobs globs = GroupGlobs.parse("{a:**}/x/**/y/{b:[0-9]*}/**/z/**/{c}/q");
    String path = "/x/y/1/z/chk-/shared/_temporary/".repeat(GroupGlobs.MAX_PATH / 32);
    leastNanos(globs, path);
    long shorter = leastNanos(globs, path.substring(0, GroupGlobs.MAX_PATH / 8));
    long longer = leastNanos(globs, path);
    assertTrue(longer < 3 * 8 * shorter, longer + " ns, and " + shorter + " ns of a shorter one");
    assertTrue(longer < 3_000_000, longer + " ns");
  }

  @Test
  void group_longerPath_isNone() {
    assertEquals(Optional.empty(), BUILT_IN.group("/chk-1" + "/x".repeat(GroupGlobs.MAX_PATH)));
  }

  @Provide
  Arbitrary<String> globs() {
    return Arbitraries.of("/", "a", "b", "?", "*", "**", "[ab]", "{a,b/}", "{x}", "{y:a*}")
        .list()
        .ofMaxSize(5)
        .map(parts -> "/" + String.join("", parts));
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of("/", "a", "b")
        .list()
        .ofMaxSize(8)
        .map(parts -> "/" + String.join("", parts));
  }

  @Property(tries = 5000)
  void group_anyGlobAndPath_isThereIfThePathIsCovered(
      @ForAll("globs") String glob, @ForAll("paths") String path) {
    Assume.that(!glob.equals("/"));
    assertEquals(
        covers(glob.replaceFirst("/+$", ""), path),
        GroupGlobs.parse(glob).group(path).isPresent(),
        glob + " " + path);
  }

  @Property(tries = 5000)
  void group_anyGlobAndPath_namesWhatCoversThePath(
      @ForAll("globs") String glob, @ForAll("paths") String path) {
    Assume.that(!glob.equals("/"));
    Optional<String> group = GroupGlobs.parse(glob).group(path);
    Assume.that(group.isPresent());
    assertTrue(covers(group.get(), path), glob + " " + path + " " + group);
    assertTrue(!group.get().contains("{x}") && !group.get().contains("{y"), group.get());
  }

  /** Whether a glob matches a path or what it is below, found out by trying everything. */
  private static boolean covers(String glob, String path) {
    return matches(glob, path)
        || IntStream.range(0, path.length())
            .filter(i -> path.charAt(i) == '/')
            .anyMatch(i -> matches(glob, path.substring(0, i)));
  }

  private static boolean matches(String glob, String path) {
    if (glob.isEmpty()) {
      return path.isEmpty();
    }
    if (glob.startsWith("**")) {
      return anyTail(path, path.length()).anyMatch(tail -> matches(glob.substring(2), tail));
    }
    if (glob.startsWith("*")) {
      return anyTail(path, name(path)).anyMatch(tail -> matches(glob.substring(1), tail));
    }
    if (glob.startsWith("{x}")) {
      return name(path) > 0
          && anyTail(path, name(path))
              .filter(tail -> tail.length() < path.length())
              .anyMatch(tail -> matches(glob.substring(3), tail));
    }
    if (glob.startsWith("{y:a*}")) {
      String rest = path.startsWith("a") ? path.substring(1) : "";
      return path.startsWith("a")
          && anyTail(rest, name(rest)).anyMatch(tail -> matches(glob.substring(6), tail));
    }
    if (glob.startsWith("{a,b/}")) {
      return matches("a" + glob.substring(6), path) || matches("b/" + glob.substring(6), path);
    }
    if (path.isEmpty()) {
      return false;
    }
    boolean isSet = glob.startsWith("[ab]");
    boolean isOne =
        isSet || glob.startsWith("?") ? path.charAt(0) != '/' : path.charAt(0) == glob.charAt(0);
    return isOne && matches(glob.substring(isSet ? 4 : 1), path.substring(1));
  }

  /** What may be left of a path if so many characters of it at most are taken away. */
  private static Stream<String> anyTail(String path, int most) {
    return IntStream.rangeClosed(0, most).mapToObj(path::substring);
  }

  private static int name(String path) {
    int slash = path.indexOf('/');
    return slash < 0 ? path.length() : slash;
  }
}
