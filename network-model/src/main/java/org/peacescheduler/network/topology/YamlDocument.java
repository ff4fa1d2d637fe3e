package org.peacescheduler.network.topology;

import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * From text to YAML nodes that know their line and column. Stateless.
 *
 * <p>The nodes are composed, not constructed into Java objects: that keeps the lines, shows keys
 * that come twice, and never makes an object that a file asks for. What a hostile or broken file
 * can cost is bounded: depth of nesting, and number of nodes, also with every alias written out.
 */
public final class YamlDocument {

  /** A topology needs four levels. */
  static final int MAX_DEPTH = 50;

  /** About ten times what a file of 10,000 servers has with one entry for each. */
  static final int MAX_EVENTS = 2_000_000;

  private static final int MAX_LIBRARY_MESSAGE = 300;

  private YamlDocument() {}

  /** Reads a file in UTF-8: returns the root of its only document, or reports why there is none. */
  public static Optional<Place> read(Path file, Problems problems) {
    return FileText.read(file, problems).flatMap(text -> parse(text, problems));
  }

  /** As {@link #read}, of text. */
  public static Optional<Place> parse(String yaml, Problems problems) {
    return FileText.check(yaml, problems)
        .flatMap(text -> compose(text, problems))
        .map(root -> new Place(root, ""));
  }

  /** Returns the root of the only document, or reports why there is none. */
  static Optional<Node> compose(String yaml, Problems problems) {
    LoadSettings settings =
        LoadSettings.builder()
            .setCodePointLimit(Integer.MAX_VALUE)
            // The library's reader fails where a character of two chars begins at its buffer's end.
            .setBufferSize(yaml.length() + 1)
            .setMaxAliasesForCollections(MAX_EVENTS)
            .build();
    BoundedParser parser =
        new BoundedParser(new ParserImpl(settings, new StreamReader(settings, yaml)));
    try {
      return composeOnly(new Composer(settings, parser), parser, problems)
          .flatMap(root -> bounded(root, problems));
    } catch (LimitException e) {
      limit(problems, e.mark(), e.getMessage());
    } catch (MarkedYamlEngineException e) {
      Optional<Mark> mark = e.getProblemMark().or(e::getContextMark).or(parser::mark);
      syntax(problems, mark, text(e), SyntaxRemedy.of(yaml, mark, text(e)));
    } catch (YamlEngineException e) {
      String message = oneSentence(String.valueOf(e.getMessage()));
      syntax(problems, parser.mark(), message, SyntaxRemedy.GENERAL);
    } catch (IllegalArgumentException e) {
      // Some numbers in escapes and directives take the scanner by surprise.
      syntax(problems, parser.mark(), "a number is out of range", SyntaxRemedy.GENERAL);
    }
    return Optional.empty();
  }

  private static Optional<Node> composeOnly(
      Composer composer, BoundedParser parser, Problems problems) {
    Optional<Node> root = composer.hasNext() ? Optional.of(composer.next()) : Optional.empty();
    if (root.isEmpty() || new Place(root.get(), "").kind() == Place.Kind.NOTHING) {
      problems.add(
          ProblemCode.EMPTY_FILE,
          "the file holds no " + problems.kind().noun() + ".",
          "Maybe start from " + problems.kind().sample() + ".");
      return Optional.empty();
    }
    if (composer.hasNext()) {
      problems.add(
          ProblemCode.SEVERAL_DOCUMENTS,
          parser.peekEvent().getStartMark().orElseThrow(),
          "a second YAML document starts here, one is expected.",
          "Maybe remove the line '---', or move what follows to a file of its own.");
    }
    return root;
  }

  /** With every alias written out, the document must not be longer than one without aliases. */
  private static Optional<Node> bounded(Node root, Problems problems) {
    if (WrittenOut.size(root) <= MAX_EVENTS) {
      return Optional.of(root);
    }
    String bound = "with its aliases the document has more than " + MAX_EVENTS + " values";
    limit(problems, Optional.empty(), bound);
    return Optional.empty();
  }

  private static void limit(Problems problems, Optional<Mark> mark, String message) {
    add(
        problems,
        ProblemCode.DOCUMENT_LIMIT,
        mark,
        message + ".",
        "A "
            + problems.kind().noun()
            + " needs few levels and few aliases; maybe this is another file.");
  }

  private static void syntax(
      Problems problems, Optional<Mark> mark, String message, String remedy) {
    add(problems, ProblemCode.YAML_SYNTAX, mark, "this is not YAML: " + message + ".", remedy);
  }

  private static void add(
      Problems problems, ProblemCode code, Optional<Mark> mark, String message, String remedy) {
    mark.ifPresentOrElse(
        at -> problems.add(code, at, message, remedy), () -> problems.add(code, message, remedy));
  }

  private static String text(MarkedYamlEngineException e) {
    String context = e.getContext();
    return oneSentence(
        context == null || context.isBlank() ? e.getProblem() : context + ", " + e.getProblem());
  }

  private static String oneSentence(String libraryMessage) {
    String oneLine = libraryMessage.strip().replaceAll("\\s+", " ");
    String shown = Text.shorten(oneLine, MAX_LIBRARY_MESSAGE);
    return shown.endsWith(".") ? shown.substring(0, shown.length() - 1) : shown;
  }

  /** A bound was reached; carries where. */
  private static final class LimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Optional<Mark> mark;

    LimitException(String message, Optional<Mark> mark) {
      super(message);
      this.mark = mark;
    }

    Optional<Mark> mark() {
      return mark;
    }
  }

  /**
   * Passes events on, until there are too many or they are nested too deep. The composer recurses
   * into every level, so the bound must be in front of it.
   */
  private static final class BoundedParser implements Parser {

    private final Parser parser;
    private Optional<Mark> mark = Optional.empty();
    private int depth;
    private int events;

    BoundedParser(Parser parser) {
      this.parser = parser;
    }

    /** Returns where the last event was. */
    Optional<Mark> mark() {
      return mark;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
      return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
      return parser.peekEvent();
    }

    @Override
    public boolean hasNext() {
      return parser.hasNext();
    }

    @Override
    public Event next() {
      Event event = parser.next();
      mark = event.getStartMark();
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      if (depth > MAX_DEPTH) {
        throw new LimitException("the document has more than " + MAX_DEPTH + " levels", mark);
      }
      if (++events > MAX_EVENTS) {
        throw new LimitException("the document has more than " + MAX_EVENTS + " values", mark);
      }
      return event;
    }
  }
}
