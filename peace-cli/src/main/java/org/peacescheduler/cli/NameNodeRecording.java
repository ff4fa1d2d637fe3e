package org.peacescheduler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a NameNode remembers of the last hour, and its network, as files like those that an operator
 * would copy from it.
 *
 * <p>Example: {@code save("nn1:9870", folder)} writes {@code trace.jsonl} and {@code
 * topology.yaml}. Immutable.
 *
 * @param trace lines as in the trace file
 * @param topology a topology file of what the NameNode knows
 */
public record NameNodeRecording(Path trace, Path topology) {
  /** Whether a word looks like the address of a web server: {@code HOST:PORT}, or a page's URL. */
  public static boolean isAddress(String word) {
    return NameNodeWeb.isAddress(word);
  }

  /** Asks a NameNode's web server; writes both files into a folder. */
  public static NameNodeRecording save(String address, Path folder) throws CommandFailure {
    NameNodeWeb web = NameNodeWeb.of(address);
    Path trace = folder.resolve("trace.jsonl");
    web.saveTrace(trace);
    GeneratedTopology.Result topology =
        GeneratedTopology.of(RunningTopology.of(web.topology()), List.of());
    Path file = folder.resolve("topology.yaml");
    OutputFile.write(file, topology.yaml());
    return new NameNodeRecording(trace, file);
  }

  /** Whether the NameNode remembers anything. */
  public boolean isEmpty() throws CommandFailure {
    try {
      return Files.size(trace) == 0;
    } catch (IOException e) {
      throw CommandFailure.failed("'%s' cannot be read: %s".formatted(trace, e.getMessage()), e);
    }
  }
}
