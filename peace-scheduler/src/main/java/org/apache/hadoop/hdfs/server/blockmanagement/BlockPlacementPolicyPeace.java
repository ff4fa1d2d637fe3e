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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.net.DFSTopologyNodeImpl;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.hdfs.PeaceNode;
import org.peacescheduler.hdfs.PeacePlugin;
import org.peacescheduler.hdfs.Reconfiguration;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.Datanodes;
import org.peacescheduler.hdfs.placement.Targets;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * The placement policy that HDFS loads: new blocks go where and when Peace says; everything else,
 * and every block that Peace lets go, is placed as by {@link BlockPlacementPolicyDefault}.
 *
 * <p>Translates between HDFS's calls and Peace's requests, and asks stock HDFS whether a planned
 * datanode is fit. In tools (Balancer, fsck), which make policies of their own, it is the stock
 * policy. Thread-safe as HDFS's policies are: initialized once, then only read.
 */
public class BlockPlacementPolicyPeace extends BlockPlacementPolicyDefault
    implements PeacePlugin.Host {

  /** Peace in each NameNode of this JVM; its statistics object outlives exchanges of the policy. */
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
    if (clusterStats == null || clusterMap == null) {
      return; // A tool, not a NameNode.
    }
    PeaceNode running = NODES.get(clusterStats);
    try {
      if (running == null) {
        peace = PeaceNode.of(conf, new Leaves(clusterMap));
        NODES.put(clusterStats, peace);
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

  /** For tests: this Peace from now on. */
  void placeBy(PeaceNode node) {
    peace = node;
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
    int[] allowed = getMaxNodesPerRack(0, numOfReplicas);
    ChunkRequest request = null;
    if (peace != null && peace.isActive() && allowed[0] > 0) {
      Set<Node> excluded = excludedNodes == null ? Set.of() : Set.copyOf(excludedNodes);
      boolean favored = favoredNodes != null && !favoredNodes.isEmpty();
      try {
        request = request(src, allowed, writer, excluded, blocksize, flags);
        if (!favored && peace.isScheduled(src)) {
          ChunkTargets targets = new ChunkTargets(excluded, blocksize, allowed, storagePolicy);
          if (peace.schedule(request, targets)) {
            return targets.storages();
          }
        }
      } catch (RuntimeException | Error e) {
        if (PeaceNode.isParking(e)) {
          throw e;
        }
        peace.failed(src, e);
      }
    }
    DatanodeStorageInfo[] placed =
        super.chooseTarget(
            src,
            numOfReplicas,
            writer,
            excludedNodes,
            blocksize,
            favoredNodes,
            storagePolicy,
            flags);
    if (request != null) {
      countAsLoad(request, placed);
    }
    return placed;
  }

  private void countAsLoad(ChunkRequest request, DatanodeStorageInfo[] placed) {
    try {
      peace.observe(
          request, Arrays.stream(placed).map(DatanodeStorageInfo::getDatanodeDescriptor).toList());
    } catch (RuntimeException | Error e) {
      peace.failed(request.path(), e);
    }
  }

  private ChunkRequest request(
      String src,
      int[] allowed,
      Node writer,
      Set<Node> excluded,
      long blocksize,
      EnumSet<AddBlockFlag> flags) {
    int replicas = allowed[0];
    ClusterView cluster = peace.cluster();
    Optional<String> name =
        writer instanceof DatanodeInfo node
            ? Optional.ofNullable(cluster.names().get(node.getDatanodeUuid()))
            : Optional.ofNullable(writer).map(Node::getName);
    Optional<String> address =
        writer instanceof DatanodeInfo node ? Optional.of(node.getIpAddr()) : name;
    Set<String> excludedNames = new HashSet<>();
    for (Node node : excluded) {
      if (node instanceof DatanodeInfo datanode) {
        excludedNames.add(
            cluster.names().getOrDefault(datanode.getDatanodeUuid(), datanode.getHostName()));
      }
    }
    boolean noLocalRack =
        has(flags, AddBlockFlag.NO_LOCAL_RACK)
            && writer != null
            && clusterMap.getNumOfNonEmptyRacks() > 2;
    return ChunkRequest.of(
            src, replicas, template(cluster, replicas, writer, excluded, flags))
        .file(peace.file(src, address))
        .writer(name, Optional.ofNullable(writer).map(Node::getNetworkLocation))
        .excluded(excludedNames)
        .avoidedRack(noLocalRack ? Optional.of(writer.getNetworkLocation()) : Optional.empty())
        .fullBytes(Math.max(0, blocksize))
        .mostInRack(allowed[1])
        .origin(peace.origin(src, address))
        .build();
  }

  private PlacementTemplate template(
      ClusterView cluster,
      int replicas,
      Node writer,
      Set<Node> excluded,
      EnumSet<AddBlockFlag> flags) {
    // As in stock HDFS, the writer's own node is avoided only while there are enough others.
    int others = clusterMap.getNumOfLeaves() - excluded.size() - 1;
    boolean mayBeLocal =
        writer instanceof DatanodeDescriptor
            && !(has(flags, AddBlockFlag.NO_LOCAL_WRITE) && others >= replicas);
    Optional<List<Constraint>> placement = cluster.topology().placement();
    if (placement.isEmpty()) {
      return PlacementTemplate.likeStock(mayBeLocal && peace.prefersLocal());
    }
    List<Constraint> constraints = new ArrayList<>(placement.get());
    if (!mayBeLocal && constraints.get(0) == Constraint.LOCAL) {
      constraints.set(0, Constraint.SAME_RACK);
    }
    return PlacementTemplate.strict(constraints);
  }

  private static boolean has(EnumSet<AddBlockFlag> flags, AddBlockFlag flag) {
    return flags != null && flags.contains(flag);
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

  /** Stock HDFS's say on the datanodes planned for one chunk. */
  private final class ChunkTargets implements Targets {
    private final Set<Node> excluded;
    private final long blocksize;
    private final int maxPerRack;
    private final List<StorageType> types;
    private List<DatanodeStorageInfo> storages = List.of();

    ChunkTargets(
        Set<Node> excluded, long blocksize, int[] allowed, BlockStoragePolicy storagePolicy) {
      this.excluded = excluded;
      this.blocksize = blocksize;
      this.maxPerRack = allowed[1];
      this.types = types(storagePolicy, (short) allowed[0]);
    }

    @Override
    public Need need() {
      return new Need(Set.copyOf(types), blocksize);
    }

    @Override
    public Optional<Refusal> firstRefused(List<? extends DatanodeInfo> nodes) {
      EnumMap<StorageType, Integer> wanted = new EnumMap<>(StorageType.class);
      for (StorageType type : types) {
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
      return Optional.empty();
    }

    /** As in stock HDFS, types of which there is no storage have the policy's fallback. */
    private List<StorageType> types(BlockStoragePolicy policy, short replicas) {
      List<StorageType> types = policy.chooseStorageTypes(replicas);
      EnumSet<StorageType> lacking = EnumSet.noneOf(StorageType.class);
      for (StorageType type : Set.copyOf(types)) {
        if (type != StorageType.DISK
            && clusterMap.getNode(NodeBase.ROOT) instanceof DFSTopologyNodeImpl root
            && root.getSubtreeStorageCount(type) == 0) {
          lacking.add(type);
        }
      }
      return lacking.isEmpty()
          ? types
          : policy.chooseStorageTypes(replicas, List.of(), lacking, true);
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

    DatanodeStorageInfo[] storages() {
      return storages.toArray(DatanodeStorageInfo.EMPTY_ARRAY);
    }
  }
}
