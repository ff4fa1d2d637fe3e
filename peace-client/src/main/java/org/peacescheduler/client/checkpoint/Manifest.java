package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a checkpoint consists of: its files, their lengths, and a CRC32C of each chunk. Its own
 * CRC32C stands at its end, so half a manifest is none.
 *
 * <pre>
 * peace-checkpoint 1
 * unit join-7
 * seq 42
 * attempt 5f3c…
 * chunk 67108864
 * part part-0 16 134217712 1a2b3c4d 5e6f7081
 * crc 0badcafe
 * </pre>
 *
 * <p>The part has a header of 16 bytes, then 134,217,712 bytes of the snapshot: chunks of 64 MiB
 * less 16 bytes, and of 64 MiB. Immutable.
 *
 * @param chunk bytes of a block
 * @param parts in the snapshot's order
 */
record Manifest(String unit, long seq, String attempt, long chunk, List<Part> parts) {
  static final String NAME = "manifest";
  private static final String FIRST = "peace-checkpoint 1";

  /**
   * A file.
   *
   * @param header bytes before the snapshot's
   * @param bytes of the snapshot
   * @param crcs of the snapshot's bytes in each chunk
   */
  record Part(String name, int header, long bytes, List<Integer> crcs) {
    Part {
      crcs = List.copyOf(crcs);
    }

    long fileLength() {
      return header + bytes;
    }

    /** Where a chunk's bytes of the snapshot begin, counted from the first one in this file. */
    long start(int chunkIndex, long chunk) {
      return chunkIndex == 0 ? 0 : chunkIndex * chunk - header;
    }
  }

  Manifest {
    parts = List.copyOf(parts);
  }

  long bytes() {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  byte[] toBytes() {
    StringBuilder text = new StringBuilder();
    text.append(FIRST).append('\n');
    text.append("unit ").append(unit).append("\nseq ").append(seq);
    text.append("\nattempt ").append(attempt).append("\nchunk ").append(chunk).append('\n');
    for (Part part : parts) {
      text.append("part ").append(part.name).append(' ').append(part.header);
      text.append(' ').append(part.bytes);
      for (int crc : part.crcs) {
        text.append(' ').append(hex(crc));
      }
      text.append('\n');
    }
    String own = hex(crc(text.toString()));
    return text.append("crc ").append(own).append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads one.
   *
   * @param where for the message
   * @throws IOException if it is not whole
   */
  static Manifest parse(byte[] bytes, Object where) throws IOException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int last = text.lastIndexOf("crc ");
    if (last < 0
        || !text.substring(last).equals("crc " + hex(crc(text.substring(0, last))) + "\n")) {
      throw damaged(where, "its own CRC32C does not fit", null);
    }
    String[] lines = text.substring(0, last).split("\n", -1);
    if (!lines[0].equals(FIRST)) {
      throw damaged(where, "it begins with '" + lines[0] + "' instead of '" + FIRST + "'", null);
    }
    try {
      List<Part> parts = new ArrayList<>();
      for (int i = 5; i < lines.length - 1; i++) {
        parts.add(part(lines[i].split(" ")));
      }
      return new Manifest(
          value(lines[1], "unit "),
          Long.parseLong(value(lines[2], "seq ")),
          value(lines[3], "attempt "),
          Long.parseLong(value(lines[4], "chunk ")),
          parts);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw damaged(where, e.getMessage(), e);
    }
  }

  private static Part part(String[] words) {
    List<Integer> crcs = new ArrayList<>();
    for (int i = 4; i < words.length; i++) {
      crcs.add(Integer.parseUnsignedInt(words[i], 16));
    }
    return new Part(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]), crcs);
  }

  private static String value(String line, String key) {
    if (!line.startsWith(key)) {
      throw new IllegalArgumentException("'" + line + "' instead of '" + key + "…'");
    }
    return line.substring(key.length());
  }

  private static IOException damaged(Object where, String what, Exception cause) {
    return new IOException(
        where + " is damaged: " + what + ". Maybe read an older checkpoint of the unit.", cause);
  }

  private static int crc(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  static String hex(int crc) {
    return String.format("%08x", crc);
  }
}
