package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.net.DFSTopologyNodeImpl;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.SecondaryNameNode;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.hdfs.PeaceNode;
import org.peacescheduler.hdfs.PeacePlugin;
import org.peacescheduler.hdfs.Reconfiguration;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.Datanodes;
import org.peacescheduler.hdfs.placement.PolicyCall;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * The placement policy that HDFS loads: new blocks go where and when Peace says; everything else,
 * and every block that Peace lets go, is placed as by {@link BlockPlacementPolicyDefault}.
 *
 * <p>Translates a call into Peace's words and hands it over; Peace asks it what stock HDFS thinks
 * of planned datanodes, or to have the stock policy place the block. Bound: it keeps nothing of
 * what a client says; up to where that counts is for whom it hands the call to. In tools (Balancer,
 * fsck) and in the SecondaryNameNode, which make policies of their own, it is the stock policy.
 * Thread-safe as HDFS's policies are: initialized once, then only read.
 */
public class BlockPlacementPolicyPeace extends BlockPlacementPolicyDefault
    implements PeacePlugin.Host {

  /**
   * Peace in each NameNode of this JVM, until it is closed; the NameNode's statistics object
   * outlives exchanges of the policy.
   */
  private static final Map<FSClusterStats, PeaceNode> NODES =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** The capacities of the model stand for load: heartbeats tell it seconds late. */
  private static final boolean NO_LOAD_CHECK = false;

  private PeaceNode peace;
  private FSClusterStats stats;

  @Override
  public void initialize(
      Configuration conf,
      FSClusterStats clusterStats,
      NetworkTopology clusterMap,
      Host2NodesMap host2datanodeMap) {
    super.initialize(conf, clusterStats, clusterMap, host2datanodeMap);
    stats = clusterStats;
    if (clusterStats == null || clusterMap == null || isOfSecondaryNameNode()) {
      return; // Nobody will write through it.
    }
    PeaceNode running = NODES.get(clusterStats);
    try {
      if (running == null) {
        peace = PeaceNode.of(conf, new Leaves(clusterMap));
        NODES.put(clusterStats, peace);
        peace.whenClosed(() -> NODES.remove(clusterStats));
        PeacePlugin.addTo(conf);
        Reconfiguration.warnIfUnderWay();
      } else {
        running.reconfigure(conf, this);
        peace = running;
      }
    } catch (RuntimeException e) {
      throw Reconfiguration.refusal(conf, e);
    }
  }

  /** Its host may have neither the topology file nor a folder for the trace. */
  private static boolean isOfSecondaryNameNode() {
    String name = SecondaryNameNode.class.getName();
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(name)));
  }

  @Override
  public PeaceNode peace() {
    return peace;
  }

  @Override
  DatanodeStorageInfo[] chooseTarget(
      String src,
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      List<DatanodeDescriptor> favoredNodes,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    Supplier<DatanodeStorageInfo[]> stock =
        () ->
            super.chooseTarget(
                src,
                numOfReplicas,
                writer,
                excludedNodes,
                blocksize,
                favoredNodes,
                storagePolicy,
                flags);
    int[] allowed = getMaxNodesPerRack(0, numOfReplicas);
    if (peace == null || allowed[0] <= 0) {
      return stock.get();
    }
    boolean isFavored = favoredNodes != null && !favoredNodes.isEmpty();
    Call call =
        new Call(
            src, allowed, writer, excludedNodes, blocksize, isFavored, storagePolicy, flags, stock);
    peace.place(call);
    return call.placed;
  }

  /** The datanodes of HDFS's own network map. */
  private record Leaves(NetworkTopology clusterMap) implements Datanodes {
    @Override
    public int count() {
      return clusterMap.getNumOfLeaves();
    }

    @Override
    public List<? extends DatanodeInfo> list() {
      List<DatanodeInfo> datanodes = new ArrayList<>();
      for (Node node : clusterMap.getLeaves(NodeBase.ROOT)) {
        if (node instanceof DatanodeInfo datanode) {
          datanodes.add(datanode);
        }
      }
      return datanodes;
    }
  }

  /** One call, in Peace's words, and stock HDFS's say on the datanodes planned for it. */
  private final class Call implements PolicyCall {
    private final String path;
    private final int replicas;
    private final int maxPerRack;
    private final Node writer;
    private final Set<Node> excluded;
    private final long blocksize;
    private final boolean isFavored;
    private final BlockStoragePolicy storagePolicy;
    private final Set<AddBlockFlag> flags;
    private final Supplier<DatanodeStorageInfo[]> stock;
    private List<StorageType> types;
    private Need need;
    private List<DatanodeStorageInfo> storages = List.of();
    private DatanodeStorageInfo[] placed;

    Call(
        String path,
        int[] allowed,
        Node writer,
        Set<Node> excludedNodes,
        long blocksize,
        boolean isFavored,
        BlockStoragePolicy storagePolicy,
        EnumSet<AddBlockFlag> flags,
        Supplier<DatanodeStorageInfo[]> stock) {
      this.path = path;
      this.replicas = allowed[0];
      this.maxPerRack = allowed[1];
      this.writer = writer;
      this.excluded = excludedNodes == null ? Set.of() : excludedNodes;
      this.blocksize = blocksize;
      this.isFavored = isFavored;
      this.storagePolicy = storagePolicy;
      this.flags = flags == null ? Set.of() : flags;
      this.stock = stock;
    }

    @Override
    public String path() {
      return path;
    }

    @Override
    public boolean isFavored() {
      return isFavored;
    }

    @Override
    public Optional<String> address() {
      return Optional.ofNullable(writer)
          .map(w -> w instanceof DatanodeInfo node ? node.getIpAddr() : w.getName());
    }

    @Override
    public ChunkRequest.Builder request(String file, ClusterView cluster, boolean preferLocal) {
      Optional<Node> from = Optional.ofNullable(writer);
      Optional<String> rack = from.map(Node::getNetworkLocation);
      Set<String> excludedNames = new HashSet<>();
      for (Node node : excluded) {
        // Others cannot be planned; a client may exclude any number that there are not.
        if (node instanceof DatanodeInfo datanode
            && cluster.names().containsKey(datanode.getDatanodeUuid())) {
          excludedNames.add(cluster.name(datanode));
        }
      }
      boolean noLocalRack =
          flags.contains(AddBlockFlag.NO_LOCAL_RACK) && clusterMap.getNumOfNonEmptyRacks() > 2;
      return ChunkRequest.of(file, replicas, template(cluster, preferLocal))
          .writer(
              from.map(
                  w ->
                      w instanceof DatanodeInfo node
                          ? cluster.names().get(node.getDatanodeUuid())
                          : w.getName()),
              rack)
          .excluded(excludedNames)
          .avoidedRack(noLocalRack ? rack : Optional.empty())
          .fullBytes(Math.max(0, blocksize))
          .mostInRack(maxPerRack);
    }

    private PlacementTemplate template(ClusterView cluster, boolean preferLocal) {
      // As in stock HDFS, the writer's own node is avoided only while there are enough others.
      int others = clusterMap.getNumOfLeaves() - excluded.size() - 1;
      boolean mayBeLocal =
          writer instanceof DatanodeDescriptor
              && !(flags.contains(AddBlockFlag.NO_LOCAL_WRITE) && others >= replicas);
      Optional<List<Constraint>> placement = cluster.topology().placement();
      if (placement.isEmpty()) {
        return PlacementTemplate.likeStock(mayBeLocal && preferLocal);
      }
      List<Constraint> constraints = new ArrayList<>(placement.get());
      if (!mayBeLocal && constraints.get(0) == Constraint.LOCAL) {
        constraints.set(0, Constraint.SAME_RACK);
      }
      return PlacementTemplate.strict(constraints);
    }

    @Override
    public Need need() {
      if (need == null) {
        EnumSet<StorageType> kinds = EnumSet.noneOf(StorageType.class);
        kinds.addAll(types());
        need = new Need(kinds, blocksize);
      }
      return need;
    }

    @Override
    public List<? extends DatanodeInfo> placeByStock() {
      placed = stock.get();
      return Arrays.stream(placed).map(DatanodeStorageInfo::getDatanodeDescriptor).toList();
    }

    @Override
    public Optional<Refusal> firstRefused(List<? extends DatanodeInfo> nodes) {
      EnumMap<StorageType, Integer> wanted = new EnumMap<>(StorageType.class);
      for (StorageType type : types()) {
        wanted.merge(type, 1, Integer::sum);
      }
      storages = new ArrayList<>(nodes.size());
      boolean avoidStale = stats.isAvoidingStaleDataNodesForWrite();
      for (int i = 0; i < nodes.size(); i++) {
        DatanodeDescriptor node = (DatanodeDescriptor) nodes.get(i);
        if (!isFit(node, avoidStale) || !takeStorage(node, wanted)) {
          return Optional.of(new Refusal(i, scope(node, avoidStale)));
        }
      }
      placed = storages.toArray(DatanodeStorageInfo.EMPTY_ARRAY);
      return Optional.empty();
    }

    /** As in stock HDFS, types of which there is no storage have the policy's fallback. */
    private List<StorageType> types() {
      if (types != null) {
        return types;
      }
      types = storagePolicy.chooseStorageTypes((short) replicas);
      EnumSet<StorageType> lacking = EnumSet.noneOf(StorageType.class);
      for (StorageType type : types) {
        if (type != StorageType.DISK
            && clusterMap.getNode(NodeBase.ROOT) instanceof DFSTopologyNodeImpl root
            && root.getSubtreeStorageCount(type) == 0) {
          lacking.add(type);
        }
      }
      if (!lacking.isEmpty()) {
        types = storagePolicy.chooseStorageTypes((short) replicas, List.of(), lacking, true);
      }
      return types;
    }

    private boolean isFit(DatanodeDescriptor node, boolean avoidStale) {
      return node != null
          && !excluded.contains(node)
          && clusterMap.contains(node)
          && isGoodDatanode(node, maxPerRack, NO_LOAD_CHECK, storages, avoidStale);
    }

    /** Which chunks it concerns that a datanode is not fit, or has no storage that is wanted. */
    private Scope scope(DatanodeDescriptor node, boolean avoidStale) {
      if (node == null
          || !clusterMap.contains(node)
          || !isGoodDatanode(node, Integer.MAX_VALUE, NO_LOAD_CHECK, List.of(), avoidStale)) {
        return Scope.ALL;
      }
      return isFit(node, avoidStale) && !hasRoom(node) ? Scope.SAME_NEED : Scope.THIS_CHUNK;
    }

    private boolean hasRoom(DatanodeDescriptor node) {
      return need().storage().stream()
          .anyMatch(type -> chooseStorage4Block(node, blocksize, new ArrayList<>(), type) != null);
    }

    private boolean takeStorage(DatanodeDescriptor node, EnumMap<StorageType, Integer> wanted) {
      for (StorageType type : wanted.keySet()) {
        if (wanted.get(type) > 0 && chooseStorage4Block(node, blocksize, storages, type) != null) {
          wanted.merge(type, -1, Integer::sum);
          return true;
        }
      }
      return false;
    }
  }
}
