package org.peacescheduler.network.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * From a file's bytes to text that YAML allows. Stateless.
 *
 * <p>The size is bounded before anything is decoded, and encoding errors are looked for here, since
 * here their line is known.
 */
final class FileText {

  /** More than a file of the greatest number of hosts needs, one entry for each. */
  static final int MAX_BYTES = 64 * 1024 * 1024;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private FileText() {}

  /** Reads a file as UTF-8, or reports why not. */
  static Optional<String> read(Path file, Problems problems) {
    byte[] bytes;
    try {
      if (Files.isDirectory(file)) {
        unreadable(
            problems,
            "this is a directory, a file is expected.",
            "Maybe name the file in it: " + file.resolve(problems.kind().fileName()) + ".");
        return Optional.empty();
      }
      try (InputStream in = Files.newInputStream(file)) {
        bytes = in.readNBytes(MAX_BYTES + 1);
      }
    } catch (IOException e) {
      report(e, problems);
      return Optional.empty();
    }
    if (bytes.length > MAX_BYTES) {
      tooLarge(problems);
      return Optional.empty();
    }
    return decode(bytes, problems);
  }

  /**
   * Checks length and characters; returns the text without a byte order mark, or reports what is
   * wrong.
   */
  static Optional<String> check(String text, Problems problems) {
    if (text.length() > MAX_BYTES) {
      tooLarge(problems);
      return Optional.empty();
    }
    int start = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
    int line = 1;
    int column = 1;
    for (int i = start; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (!StreamReader.isPrintable(c)) {
        String shown = String.format(Locale.ROOT, "U+%04X", c);
        badCharacter(problems, line, column, "character " + shown + " is not allowed in YAML.");
        return Optional.empty();
      }
      column++;
      if (c == '\n') {
        line++;
        column = 1;
      }
      i += Character.charCount(c);
    }
    return Optional.of(text.substring(start));
  }

  private static Optional<String> decode(byte[] bytes, Problems problems) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      int lastBreak = text.lastIndexOf('\n');
      int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
      int column = text.length() - lastBreak;
      String shown = String.format(Locale.ROOT, "0x%02X", bytes[in.position()] & 0xFF);
      badCharacter(problems, line, column, "byte " + shown + " is not UTF-8.");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  private static void report(IOException e, Problems problems) {
    if (e instanceof NoSuchFileException) {
      unreadable(
          problems,
          "the file does not exist.",
          "Maybe correct the name, or create the file; see " + problems.kind().sample() + ".");
    } else if (e instanceof AccessDeniedException) {
      unreadable(
          problems,
          "the file may not be read.",
          "Maybe give the user that runs this the right to read it.");
    } else {
      String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
      unreadable(
          problems,
          "the file cannot be read: " + (reason == null ? e.getClass().getName() : reason) + ".",
          "Maybe check the name and the disk.");
    }
  }

  private static void unreadable(Problems problems, String message, String remedy) {
    problems.add(ProblemCode.UNREADABLE_FILE, message, remedy);
  }

  private static void tooLarge(Problems problems) {
    problems.add(
        ProblemCode.FILE_TOO_LARGE,
        "the file has more than " + MAX_BYTES + " bytes.",
        "Maybe this is another file; " + problems.kind().shorter() + ".");
  }

  private static void badCharacter(Problems problems, int line, int column, String message) {
    problems.add(
        ProblemCode.BAD_CHARACTER,
        line,
        column,
        "",
        message,
        "Maybe save the file as plain text in UTF-8.");
  }
}
