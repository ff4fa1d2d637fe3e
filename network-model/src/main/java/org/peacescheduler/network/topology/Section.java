package org.peacescheduler.network.topology;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One mapping of the document, its keys checked against the known ones.
 *
 * <p>Example: in {@code {name: tor1, rak: /r}} the key {@code rak} is reported, with {@code rack}
 * as the remedy, and its value is read as that of {@code rack}, so that what is wrong with the
 * value is reported at the same time and nothing is reported as missing.
 *
 * <p>Confined to one call of {@link TopologyReader}.
 */
public final class Section {

  /** Keys of a document that hold what is merged elsewhere, and are not read themselves. */
  private static final String NOT_READ = "x-";

  private final Place place;
  private final Problems problems;
  private final Map<String, Place> values = new HashMap<>();
  private final Map<String, Place> guesses = new HashMap<>();
  private final Set<String> repeated = new HashSet<>();

  private Section(Place place, Problems problems) {
    this.place = place;
    this.problems = problems;
  }

  /**
   * Reads a mapping and reports keys that are unknown or come twice.
   *
   * @param example what to write if the place holds no mapping
   */
  public static Optional<Section> read(
      Place place, List<String> known, String example, Problems problems) {
    if (place.kind() != Place.Kind.MAPPING) {
      problems.addWrongType(place, Place.MAPPING, example);
      return Optional.empty();
    }
    Section section = new Section(place, problems);
    MappingNode mapping = (MappingNode) place.node();
    Node before = mapping;
    for (NodeTuple entry : mapping.getValue()) {
      if (!MergeKeys.isMerge(entry) && !section.isRestOfNumber(before, entry, known)) {
        section.readKey(entry.getKeyNode(), entry.getValueNode(), known);
      }
      before = entry.getValueNode();
    }
    section.readMerged(MergeKeys.of(mapping), known);
    return Optional.of(section);
  }

  /** Returns the value of this key, or of an unknown key that probably means this one. */
  public Optional<Place> get(String key) {
    return Optional.ofNullable(values.getOrDefault(key, guesses.get(key)));
  }

  /** Returns whether this key comes more than once; only the first value is read. */
  boolean isRepeated(String key) {
    return repeated.contains(key);
  }

  /** Returns the value, or reports that it is missing. The example is what to add. */
  public Optional<Place> require(String key, String example) {
    Optional<Place> value = get(key);
    if (value.isEmpty()) {
      problems.add(
          ProblemCode.MISSING_KEY,
          place,
          "required key '" + key + "' is missing.",
          "Maybe add '" + example + "'.");
    }
    return value;
  }

  /** What is merged from a mapping that is read itself, too, is reported once, there. */
  private void readMerged(MergeKeys.Merged merged, List<String> known) {
    for (NodeTuple entry : merged.entries()) {
      readKey(entry.getKeyNode(), entry.getValueNode(), known);
    }
    for (Node value : merged.wrong()) {
      problems.addWrongType(
          place.at("<<", value), Place.MAPPING + " or a list of mappings", "<<: *anchor");
    }
  }

  /**
   * Reports a decimal comma in braces, where a comma ends a value: {@code {up: 1,5 Gbit/s}} has the
   * key {@code 5 Gbit/s}.
   *
   * @param before the value before this entry
   */
  private boolean isRestOfNumber(Node before, NodeTuple entry, List<String> known) {
    if (!(entry.getKeyNode() instanceof ScalarNode key)
        || !(before instanceof ScalarNode whole)
        || !key.getValue().matches("[0-9]{1,9} ?[A-Za-z].*")
        || !whole.getValue().matches("[0-9]{1,9}")
        || known.contains(key.getValue())
        || place.at(key.getValue(), entry.getValueNode()).kind() != Place.Kind.NOTHING) {
      return false;
    }
    String written = whole.getValue() + "," + key.getValue();
    problems.add(
        ProblemCode.UNKNOWN_KEY,
        place.at(key.getValue(), key),
        "the comma in " + Text.quote(written) + " ends the value before it.",
        Bandwidth.remedy(written));
    return true;
  }

  private void readKey(Node keyNode, Node value, List<String> known) {
    if (!(keyNode instanceof ScalarNode scalar)) {
      Place keyPlace = new Place(keyNode, place.path());
      problems.add(
          ProblemCode.WRONG_TYPE,
          keyPlace,
          "a key must be text, found " + keyPlace.describe() + ".",
          "Maybe a host pattern or a name needs quotes; " + knownKeys(known) + ".");
      return;
    }
    String key = scalar.getValue();
    Place keyPlace = place.at(key, keyNode);
    if (place.path().isEmpty() && key.startsWith(NOT_READ)) {
      return;
    }
    if (!known.contains(key)) {
      Optional<String> meant = Text.nearest(key, known);
      meant.ifPresent(word -> guesses.putIfAbsent(word, place.at(key, value)));
      problems.add(
          ProblemCode.UNKNOWN_KEY,
          keyPlace,
          "key " + Text.quote(key) + " is not known.",
          meant.map(word -> "Maybe use '" + word + "'").orElse("Maybe remove it")
              + "; "
              + knownKeys(known)
              + ".");
      return;
    }
    Place first = values.putIfAbsent(key, place.at(key, value));
    if (first != null) {
      repeated.add(key);
      problems.add(
          ProblemCode.DUPLICATE_KEY,
          keyPlace,
          "key " + Text.quote(key) + " is already set in line " + first.line() + ".",
          value instanceof SequenceNode
              ? "Maybe put the entries of both under the first one."
              : "Maybe remove one of the two.");
    }
  }

  private static String knownKeys(Collection<String> known) {
    StringBuilder text = new StringBuilder("known here");
    text.append(known.size() == 1 ? " is " : " are ");
    String separator = "";
    for (String key : known) {
      text.append(separator).append('\'').append(key).append('\'');
      separator = ", ";
    }
    return text.toString();
  }
}
