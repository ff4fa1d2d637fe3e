package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '"',
      value = {
        "/[a-c] /b true",
        "/[a-c] /d false",
        "/[!a-c] /d true",
        "/[!a-c] /b false",
        "/a[!b]c /a/c false",
        "/a[+-a]c /a/c false",
        "/[a-] /- true",
        "/[-a] /- true",
        "/[*?\\] /\\ true",
        "/[*?\\] /x false",
        "/[&&x] /& true",
        "/[^a] /^ true",
        "/[😀-😎] /😃 true",
        "/[😀-😎] /😯 false",
        "/?x /😃x true",
        "/\\*\\{ /*{ true",
        "/\\*\\{ /x{ false",
        "/a.b /axb false",
        "/(a|b)+$^ /(a|b)+$^ true",
        "/a{,.b}} /a.b} true",
        "/{a,b/c}/d /b/c/d true",
        "/a,b /a,b true",
        "/a** /a/b/c true",
      })
  void compile_glob_matchesAsItSays(String glob, String path, boolean expected) {
    assertEquals(expected, Glob.compile(glob).matcher(path).matches());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ' ',
      value = {
        "/{a,{b,c}} \"braces in braces\"",
        "/{a,b \"no '}'\"",
        "/[ab \"no ']'\"",
        "/[a- \"no ']'\"",
        "/[] \"an empty set\"",
        "/[a/b] \"'/' in a set\"",
        "/[b-a] \"a range that ends before it begins\"",
        "/a\\ \"nothing after '\\'\"",
      })
  void compile_wrongGlob_saysWhatIsWrong(String glob, String problem) {
    PatternSyntaxException e = assertThrows(PatternSyntaxException.class, () -> Glob.compile(glob));
    assertEquals(problem, e.getDescription());
    assertEquals(glob, e.getPattern());
  }

  @Provide
  Arbitrary<String> globs() {
    return Arbitraries.of(
            "a", "b", "/", "*", "**", "?", "[", "]", "!", "-", "{", "}", ",", "\\", "&", ".", "[a]",
            "[!a]", "[a-b]", "{a,b}", "{a/b,*}", "(", "$", "+", "|")
        .list()
        .ofMaxSize(8)
        .map(parts -> "/" + String.join("", parts));
  }

  @Provide
  Arbitrary<List<String>> paths() {
    return Arbitraries.of("a", "b", "/", "-", ".", ",", "]", "}", "&", "[", "!", "$", "+")
        .list()
        .ofMaxSize(5)
        // As a Path is: neither empty names nor a separator at the end.
        .map(parts -> Path.of("/" + String.join("", parts)).toString())
        .list()
        .ofSize(20);
  }

  /** Java's own takes an empty set for the beginning of a longer one, or not, as it comes. */
  @Property
  void compile_whatJavaTakes_matchesTheSame(
      @ForAll("globs") String glob, @ForAll("paths") List<String> paths) {
    Assume.that(!glob.contains("[]") && !glob.contains("[!]"));
    Optional<PathMatcher> expected = java(glob);
    Assume.that(expected.isPresent());
    for (String path : paths) {
      assertEquals(
          expected.get().matches(Path.of(path)), Glob.compile(glob).matcher(path).matches(), path);
    }
  }

  private static Optional<PathMatcher> java(String glob) {
    try {
      return Optional.of(FileSystems.getDefault().getPathMatcher("glob:" + glob));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }
}
