package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peacescheduler.network.topology.Bandwidth;
import org.peacescheduler.network.topology.Place;
import org.peacescheduler.network.topology.ProblemCode;
import org.peacescheduler.network.topology.Problems;
import org.peacescheduler.network.topology.Section;
import org.peacescheduler.network.topology.Text;

/**
 * Reads the values of one section; what is wrong with one is reported, and the standard value taken
 * for it. Confined to one call of {@link ScenarioReader}.
 */
final class Values {
  private static final Pattern SIZE =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?) {0,4}(B|kB|KB|MB|GB|KiB|MiB|GiB)");

  private static final Map<String, Double> UNITS =
      Map.of(
          "B", 1.0,
          "kB", 1e3,
          "KB", 1e3,
          "MB", 1e6,
          "GB", 1e9,
          "KiB", 1024.0,
          "MiB", 1048576.0,
          "GiB", 1073741824.0);

  private static final int MOST_DIGITS = 18;

  private final Section section;
  private final Problems problems;

  Values(Section section, Problems problems) {
    this.section = section;
    this.problems = problems;
  }

  Optional<Place> get(String key) {
    return section.get(key);
  }

  /** A whole number between 1 and the most. */
  int count(String key, int standard, int most) {
    return section.get(key).map(place -> count(place, standard, most)).orElse(standard);
  }

  private int count(Place place, int standard, int most) {
    if (place.kind() != Place.Kind.INTEGER) {
      problems.addWrongType(place, "a whole number", String.valueOf(standard));
      return standard;
    }
    return (int) number(place, standard, 1, most);
  }

  /** A number in a range. */
  double number(String key, double standard, double least, double most) {
    return section.get(key).map(place -> number(place, standard, least, most)).orElse(standard);
  }

  /** A number in a range. */
  double number(Place place, double standard, double least, double most) {
    if (place.kind() != Place.Kind.INTEGER && place.kind() != Place.Kind.FRACTION) {
      problems.addWrongType(place, "a number", shown(standard));
      return standard;
    }
    String text = place.scalar();
    double value =
        text.length() <= MOST_DIGITS && text.matches("[-+]?[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?")
            ? Double.parseDouble(text)
            : Double.NaN;
    if (!(value >= least && value <= most)) {
      problems.add(
          ScenarioCode.OUT_OF_RANGE.number(),
          place,
          "the number %s is not between %s and %s."
              .formatted(Text.shorten(text), shown(least), shown(most)),
          "Maybe write " + shown(standard) + ".");
      return standard;
    }
    return value;
  }

  private static String shown(double number) {
    return number == Math.rint(number)
        ? String.valueOf((long) number)
        : String.format(Locale.ROOT, "%s", number);
  }

  /** Yes or no; no where nothing is said. */
  boolean flag(String key) {
    return flag(key, false);
  }

  /** Yes or no. */
  boolean flag(String key, boolean standard) {
    Optional<Place> place = section.get(key);
    if (place.isEmpty()) {
      return standard;
    }
    if (place.get().kind() != Place.Kind.BOOLEAN) {
      problems.addWrongType(place.get(), "true or false", "true");
      return standard;
    }
    return place.get().scalar().equalsIgnoreCase("true");
  }

  /** A text. */
  Optional<String> text(String key, String example) {
    Optional<Place> place = section.get(key);
    if (place.isPresent() && place.get().kind() != Place.Kind.TEXT) {
      problems.addWrongType(place.get(), Place.TEXT, example);
      return Optional.empty();
    }
    return place.map(Place::scalar);
  }

  /** A rate in bytes/s. */
  OptionalDouble rate(String key) {
    Optional<Place> place = section.get(key);
    if (place.isEmpty()) {
      return OptionalDouble.empty();
    }
    String text = place.get().scalar();
    Optional<Bandwidth> rate =
        place.get().kind() == Place.Kind.TEXT ? Bandwidth.parse(text) : Optional.empty();
    if (rate.isEmpty() || rate.get().isZero()) {
      problems.add(
          ProblemCode.BAD_BANDWIDTH,
          place.get(),
          rate.isEmpty()
              ? Text.quote(text) + " is not a bandwidth."
              : Text.quote(text) + " carries nothing.",
          Bandwidth.remedy(text));
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(rate.get().bytesPerSecond());
  }

  /** A size in bytes, at least 1. */
  OptionalDouble size(String key) {
    Optional<Place> place = section.get(key);
    return place.isEmpty() ? OptionalDouble.empty() : size(place.get());
  }

  private OptionalDouble size(Place place) {
    Matcher matcher = SIZE.matcher(place.scalar());
    if (place.kind() == Place.Kind.TEXT && matcher.matches()) {
      double bytes = Math.rint(Double.parseDouble(matcher.group(1)) * UNITS.get(matcher.group(2)));
      if (bytes >= 1) {
        return OptionalDouble.of(bytes);
      }
    }
    problems.add(
        ScenarioCode.BAD_SIZE.number(),
        place,
        place.describe() + " is not a size.",
        "Maybe write it like '1 MiB', '512 KiB' or '128 MB'.");
    return OptionalDouble.empty();
  }

  /** One whole number, or a list of them. */
  List<Integer> counts(String key, int most) {
    List<Integer> counts = new ArrayList<>();
    section
        .get(key)
        .ifPresent(
            place -> {
              List<Place> each = place.kind() == Place.Kind.LIST ? place.entries() : List.of(place);
              each.forEach(entry -> counts.add(count(entry, 1, most)));
              if (each.isEmpty()) {
                problems.add(ProblemCode.EMPTY_LIST, place, "the list is empty.", "Maybe write 1.");
              }
            });
    return counts;
  }
}
