package org.peacescheduler.network.topology;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads capacities: whole chunks per timestep, or a bandwidth divided by {@code streamRate}.
 * Without one, that is the bandwidth of the slowest server's link.
 *
 * <p>Example, with {@code streamRate: 60 MB/s}: {@code 3} is 3 chunks, {@code 1 Gbit/s} is 2,
 * {@code 100 Mbit/s} is a problem, because no chunk fits.
 *
 * <p>Confined to one call of {@link TopologyReader}.
 */
final class CapacityReader {

  private static final String EXAMPLES =
      "a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s";
  private static final String CHUNKS = "Maybe write " + EXAMPLES + ".";

  /** Speeds of links in Mbit/s, as Linux has them in /sys; too many for chunks at a time. */
  private static final Set<String> SPEEDS =
      Set.of(
          "1000", "2500", "5000", "10000", "20000", "25000", "40000", "50000", "56000", "100000",
          "200000", "400000", "800000");

  /** What Linux has there while no cable is in the device: -1, with or without its sign. */
  private static final Set<String> UNKNOWN_SPEEDS = Set.of("-1", "4294967295");

  private static final Pattern WITH_WORD =
      Pattern.compile("(?<chunks>[1-9][0-9]{0,5}) ?(?:chunks?|streams?|blocks?)");

  /** A bandwidth whose point may be one between thousands. */
  private static final Pattern THOUSANDS =
      Pattern.compile("(?<whole>[1-9][0-9]{0,2})\\.000(?<unit>[^0-9].*)");

  private static final BigDecimal MAX = BigDecimal.valueOf(Capacity.MAX_CHUNKS);

  private final Problems problems;
  private final Optional<Place> streamRatePlace;
  private final Optional<Bandwidth> streamRate;
  private Optional<TopologyFile.Unit> firstUnit = Optional.empty();
  private Place firstWithoutRate;
  private int moreWithoutRate;

  CapacityReader(Section document, Problems problems) {
    this.problems = problems;
    this.streamRatePlace = document.get("streamRate");
    this.streamRate =
        streamRatePlace.isPresent()
            ? streamRatePlace.flatMap(this::readStreamRate)
            : slowestServerLink(document);
  }

  /** Returns whether the file says what one pipeline hop takes. */
  boolean isStreamRateTold() {
    return streamRatePlace.isPresent();
  }

  /** What is wrong with these places is reported when they are read. */
  private static Optional<Bandwidth> slowestServerLink(Section document) {
    Stream<Place> defaults =
        document.get("defaults").flatMap(place -> place.value("server")).stream();
    Stream<Place> servers = document.get("servers").stream().flatMap(at -> at.entries().stream());
    return Stream.concat(defaults, servers)
        .flatMap(place -> Stream.of(place.value("up"), place.value("down")))
        .flatMap(Optional::stream)
        .filter(place -> place.kind() == Place.Kind.TEXT)
        .flatMap(place -> Bandwidth.parse(place.scalar()).stream())
        .filter(rate -> !rate.isZero())
        .min(Comparator.comparing(Bandwidth::bitsPerSecond));
  }

  /** Returns what one pipeline hop takes, if the file says so. */
  OptionalDouble streamBytesPerSecond() {
    return streamRate.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(streamRate.get().bytesPerSecond());
  }

  /** Returns the capacity, or reports what is wrong with it. */
  Optional<Capacity> read(Place place) {
    return switch (place.kind()) {
      case INTEGER -> readChunks(place);
      case TEXT -> readBandwidth(place).flatMap(rate -> divide(rate, place));
      case FRACTION -> {
        String message = Text.shorten(place.scalar()) + " is not a whole number of chunks.";
        problems.add(
            ProblemCode.BAD_CAPACITY, place, message, remedyOfNumber(place.scalar(), CHUNKS));
        yield Optional.empty();
      }
      default -> {
        problems.addWrongType(place, "a capacity", EXAMPLES);
        yield Optional.empty();
      }
    };
  }

  /** In what the first bandwidth that was read is given. */
  TopologyFile.Unit unit() {
    return firstUnit.orElse(TopologyFile.Unit.CHUNKS);
  }

  /** Reports bandwidths that had no rate to be divided by: one mistake, so one problem. */
  void finish() {
    if (firstWithoutRate == null) {
      return;
    }
    String others = moreWithoutRate == 0 ? "" : ", and " + moreWithoutRate + " more are";
    problems.add(
        ProblemCode.NO_STREAM_RATE,
        firstWithoutRate,
        Text.quote(firstWithoutRate.scalar())
            + " is a bandwidth"
            + others
            + ", but 'streamRate' is missing.",
        "Maybe add 'streamRate: 60 MB/s', what one pipeline hop takes, or write the servers' links"
            + " as bandwidths, too.");
  }

  private Optional<Bandwidth> readStreamRate(Place place) {
    if (place.kind() != Place.Kind.TEXT) {
      problems.addWrongType(place, "a bandwidth", "one with its unit such as 60 MB/s");
      return Optional.empty();
    }
    return readBandwidth(place);
  }

  private Optional<Capacity> readChunks(Place place) {
    String digits = place.scalar();
    if (!digits.matches("-?[0-9]+")) {
      badCapacity(place, Text.quote(digits) + " is not a whole number of chunks.");
      return Optional.empty();
    }
    if (UNKNOWN_SPEEDS.contains(digits)) {
      problems.add(
          ProblemCode.BAD_CAPACITY,
          place,
          digits + " is what a device says that does not know its speed.",
          Bandwidth.OF_NO_LINK);
      return Optional.empty();
    }
    if (digits.matches("-.*|0+")) {
      badCapacity(place, Text.shorten(digits) + " chunks per timestep is less than 1.");
      return Optional.empty();
    }
    // JSON's integers have no leading zeros, so the length tells the magnitude.
    if (digits.length() > 9 || Integer.parseInt(digits) > Capacity.MAX_CHUNKS) {
      problems.add(
          ProblemCode.ABSURD_CAPACITY,
          place,
          Text.shorten(digits) + " chunks per timestep is more than " + Capacity.MAX_CHUNKS + ".",
          remedyOfNumber(
              digits, "Maybe a bandwidth is meant; write it with its unit such as 1 Gbit/s."));
      return Optional.empty();
    }
    if (SPEEDS.contains(digits)) {
      String megabits = "'" + digits + " Mbit/s'";
      problems.warn(
          WarningCode.NUMBER_LIKE_SPEED,
          place,
          digits
              + " is taken for chunks at a time, but it is what a device says that carries "
              + digits
              + " Mbit/s.",
          "Maybe write " + megabits + ".");
    }
    return Optional.of(new Capacity(Integer.parseInt(digits)));
  }

  /** Devices report speeds in bits per second, without a unit. */
  private static String remedyOfNumber(String number, String otherwise) {
    return BandwidthGuess.ofBase(number).map(BandwidthGuess::remedy).orElse(otherwise);
  }

  private Optional<Bandwidth> readBandwidth(Place place) {
    String text = place.scalar();
    Optional<Bandwidth> rate = Bandwidth.parse(text);
    if (rate.isEmpty()) {
      problems.add(
          ProblemCode.BAD_BANDWIDTH,
          place,
          Text.quote(text) + " is not a bandwidth.",
          remedy(text));
    } else if (rate.get().isZero()) {
      problems.add(
          ProblemCode.BAD_BANDWIDTH,
          place,
          Text.quote(text) + " carries nothing.",
          Bandwidth.EXAMPLES);
      return Optional.empty();
    } else {
      warnOfThousands(text, place);
    }
    return rate;
  }

  private void warnOfThousands(String text, Place place) {
    Matcher matcher = THOUSANDS.matcher(text);
    if (matcher.matches()) {
      String whole = matcher.group("whole");
      String unit = matcher.group("unit").strip();
      problems.warn(
          WarningCode.POINT_BEFORE_THOUSANDS,
          place,
          "%s is taken for %s %s, not for a thousand times as much."
              .formatted(Text.quote(text), whole, unit),
          "Maybe write '%1$s %2$s', or '%1$s000 %2$s'.".formatted(whole, unit));
    }
  }

  private static String remedy(String text) {
    Matcher word = WITH_WORD.matcher(text);
    if (word.matches()) {
      return "Maybe write " + word.group("chunks") + ", the number alone.";
    }
    return DecimalText.of(text)
        .map(number -> remedyWithoutUnit(text, number))
        .orElseGet(() -> Bandwidth.remedy(text));
  }

  private static String remedyWithoutUnit(String text, DecimalText number) {
    String plain = DecimalText.plain(number.value());
    return text.matches("0[0-9]+")
        ? "Maybe write %1$s for chunks, without the 0 before it, or add a unit such as '%1$s Mbit/s'."
            .formatted(plain)
        : "Maybe add a unit such as '%s Mbit/s', or write chunks as a number without quotes."
            .formatted(number.text());
  }

  private Optional<Capacity> divide(Bandwidth rate, Place place) {
    firstUnit = firstUnit.or(() -> Optional.of(unitOf(rate)));
    if (streamRate.isEmpty()) {
      // A rate that is there but wrong has been reported already.
      if (streamRatePlace.isEmpty()) {
        if (firstWithoutRate == null) {
          firstWithoutRate = place;
        } else {
          moreWithoutRate++;
        }
      }
      return Optional.empty();
    }
    String stream = Text.quote(streamRate.get().text());
    BigDecimal chunks = rate.streams(streamRate.get());
    if (chunks.signum() == 0 && !isStreamRateTold()) {
      chunks = BigDecimal.ONE;
    }
    if (chunks.signum() == 0) {
      problems.add(
          ProblemCode.LESS_THAN_ONE_CHUNK,
          place,
          Text.quote(rate.text())
              + " is less than the streamRate of "
              + stream
              + ", so it carries no chunk.",
          "Maybe lower 'streamRate' in line "
              + streamRatePlace.orElseThrow().line()
              + ", or raise this capacity.");
      return Optional.empty();
    }
    if (chunks.compareTo(MAX) > 0) {
      problems.add(
          ProblemCode.ABSURD_CAPACITY,
          place,
          String.format(
              Locale.ROOT,
              "%s at a streamRate of %s is %s chunks per timestep, more than %d.",
              Text.quote(rate.text()),
              stream,
              chunks.toPlainString(),
              Capacity.MAX_CHUNKS),
          isStreamRateTold()
              ? "Maybe a unit is wrong here or in line "
                  + streamRatePlace.orElseThrow().line()
                  + "."
              : "Maybe a unit is wrong here, or in a server's bandwidth.");
      return Optional.empty();
    }
    return Optional.of(
        new Capacity(
            chunks.intValueExact(),
            OptionalDouble.of(rate.bytesPerSecond() / streamRate.get().bytesPerSecond())));
  }

  private static TopologyFile.Unit unitOf(Bandwidth rate) {
    return rate.isInBytes() ? TopologyFile.Unit.BYTES : TopologyFile.Unit.BITS;
  }

  private void badCapacity(Place place, String message) {
    problems.add(ProblemCode.BAD_CAPACITY, place, message, CHUNKS);
  }
}
