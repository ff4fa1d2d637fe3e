package org.peacescheduler.client.checkpoint;

import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * The names of a unit's files.
 *
 * <pre>
 * root/join-7/41/                     a published checkpoint: manifest, part-0, part-1, …
 * root/join-7/.42.5f3c…/              staging of an attempt
 * root/join-7/.42.5f3c….owner         open as long as the attempt lives
 * </pre>
 *
 * <p>Immutable.
 *
 * @param directory of the unit
 */
record UnitFiles(Path directory) {
  static final String OWNER = ".owner";
  private static final Pattern UNIT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");
  private static final Pattern SEQ = Pattern.compile("0|[1-9][0-9]{0,17}");

  static UnitFiles of(Path root, String unit) {
    if (!UNIT.matcher(unit).matches()) {
      throw new IllegalArgumentException(
          ("Unit '%s': a name has 1 to 128 letters, digits, '.', '_' and '-', and begins with"
                  + " neither '.' nor '-'. Maybe replace the others by '_'.")
              .formatted(unit));
    }
    return new UnitFiles(new Path(root, unit));
  }

  Path published(long seq) {
    if (seq < 0 || seq > 999_999_999_999_999_999L) {
      throw new IllegalArgumentException(
          "Checkpoint %d: numbers go from 0 to 999999999999999999.".formatted(seq));
    }
    return new Path(directory, Long.toString(seq));
  }

  Path staging(long seq, String attempt) {
    return new Path(directory, "." + seq + "." + attempt);
  }

  static Path owner(Path staging) {
    return new Path(staging.getParent(), staging.getName() + OWNER);
  }

  /** The staging directory that a file says to own, or null. */
  static boolean isOwner(Path path) {
    return path.getName().startsWith(".") && path.getName().endsWith(OWNER);
  }

  static Path stagingOf(Path owner) {
    String name = owner.getName();
    return new Path(owner.getParent(), name.substring(0, name.length() - OWNER.length()));
  }

  /** The number of a published checkpoint; empty if this is none. */
  static OptionalLong seq(Path path) {
    return SEQ.matcher(path.getName()).matches()
        ? OptionalLong.of(Long.parseLong(path.getName()))
        : OptionalLong.empty();
  }
}
