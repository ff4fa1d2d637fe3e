package org.peacescheduler.coordinate;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names that clients choose, made short enough to be kept.
 *
 * <p>A client may call itself, its user or its files as it likes, also with megabytes. A name of up
 * to {@value #LONGEST} characters is kept as it is. A longer one is kept as its SHA-256 in
 * hexadecimal digits, 64 characters: whoever wants another one's name to be taken for his would
 * have to break the hash.
 *
 * <p>Example: {@code /user/ann/a} is kept as it is; a path of 8,000 characters takes 65 of them.
 *
 * <p>Cost: nothing for a short name; some 20 µs for 8,000 characters, the longest path that HDFS
 * takes. Immutable.
 */
final class Names {
  /** A longer name is not kept. */
  static final int LONGEST = 128;

  private Names() {}

  /** What is kept of a name: at most {@value #LONGEST} characters. */
  static String kept(String name) {
    if (name.length() <= LONGEST) {
      return name;
    }
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      // By characters, not by their encoding: two names that are no text are not the same.
      ByteBuffer characters = ByteBuffer.allocate(Character.BYTES * name.length());
      characters.asCharBuffer().put(name);
      return "#" + HexFormat.of().formatHex(hash.digest(characters.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
