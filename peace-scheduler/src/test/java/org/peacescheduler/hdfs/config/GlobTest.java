package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
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
  void exactly_glob_matchesAsItSays(String glob, String path, boolean expected) {
    assertEquals(expected, Glob.exactly(glob).matches(path));
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
  void exactly_wrongGlob_saysWhatIsWrong(String glob, String problem) {
    PatternSyntaxException e = assertThrows(PatternSyntaxException.class, () -> Glob.exactly(glob));
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
  void exactly_whatJavaTakes_matchesTheSame(
      @ForAll("globs") String glob, @ForAll("paths") List<String> paths) {
    Assume.that(!glob.contains("[]") && !glob.contains("[!]"));
    Optional<PathMatcher> expected = java(glob);
    Assume.that(expected.isPresent());
    for (String path : paths) {
      assertEquals(expected.get().matches(Path.of(path)), Glob.exactly(glob).matches(path), path);
    }
  }

  private static Optional<PathMatcher> java(String glob) {
    try {
      return Optional.of(FileSystems.getDefault().getPathMatcher("glob:" + glob));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** A piece of a glob, what it is as a regular expression, and some that it matches. */
  private record Piece(String glob, String regex, List<String> samples) {
    boolean isStar() {
      return glob.startsWith("*");
    }
  }

  /** A glob of some pieces, and a path, which it may match. */
  private record Case(List<Piece> pieces, String path) {
    String glob() {
      return pieces.stream().map(Piece::glob).collect(Collectors.joining());
    }

    boolean starsMeet() {
      return IntStream.range(1, pieces.size())
          .anyMatch(i -> pieces.get(i - 1).isStar() && pieces.get(i).isStar());
    }

    /** What Java's own regular expressions, which try one way after the other, make of it. */
    Optional<String> named() {
      String regex = pieces.stream().map(Piece::regex).collect(Collectors.joining());
      Matcher matcher = Pattern.compile(regex + "(?:/.*)?", Pattern.DOTALL).matcher(path);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      StringBuilder text = new StringBuilder();
      int group = 0;
      for (Piece piece : pieces) {
        text.append(piece.regex().startsWith("((") ? matcher.group(++group) : piece.glob());
      }
      return Optional.of(text.toString());
    }
  }

  private static final List<Piece> PIECES =
      List.of(
          new Piece("/", "/", List.of("/")),
          new Piece("a", "a", List.of("a")),
          new Piece("\u6570", "\u6570", List.of("\u6570")),
          new Piece("?", "[^/]", List.of("a", "\u6570", "\ud83d\ude03")),
          new Piece("*", "[^/]*", List.of("", "a", "ab", "\u6570a")),
          new Piece("**", ".*", List.of("", "a", "/a", "a/b/a")),
          new Piece("[!b]", "[^b/]", List.of("a", "\u6570")),
          new Piece("{a,b/,}", "(?:a|b/|)", List.of("a", "b/", "")),
          new Piece("{*b,a?}", "(?:[^/]*b|a[^/])", List.of("b", "ab", "aa")),
          new Piece("ab".repeat(20), "ab".repeat(20), List.of("ab".repeat(20))),
          new Piece("{v}", "((?:)[^/]+)", List.of("a", "ab", "\u6570")),
          new Piece("{w:a*}", "((?:)a[^/]*)", List.of("a", "aa")),
          new Piece("{x:**}", "((?:).*)", List.of("", "a", "a/b")),
          new Piece("{y:*/**[ab]}", "((?:)[^/]*/.*[ab])", List.of("/a", "b/a/b")));

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<Piece> piece = Arbitraries.of(PIECES);
    Arbitrary<Integer> chance = Arbitraries.integers().between(0, 60);
    return Combinators.combine(piece.list().ofMaxSize(9), chance.list().ofSize(10))
        .as(GlobTest::caseOf);
  }

  /** A path of samples of the pieces, of which one character may be missing. */
  private static Case caseOf(List<Piece> pieces, List<Integer> chances) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      List<String> samples = pieces.get(i).samples();
      path.append(samples.get(chances.get(i) % samples.size()));
    }
    int missing = chances.get(9);
    if (missing < path.length()) {
      path.deleteCharAt(missing);
    }
    return new Case(pieces, path.toString());
  }

  @Property(tries = 5000)
  void named_anyGlobAndPath_isAsTriedOneWayAfterTheOther(@ForAll("cases") Case each) {
    // Two stars that meet are one of another kind, and a slash at the end means nothing.
    Assume.that(!each.starsMeet() && !each.glob().endsWith("/"));
    assertEquals(each.named(), Glob.naming(each.glob()).named(each.path()), each::toString);
  }
}
