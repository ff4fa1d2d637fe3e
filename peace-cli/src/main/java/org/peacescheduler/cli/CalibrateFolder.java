package org.peacescheduler.cli;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The folder in HDFS into which one run of {@code peace calibrate} writes. Its files measure the
 * network and are no load of the cluster, so a report leaves them out.
 *
 * <p>Example: {@code /tmp/peace-calibrate-0b7f…/12} is the thirteenth file of a run. Immutable.
 *
 * @param path absolute
 */
public record CalibrateFolder(String path) {
  private static final String NAME = "/peace-calibrate-";

  /** With a UUID, so that a user's own folder of such a name is his load. */
  private static final Pattern FILE =
      Pattern.compile(Pattern.quote(NAME) + "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9]+$");

  /** A new one below a folder. */
  public static CalibrateFolder below(String parent) {
    return new CalibrateFolder(parent.replaceAll("/+$", "") + NAME + UUID.randomUUID());
  }

  /** Its file of a number. */
  public String file(int number) {
    return path + "/" + number;
  }

  /** Whether a file is one of any run. */
  public static boolean holds(String file) {
    return FILE.matcher(file).find();
  }
}
