package org.peacescheduler.calibrate;

import java.io.Closeable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.RPC;

/**
 * A NameNode's protocol in which a new block's pipeline is in the order of its favored nodes.
 *
 * <p>The NameNode sorts a pipeline by distance, so that it crosses from rack to rack once. It is
 * the client that connects to the first datanode and tells it of the others, so the order is the
 * client's to choose. Thread-safe: stateless.
 */
final class FavoredOrder implements InvocationHandler, Closeable {
  private static final int FAVORED_NODES = 5;

  private final ClientProtocol nameNode;

  private FavoredOrder(ClientProtocol nameNode) {
    this.nameNode = nameNode;
  }

  static ClientProtocol of(ClientProtocol nameNode) {
    return (ClientProtocol)
        Proxy.newProxyInstance(
            FavoredOrder.class.getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            new FavoredOrder(nameNode));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    try {
      Object answer = method.invoke(nameNode, arguments);
      return answer instanceof LocatedBlock block
              && method.getName().equals("addBlock")
              && arguments[FAVORED_NODES] instanceof String[] favored
          ? sorted(block, List.of(favored))
          : answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Called when the client is closed. */
  @Override
  public void close() {
    RPC.stopProxy(nameNode);
  }

  /** The block with favored datanodes first, in their order; any others keep theirs. */
  static LocatedBlock sorted(LocatedBlock block, List<String> favored) {
    DatanodeInfo[] nodes = block.getLocations();
    List<Integer> order = new ArrayList<>(IntStream.range(0, nodes.length).boxed().toList());
    order.sort(
        Comparator.comparingInt(
            i -> {
              int place = favored.indexOf(nodes[i].getXferAddr());
              return place < 0 ? favored.size() : place;
            }));
    LocatedBlock sorted =
        new LocatedBlock(
            block.getBlock(),
            order.stream().map(i -> nodes[i]).toArray(DatanodeInfo[]::new),
            order.stream().map(i -> block.getStorageIDs()[i]).toArray(String[]::new),
            order.stream().map(i -> block.getStorageTypes()[i]).toArray(StorageType[]::new),
            block.getStartOffset(),
            block.isCorrupt(),
            block.getCachedLocations());
    sorted.setBlockToken(block.getBlockToken());
    return sorted;
  }
}
