package org.peacescheduler.experiment;

import java.io.IOException;
import java.lang.reflect.Method;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/**
 * Exchanges what limits the client data that a datanode takes in. The setter is public, and is what
 * a datanode itself calls when its rate is reconfigured, but its class is not, so it is called by
 * reflection.
 */
final class WriteThrottle {
  private WriteThrottle() {}

  static void replace(DataNode datanode, DataTransferThrottler throttler) throws IOException {
    try {
      Object server = datanode.getXferServer();
      Method setter = server.getClass().getMethod("setWriteThrottler", DataTransferThrottler.class);
      setter.setAccessible(true);
      setter.invoke(server, throttler);
    } catch (ReflectiveOperationException e) {
      throw new IOException("This Hadoop release has no write throttle that can be exchanged.", e);
    }
  }
}
