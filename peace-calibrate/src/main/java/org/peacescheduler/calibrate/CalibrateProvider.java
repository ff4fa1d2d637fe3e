package org.peacescheduler.calibrate;

import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandProvider;

/** Makes {@code peace calibrate} where there is a client of HDFS. */
public final class CalibrateProvider implements CommandProvider {
  /** Made by the command line. */
  public CalibrateProvider() {}

  @Override
  public String name() {
    return "calibrate";
  }

  @Override
  public List<String> needs() {
    return List.of("org.apache.hadoop.hdfs.DistributedFileSystem");
  }

  @Override
  public String remedy() {
    return "run it on a machine with Hadoop: 'hdfs peace calibrate', or set HADOOP_HOME, or PEACE_HADOOP_JARS to a folder"
        + " with Hadoop's jars (docs/tarball.md)";
  }

  @Override
  public CliCommand create() {
    return new CalibrateCommand();
  }
}
