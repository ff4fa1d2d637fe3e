package org.peacescheduler.hdfs;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.PeaceAccess;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.Sight;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.telemetry.TraceFile;
import org.peacescheduler.hdfs.web.PeaceServlet;
import org.peacescheduler.status.ExplanationJson;
import org.peacescheduler.status.Facts;
import org.peacescheduler.status.Snapshot;
import org.peacescheduler.status.StatusJson;
import org.peacescheduler.status.StatusPage;
import org.peacescheduler.status.TopologyJson;
import org.peacescheduler.status.Viewer;

/**
 * What Peace in a NameNode shows to operators.
 *
 * <p>Bound: one looks at the coordinator at a time; so however many ask, it is held up by one of
 * them. Thread-safe.
 */
final class NodeStatus implements PeaceServlet.Shown {
  private static final Snapshot.Limits LISTED = new Snapshot.Limits(1_000, 100);
  private static final int LAST_FALLBACKS = 20;
  private static final String METRICS_OF_LINKS = "Link_";

  private final Parts parts;
  private final Supplier<PeaceConfig> config;
  private final NameNode nameNode;

  NodeStatus(Parts parts, Supplier<PeaceConfig> config, NameNode nameNode) {
    this.parts = parts;
    this.config = config;
    this.nameNode = nameNode;
  }

  private synchronized Snapshot snapshot() {
    return Snapshot.of(parts.coordinator(), LISTED, parts.clock().millis());
  }

  private Facts facts() {
    PeaceConfig now = config.get();
    String version = PeaceNode.class.getPackage().getImplementationVersion();
    return new Facts(
        version == null ? "from a checkout" : version,
        now.mode().name().toLowerCase(Locale.ROOT),
        parts.binding().isPatched() ? "patched" : "stock",
        nameNode.getState(),
        now.scheduler().order().text(),
        now.scheduler().deferralMax().toMillis(),
        parts.topology().facts(),
        notUsed(),
        metrics(),
        fallbacks());
  }

  private Map<String, Number> metrics() {
    Map<String, Number> metrics = new HashMap<>(parts.metrics().values());
    metrics.keySet().removeIf(name -> name.startsWith(METRICS_OF_LINKS));
    return metrics;
  }

  private Map<String, String> notUsed() {
    Map<String, String> reasons = new HashMap<>();
    parts
        .coordinator()
        .suspects()
        .keySet()
        .forEach(
            node ->
                reasons.put(
                    node, "a client could not write to it, and it has not been heard from since"));
    reasons.putAll(parts.topology().unavailable());
    return reasons;
  }

  private List<SchedulerEvent.Fallback> fallbacks() {
    List<SchedulerEvent.Fallback> all = new ArrayList<>();
    for (SchedulerEvent event : parts.telemetry().history().events()) {
      if (event instanceof SchedulerEvent.Fallback fallback) {
        all.add(fallback);
      }
    }
    List<SchedulerEvent.Fallback> last =
        new ArrayList<>(all.subList(Math.max(0, all.size() - LAST_FALLBACKS), all.size()));
    Collections.reverse(last);
    return last;
  }

  @Override
  public String status(Viewer viewer) throws IOException {
    return StatusJson.of(snapshot(), facts(), viewer);
  }

  @Override
  public String topology() throws IOException {
    return TopologyJson.of(
        parts.coordinator().look(Sight::learntRates),
        parts.topology().facts(),
        parts.topology().view().nodes().keySet(),
        nameNode.getState());
  }

  @Override
  public void trace(Appendable to) throws IOException {
    for (SchedulerEvent event : parts.telemetry().history().events()) {
      to.append(TraceFile.line(event)).append('\n');
    }
  }

  @Override
  public String page(Viewer viewer) {
    return StatusPage.of(snapshot(), facts(), parts.telemetry().history(), viewer);
  }

  @Override
  public String explanation(String what, Viewer viewer) throws IOException {
    return ExplanationJson.of(
        parts.telemetry().history().events(), snapshot(), facts(), viewer, what);
  }

  @Override
  public boolean isSuperuser(UserGroupInformation user) {
    try {
      return user.doAs(
          (PrivilegedExceptionAction<Boolean>)
              () -> PeaceAccess.isSuperuser(nameNode.getNamesystem()));
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
