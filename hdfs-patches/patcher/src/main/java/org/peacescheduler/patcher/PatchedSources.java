package org.peacescheduler.patcher;

import com.github.difflib.patch.PatchFailedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sources that a series has changed or added so far.
 *
 * <p>A hunk has to fit exactly, at its line: no offset, no fuzz, since the sources are known to the
 * byte. Not thread-safe.
 */
final class PatchedSources {
  private final SourcesJar release;
  private final Map<String, String> files = new TreeMap<>();

  PatchedSources(SourcesJar release) {
    this.release = release;
  }

  /** Applies the next patch of the series. */
  void apply(PatchFile patch) throws IOException, PatchException {
    for (PatchFile.Change change : patch.changes()) {
      Optional<String> before = Optional.ofNullable(files.get(change.path()));
      if (before.isEmpty()) {
        before = release.text(change.path());
      }
      if (before.isPresent() == change.added()) {
        throw new PatchException(
            "%s %s %s, which %s in %s."
                .formatted(
                    patch.name(),
                    change.added() ? "adds" : "changes",
                    change.path(),
                    change.added() ? "is already" : "is not",
                    release));
      }
      files.put(change.path(), apply(patch.name(), change, before.orElse("")));
    }
  }

  private String apply(String name, PatchFile.Change change, String before) throws PatchException {
    // An end of line ends the last line too; nothing follows it.
    List<String> lines = before.isEmpty() ? List.of() : Arrays.asList(before.split("\n", -1));
    boolean ended = before.isEmpty() || before.endsWith("\n");
    try {
      List<String> after =
          change
              .lines()
              .applyTo(ended && !lines.isEmpty() ? lines.subList(0, lines.size() - 1) : lines);
      return String.join("\n", after) + (ended ? "\n" : "");
    } catch (PatchFailedException | IndexOutOfBoundsException e) {
      throw new PatchException(
          "%s does not fit %s of %s: %s%nMaybe the patch is for another release."
              .formatted(name, change.path(), release, e.getMessage()),
          e);
    }
  }

  /** The changed and added files: their texts by their paths. */
  Map<String, String> files() {
    return Collections.unmodifiableMap(files);
  }
}
