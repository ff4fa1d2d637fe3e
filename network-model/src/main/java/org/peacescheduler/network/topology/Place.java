package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A node of the document together with the way to it, for example {@code links[3].between[1]}.
 *
 * <p>An aliased node is one node with several ways to it: the line is its anchor's, the path is
 * that of the alias. Immutable as long as nobody changes the node.
 */
public record Place(Node node, String path) {

  /** What a message calls a text. */
  public static final String TEXT = "text";

  /** What a message calls a list. */
  public static final String LIST = "a list";

  /** What a message calls a mapping. */
  public static final String MAPPING = "a mapping";

  /** What a node is, by YAML's JSON schema. */
  public enum Kind {
    MAPPING,
    LIST,
    TEXT,
    INTEGER,
    FRACTION,
    BOOLEAN,
    NOTHING,
    TAGGED;

    boolean isScalarButNotText() {
      return this == INTEGER || this == FRACTION || this == BOOLEAN;
    }
  }

  /** Returns what it is. */
  public Kind kind() {
    Tag tag = node.getTag();
    if (node instanceof MappingNode) {
      return tag.equals(Tag.MAP) ? Kind.MAPPING : Kind.TAGGED;
    }
    if (node instanceof SequenceNode) {
      return tag.equals(Tag.SEQ) ? Kind.LIST : Kind.TAGGED;
    }
    if (tag.equals(Tag.STR)) {
      return Kind.TEXT;
    }
    if (tag.equals(Tag.INT)) {
      return Kind.INTEGER;
    }
    if (tag.equals(Tag.FLOAT)) {
      return Kind.FRACTION;
    }
    if (tag.equals(Tag.BOOL)) {
      return Kind.BOOLEAN;
    }
    return tag.equals(Tag.NULL) ? Kind.NOTHING : Kind.TAGGED;
  }

  /** Returns what an operator would call this value, for example {@code the number 2.5}. */
  public String describe() {
    return switch (kind()) {
      case MAPPING -> MAPPING;
      case LIST -> LIST;
      case TEXT -> "the text " + Text.quote(scalar());
      case INTEGER, FRACTION -> "the number " + Text.shorten(scalar());
      case BOOLEAN -> "the value " + Text.shorten(scalar());
      case NOTHING -> "nothing";
      case TAGGED -> "a value tagged " + Text.quote(node.getTag().getValue());
    };
  }

  /** Returns the text of a scalar as it was written, without quotes; of other nodes, nothing. */
  public String scalar() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  /** Returns its line, from 1. */
  public int line() {
    return node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
  }

  int column() {
    return node.getStartMark().map(Mark::getColumn).orElse(-1) + 1;
  }

  /** Returns the place of a value, or of the key itself, in this mapping. */
  Place at(String key, Node child) {
    String shown = Text.shorten(key);
    return new Place(child, path.isEmpty() ? shown : path + "." + shown);
  }

  /** Returns the value of a key of this mapping, whatever else is in it. */
  Optional<Place> value(String key) {
    if (!(node instanceof MappingNode mapping)) {
      return Optional.empty();
    }
    return Stream.of(mapping.getValue(), MergeKeys.of(mapping).entries())
        .flatMap(List::stream)
        .filter(
            entry ->
                entry.getKeyNode() instanceof ScalarNode scalar && scalar.getValue().equals(key))
        .findFirst()
        .map(entry -> at(key, entry.getValueNode()));
  }

  /** Returns the places of this list's entries; none if this is no list. */
  public List<Place> entries() {
    List<Place> entries = new ArrayList<>();
    if (node instanceof SequenceNode list) {
      for (Node child : list.getValue()) {
        entries.add(new Place(child, path + "[" + entries.size() + "]"));
      }
    }
    return entries;
  }
}
