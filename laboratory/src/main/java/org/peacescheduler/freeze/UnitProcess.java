package org.peacescheduler.freeze;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * A unit on a host of the testbed: {@code UnitProcess SITE-FILE NAME PAGES PAGE-BYTES UPDATES
 * THREADS}.
 *
 * <p>Each line of its standard input is a {@link UnitOrder}, each line of its standard output a
 * {@link UnitReply}. It ends when its input does.
 */
public final class UnitProcess {
  private UnitProcess() {}

  /** Answers until the input ends. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out = System.out;
    System.setOut(System.err); // Some of Hadoop's classes print.
    Configuration conf = new HdfsConfiguration();
    conf.addResource(new org.apache.hadoop.fs.Path(Path.of(args[0]).toUri()));
    // 80 packets of 64 KiB are 5 MiB, which is little beside a chunk of 64 MB, but not of 1 MiB.
    conf.setInt("dfs.client.write.max-packets-in-flight", 8);
    ObjectMapper mapper = new ObjectMapper();
    try (FreezeUnit unit =
        new FreezeUnit(
            args[1],
            new PagedState(Integer.parseInt(args[2]), Integer.parseInt(args[3])),
            Integer.parseInt(args[4]),
            Integer.parseInt(args[5]),
            conf)) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        UnitReply reply = unit.obey(mapper.readValue(line, UnitOrder.class));
        out.println(mapper.writeValueAsString(reply));
        out.flush();
      }
    }
    Runtime.getRuntime().halt(0); // Nothing of a client is needed any more.
  }
}
