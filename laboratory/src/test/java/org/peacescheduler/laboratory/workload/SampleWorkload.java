package org.peacescheduler.laboratory.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.peacescheduler.simulate.Limits;
import org.peacescheduler.simulate.ScenarioException;
import org.peacescheduler.simulate.Workload;

/** Workloads for tests, on four servers in two racks. */
public final class SampleWorkload {
  private static final String NETWORK =
      """
      version: 1
      network:
        version: 1
        streamRate: 8 Mbit/s
        switches:
          - {name: tor1, rack: /r1}
          - {name: tor2, rack: /r2}
        links:
          - {between: [tor1, tor2], capacity: 16 Mbit/s}
        servers:
          - {hosts: "a[1-2]", switch: tor1, up: 8 Mbit/s, down: 12 Mbit/s}
          - {hosts: "b[1-2]", switch: tor2, up: 8 Mbit/s, down: 8 Mbit/s}
      """;

  private SampleWorkload() {}

  /**
   * Reads one.
   *
   * @param rest what comes after the network
   */
  public static Workload read(Path folder, Limits limits, String rest) throws ScenarioException {
    try {
      return Workload.read(Files.writeString(folder.resolve("w.yaml"), NETWORK + rest), limits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
