package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Collects what is wrong with one file, so that an operator mends it in one go.
 *
 * <p>Goals, in order: nothing is lost; the order is the file's; a file that is wrong everywhere
 * does not fill the log. Hence only the first {@value #MAX_KEPT} problems are kept and the others
 * are counted.
 *
 * <p>Confined to one call of {@link TopologyReader}.
 */
public final class Problems {

  static final int MAX_KEPT = 1000;

  private static final Comparator<Problem> FILE_ORDER =
      Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

  private final String file;
  private final DocumentKind kind;
  private final List<Problem> kept = new ArrayList<>();

  /** What is aliased or merged is read in several places, and is one problem. */
  private final Set<At> there = new HashSet<>();

  private final List<Problem> warnings = new ArrayList<>();
  private int notKept;

  private record At(int line, int column, String message) {}

  Problems(String file) {
    this(file, DocumentKind.TOPOLOGY);
  }

  /** Of a file of this kind, as it was named by the caller. */
  public Problems(String file, DocumentKind kind) {
    this.file = file;
    this.kind = kind;
  }

  /** Returns what kind of file this is about. */
  DocumentKind kind() {
    return kind;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Adds a problem of the file as a whole. */
  void add(ProblemCode code, String message, String remedy) {
    add(code, 0, 0, "", message, remedy);
  }

  /** Adds a problem that any YAML file can have. */
  public void add(ProblemCode code, Place place, String message, String remedy) {
    add(code, place.line(), place.column(), place.path(), message, remedy);
  }

  /** Adds a problem that only a list of requests can have. */
  void add(RequestCode code, Place place, String message, String remedy) {
    add(code.number(), place.line(), place.column(), place.path(), message, remedy);
  }

  /** Adds a problem that only files of one kind can have; the number is that kind's own. */
  public void add(int number, Place place, String message, String remedy) {
    add(number, place.line(), place.column(), place.path(), message, remedy);
  }

  void add(ProblemCode code, Mark mark, String message, String remedy) {
    add(code, mark.getLine() + 1, mark.getColumn() + 1, "", message, remedy);
  }

  void add(ProblemCode code, int line, int column, String path, String message, String remedy) {
    add(code.number(), line, column, path, message, remedy);
  }

  private void add(int number, int line, int column, String path, String message, String remedy) {
    if (kept.size() == MAX_KEPT) {
      notKept++;
    } else if (line == 0 || there.add(new At(line, column, message))) {
      kept.add(new Problem(kind.code(number), file, line, column, path, message, remedy));
    }
  }

  /** Adds what an operator hardly meant; the file can be used all the same. */
  void warn(WarningCode code, Place place, String message, String remedy) {
    if (warnings.size() < MAX_KEPT) {
      warnings.add(
          new Problem(
              kind.code(code.number()),
              file,
              place.line(),
              place.column(),
              place.path(),
              message,
              remedy));
    }
  }

  /** Returns the first {@value #MAX_KEPT} warnings in the order of the file. */
  List<Problem> warnings() {
    return warnings.stream().sorted(FILE_ORDER).toList();
  }

  /**
   * Reports a value of the wrong type.
   *
   * @param expected for example {@code a list}
   * @param example what to write instead
   */
  public void addWrongType(Place place, String expected, String example) {
    boolean onlyQuotesMissing = expected.equals(Place.TEXT) && place.kind().isScalarButNotText();
    String remedy =
        onlyQuotesMissing
            ? "Maybe put it in quotes: \"" + Text.shorten(place.scalar()) + "\"."
            : "Maybe write " + example + ".";
    String message = expected + " is expected, found " + place.describe() + ".";
    add(ProblemCode.WRONG_TYPE, place, message, remedy);
  }

  /** Returns the exception that carries all problems; at least one must have been added. */
  TopologyException toException() {
    return new TopologyException(sorted());
  }

  /** Returns all problems in the order of the file. */
  public List<Problem> sorted() {
    List<Problem> sorted = new ArrayList<>(kept);
    sorted.sort(FILE_ORDER);
    if (notKept > 0) {
      String message = notKept + " more problems are not shown.";
      String remedy = "Mend these first, then check the file again.";
      sorted.add(
          new Problem(
              kind.code(ProblemCode.TOO_MANY_PROBLEMS.number()), file, 0, 0, "", message, remedy));
    }
    return sorted;
  }
}
