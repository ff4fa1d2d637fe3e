package org.peacescheduler.measure;

import java.util.List;
import org.peacescheduler.cli.CommandProvider;

/** Makes a command that starts HDFS's daemons itself, from the class path that a checkout has. */
public interface CheckoutProvider extends CommandProvider {
  @Override
  default List<String> needs() {
    return List.of("org.apache.hadoop.hdfs.MiniDFSCluster", "org.mockito.Mockito");
  }

  @Override
  default String remedy() {
    return "run it in a checkout of Peace";
  }
}
