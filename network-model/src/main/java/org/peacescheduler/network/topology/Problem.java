package org.peacescheduler.network.topology;

import java.util.Objects;

/**
 * One mistake in a topology file, for the operator who has to mend it. Immutable.
 *
 * <p>Example of {@link #format()}:
 *
 * <pre>
 * PEACE-TOPO-003 conf/topology.yaml:14 links[3].between[1]: switch 'spine-9' is not declared.
 * Maybe add it under 'switches', or use 'spine-1'.
 * </pre>
 *
 * @param code stable, for example {@code PEACE-TOPO-003}; docs/topology-errors.md lists all
 * @param file as it was named by the caller
 * @param line from 1; 0 when the problem is the file as a whole
 * @param column from 1; 0 when the problem is the file as a whole
 * @param path the place in the document, for example {@code links[3].between[1]}; empty for the
 *     document as a whole
 * @param message what is wrong, with the value; one sentence
 * @param remedy what may mend it; one sentence
 */
public record Problem(
    String code, String file, int line, int column, String path, String message, String remedy) {

  public Problem {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** Returns the two lines that an operator sees, without a line break at the end. */
  public String format() {
    StringBuilder text = new StringBuilder(code).append(' ').append(file);
    if (line > 0) {
      text.append(':').append(line);
    }
    if (!path.isEmpty()) {
      text.append(' ').append(path);
    }
    return text.append(": ").append(message).append('\n').append(remedy).toString();
  }
}
