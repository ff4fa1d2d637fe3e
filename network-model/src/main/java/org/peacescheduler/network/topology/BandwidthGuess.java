package org.peacescheduler.network.topology;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was probably meant by a text that is no {@link Bandwidth}. Immutable.
 *
 * <p>Goals, in order: never to name the wrong one of bits and bytes, which differ by a factor of
 * eight; to hold the operator's number, so that the remedy can be copied into the file; to know the
 * forms that tools and data sheets print.
 *
 * <p>Examples: {@code 25 Gbps}, {@code 25GbE} and {@code Up to 25 Gigabit} are 25 Gbit/s; {@code
 * 1.10 GBytes/sec} is 1.10 GB/s; {@code 10 gb/s} and {@code 10G} may be either, so both are named;
 * {@code dual 25GbE} is 25 Gbit/s or 50 Gbit/s. {@link RateWords} knows what stands around rates.
 *
 * <p>Cost: the length of the text, which is bounded.
 *
 * @param number how many of the unit; as it was written, where that is possible
 * @param unit bits or bytes
 * @param isPeak whether the text says that it is not always so much
 */
record BandwidthGuess(DecimalText number, Unit unit, boolean isPeak) {

  /** Bits and bytes, as far as the text tells them apart. */
  private enum Of {
    BITS,
    BYTES,
    EITHER
  }

  /**
   * A unit of data; that it is per second is understood.
   *
   * @param of what
   * @param prefix k, M, G, T, or none
   * @param isBinary whether the prefix counts by 1024
   */
  private record Unit(Of of, String prefix, boolean isBinary) {}

  private static final int MOST_DIGITS = 18;

  /** A number with a unit behind it; words may stand before, but no sign and no other number. */
  private static final Pattern RATE =
      Pattern.compile(
          "(?<before>[\\p{L} ~≈<=≤:+(.]*?)(?<!\\p{L})(?:(?<factor>[1-9][0-9]?) ?[x×*]"
              + " ?)?(?<number>(?=[.,]?[0-9])"
              + DecimalText.FORM
              + ")[ -]?(?<unit>\\p{L}+)(?<after>.*)");

  private static final Pattern PEAK = Pattern.compile("(?i)\\b(up to|max|peak|burst)");

  /** Behind a unit: a second, if it has a period, and nothing that looks like another rate. */
  private static final Pattern AFTER =
      Pattern.compile(
          "(?i)(?: ?/ ?s(?:ec(?:onds?)?)?| ?per sec(?:onds?)?| s-1| ?p/s)?"
              + "(?:[ ,.(;-](?!.*[0-9] ?[kmgt]?b).*)?");

  private static final Pattern ETHERNET = Pattern.compile("(?i)[ -]ethernet\\b.*");

  private static final Pattern UNIT =
      Pattern.compile(
          "(?i:(?<word>kilo|mega|giga|tera|kibi|mebi|gibi|tebi)|(?<letter>[kmgt])(?<binary>i(?![g]))?)?"
              + "(?<of>.*)");

  private static final Map<String, String> LETTERS =
      Map.of("ki", "k", "me", "M", "gi", "G", "te", "T", "k", "k", "m", "M", "g", "G", "t", "T");

  /** Returns what is meant, or nothing if that is not known. */
  static Optional<BandwidthGuess> of(String text) {
    if (text.length() > Text.MAX_VALUE) {
      return Optional.empty();
    }
    String normal = Normalizer.normalize(text, Normalizer.Form.NFKC).strip();
    String plain = RateWords.plain(normal.replaceAll("\\s+", " "));
    String onePort = RateWords.ofOnePort(plain);
    Matcher matcher = RATE.matcher(onePort);
    if (!matcher.matches() || !AFTER.matcher(matcher.group("after")).matches()) {
      return Optional.empty();
    }
    int factor = matcher.group("factor") == null ? 1 : Integer.parseInt(matcher.group("factor"));
    boolean isPeak =
        PEAK.matcher(matcher.group("before")).find() || PEAK.matcher(matcher.group("after")).find();
    boolean isEthernet = ETHERNET.matcher(matcher.group("after")).matches();
    Optional<Unit> unit = unit(matcher.group("unit"), isEthernet);
    String written = matcher.group("number");
    return DecimalText.of(written)
        .map(number -> onePort.equals(plain) ? number.times(factor) : number.orTwice())
        .filter(number -> number.integerDigits() <= MOST_DIGITS)
        .flatMap(
            number ->
                unit.filter(u -> !isCount(written, u))
                    .map(u -> new BandwidthGuess(number, u, isPeak)));
  }

  /** Whether '2 100 Gbit/s' is more probably two of 100 than 2,100. */
  private static boolean isCount(String number, Unit unit) {
    return number.contains(" ") && unit.prefix().matches("[GT]");
  }

  /** Returns what an integer of so many bits or bytes per second is, as devices report it. */
  static Optional<BandwidthGuess> ofBase(String digits) {
    return DecimalText.of(digits)
        .filter(number -> number.integerDigits() <= MOST_DIGITS)
        .filter(number -> number.value().compareTo(BigDecimal.valueOf(10_000_000)) >= 0)
        .map(
            number -> {
              int thousands = Math.min(4, (number.integerDigits() - 1) / 3);
              String prefix = new String[] {"", "k", "M", "G", "T"}[thousands];
              DecimalText scaled = number.scaled(-3 * thousands);
              return new BandwidthGuess(scaled, new Unit(Of.EITHER, prefix, false), false);
            });
  }

  /** The remedy: how to write what is meant, or both of what may be meant. */
  String remedy() {
    String remedy =
        number
            .other()
            .map(other -> "Maybe write " + written(number) + ", or " + written(other))
            .orElseGet(() -> "Maybe write " + written(number));
    return remedy + (isPeak ? "; less, if it does not carry that much all the time." : ".");
  }

  private String written(DecimalText of) {
    return switch (unit.of()) {
      case BITS -> bits(of);
      case BYTES -> bytes(of);
      case EITHER -> bits(of) + " for bits or " + bytes(of) + " for bytes";
    };
  }

  private String bits(DecimalText of) {
    if (!unit.isBinary()) {
      return "'" + of.text() + " " + unit.prefix() + "bit/s'";
    }
    int power = 1 + "kMGT".indexOf(unit.prefix());
    BigDecimal decimal =
        of.value()
            .multiply(BigDecimal.valueOf(1024).pow(power))
            .scaleByPowerOfTen(-3 * power)
            .setScale(MOST_DIGITS, RoundingMode.HALF_UP);
    return "'" + DecimalText.plain(decimal) + " " + unit.prefix() + "bit/s'";
  }

  private String bytes(DecimalText of) {
    String prefix = unit.isBinary() ? unit.prefix().toUpperCase(Locale.ROOT) + "i" : unit.prefix();
    return "'" + of.text() + " " + prefix + "B/s'";
  }

  private static Optional<Unit> unit(String letters, boolean isEthernet) {
    Matcher matcher = UNIT.matcher(letters);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String of = matcher.group("of");
    String word = matcher.group("word");
    String letter = matcher.group("letter");
    String prefix = "";
    boolean isBinary = matcher.group("binary") != null;
    if (word != null) {
      prefix = LETTERS.get(word.substring(0, 2).toLowerCase(Locale.ROOT));
      isBinary = word.toLowerCase(Locale.ROOT).endsWith("bi");
    } else if (letter != null) {
      prefix = LETTERS.get(letter.toLowerCase(Locale.ROOT));
    } else if (of.equalsIgnoreCase("base")) {
      return Optional.of(new Unit(Of.BITS, "M", false)); // As in 1000BASE-T.
    }
    boolean isProper = letter == null || "kKMGT".contains(letter);
    String per = prefix;
    boolean binary = isBinary;
    return bitsOrBytes(of, isProper, isEthernet)
        .filter(what -> !per.isEmpty() || !of.isEmpty())
        .map(what -> new Unit(what, per, binary));
  }

  /**
   * Whether a unit is of bits or of bytes.
   *
   * @param of the unit without its prefix
   * @param isProper whether the prefix is written so that upper and lower case seem to be meant
   */
  private static Optional<Of> bitsOrBytes(String of, boolean isProper, boolean isEthernet) {
    return switch (of) {
      case "" -> Optional.of(isEthernet ? Of.BITS : Of.EITHER);
      case "b", "bPS" -> Optional.of(isEthernet ? Of.BITS : Of.EITHER);
      case "B" -> Optional.of(isEthernet ? Of.BITS : Of.BYTES);
      case "bps" -> Optional.of(isProper ? Of.BITS : Of.EITHER);
      case "Bps" -> Optional.of(isProper ? Of.BYTES : Of.EITHER);
      case "BPS" -> Optional.of(Of.EITHER);
      default ->
          switch (of.toLowerCase(Locale.ROOT)) {
            case "bit", "bits", "bitps", "e", "be", "ige", "ig", "base" -> Optional.of(Of.BITS);
            case "byte", "bytes", "byteps", "o", "octet", "octets" -> Optional.of(Of.BYTES);
            default -> Optional.empty();
          };
    };
  }
}
