package org.peacescheduler.calibrate;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * A datanode as the NameNode knows it. Immutable.
 *
 * @param host the name under which it registered
 * @param ip its address
 * @param port where it takes in data
 * @param rack its network location
 */
record Datanode(String host, String ip, int port, String rack) {

  static Datanode of(DatanodeInfo info) {
    return new Datanode(
        info.getHostName(), info.getIpAddr(), info.getXferPort(), info.getNetworkLocation());
  }

  /** How the NameNode is told it as a favored node, which has to cause no look-up of names. */
  InetSocketAddress favored() {
    return InetSocketAddress.createUnresolved(ip, port);
  }

  private String address() {
    return ip + ":" + port;
  }

  /** Whether a block's pipeline, as the client writes it, is of these datanodes in this order. */
  static boolean isPipeline(List<Datanode> wanted, DatanodeInfo... found) {
    return found != null
        && wanted.stream()
            .map(Datanode::address)
            .toList()
            .equals(Stream.of(found).map(DatanodeInfo::getXferAddr).toList());
  }
}
