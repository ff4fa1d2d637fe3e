package org.peacescheduler.patcher;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One patch of the series, as {@code git format-patch} writes it: a header that says why, then the
 * changes of each file. Immutable.
 *
 * @param name the file's name
 * @param changes in the order of the patch
 */
record PatchFile(String name, List<Change> changes) {
  private static final String FILE = "diff --git ";
  private static final String OLD = "--- ";
  private static final String NEW = "+++ ";
  private static final String HUNK = "@@ ";
  private static final String HUNK_END = " @@";
  private static final String NONE = "/dev/null";
  private static final String ROOT = "/src/main/java/";

  /**
   * What is done to one file.
   *
   * @param path below the package root
   * @param added whether the file is new
   * @param lines its hunks
   */
  record Change(String path, boolean added, Patch<String> lines) {}

  /** Copies the changes. */
  PatchFile {
    changes = List.copyOf(changes);
  }

  /** Reads a patch. */
  static PatchFile read(Path file) throws IOException, PatchException {
    String name = file.getFileName().toString();
    List<List<String>> sections = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(FILE)) {
        sections.add(new ArrayList<>());
      } else if (!sections.isEmpty()) {
        sections.get(sections.size() - 1).add(line);
      }
    }
    if (sections.isEmpty()) {
      throw new PatchException(name + " changes no file.");
    }
    List<Change> changes = new ArrayList<>();
    for (List<String> section : sections) {
      changes.add(change(name, section));
    }
    return new PatchFile(name, changes);
  }

  private static Change change(String name, List<String> section) throws PatchException {
    int hunks = 0;
    String from = "";
    String to = "";
    while (hunks < section.size() && !section.get(hunks).startsWith(HUNK)) {
      String line = section.get(hunks++);
      if (line.startsWith(OLD)) {
        from = line.substring(OLD.length());
      } else if (line.startsWith(NEW)) {
        to = line.substring(NEW.length());
      }
    }
    if (from.isEmpty() || to.isEmpty() || to.equals(NONE)) {
      throw new PatchException(
          name + " does something else than to change or add files; the overlay cannot have that.");
    }
    int root = to.indexOf(ROOT);
    if (root < 0) {
      throw new PatchException("%s: '%s' is not below a '%s'.".formatted(name, to, ROOT));
    }
    return new Change(
        to.substring(root + ROOT.length()),
        from.equals(NONE),
        UnifiedDiffUtils.parseUnifiedDiff(
            section.stream().map(PatchFile::withoutFunction).toList()));
  }

  /** The library does not know that git writes the function's name behind a hunk's line numbers. */
  private static String withoutFunction(String line) {
    return line.startsWith(HUNK) ? line.substring(0, line.indexOf(HUNK_END) + 3) : line;
  }
}
