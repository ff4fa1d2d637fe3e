package org.peacescheduler.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells Peace when the NameNode has started and when it stops.
 *
 * <p>A placement policy is never told which NameNode it belongs to; a service plug-in is. The
 * policy adds this one to {@code dfs.namenode.plugins} of the NameNode that it is made for, so that
 * the operator need not. Thread-safe: the NameNode starts and stops plug-ins one at a time.
 */
public final class PeacePlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(PeacePlugin.class);

  private PeaceNode node;

  /** A policy that has a {@link PeaceNode}. */
  public interface Host {
    /** Peace in this policy's NameNode. */
    PeaceNode peace();
  }

  /** Makes the NameNode that is starting with this configuration load the plug-in. */
  public static void addTo(Configuration conf) {
    List<String> plugins =
        new ArrayList<>(List.of(conf.getTrimmedStrings(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY)));
    String self = PeacePlugin.class.getName();
    if (!plugins.contains(self)) {
      plugins.add(self);
      conf.setStrings(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, plugins.toArray(String[]::new));
    }
  }

  @Override
  public void start(Object service) {
    BlockPlacementPolicy policy =
        ((NameNode) service).getNamesystem().getBlockManager().getBlockPlacementPolicy();
    if (policy instanceof Host host && host.peace() != null) {
      node = host.peace();
      node.attach((NameNode) service);
    } else {
      LOG.info("the placement policy is {}; Peace has nothing to do", policy.getClass().getName());
    }
  }

  @Override
  public void stop() {
    if (node != null) {
      node.close();
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
