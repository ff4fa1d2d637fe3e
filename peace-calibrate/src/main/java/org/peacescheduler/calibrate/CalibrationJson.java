package org.peacescheduler.calibrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.peacescheduler.calibrate.Findings.Finding;
import org.peacescheduler.measure.JsonFigures;

/** The findings as JSON; rates are bytes per second, times seconds. */
final class CalibrationJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private CalibrationJson() {}

  static String of(
      Findings findings, Numbers numbers, CalibrationOptions options, ClusterMap cluster) {
    ObjectNode root = MAPPER.createObjectNode();
    ObjectNode asked = root.putObject("options");
    asked.put("chunkBytes", options.chunk().bytes());
    asked.put("rounds", options.rounds());
    asked.put("sample", options.sample());
    asked.put("enough", options.enough());
    asked.put("sync", options.sync());
    root.put("datanodes", cluster.size());
    root.put("racks", cluster.racks().size());
    root.put("streamRate", Megabytes.bandwidth(numbers.streamRate()));
    ArrayNode links = root.putArray("links");
    findings.all().forEach(f -> finding(links.addObject(), f));
    ArrayNode servers = root.putArray("servers");
    numbers
        .servers()
        .forEach(
            (group, server) -> {
              ObjectNode node = servers.addObject().put("group", group);
              link(node.putObject("up"), server.up());
              link(node.putObject("down"), server.down());
            });
    ArrayNode uplinks = root.putArray("uplinks");
    numbers
        .uplinks()
        .forEach((rack, uplink) -> link(uplinks.addObject().put("rack", rack), uplink));
    ArrayNode notes = root.putArray("notes");
    cluster.notes().forEach(notes::add);
    findings.notes().forEach(notes::add);
    return JsonFigures.pretty(root);
  }

  private static void finding(ObjectNode node, Finding finding) {
    node.put("kind", finding.series().kind().word());
    node.put("name", CalibrationTable.name(finding));
    node.put("group", finding.series().group());
    node.put("capacity", finding.knee().capacity());
    JsonFigures.put(node, "best", finding.best());
    node.put("exact", finding.isExact());
    ArrayNode reasons = node.putArray("atLeastBecause");
    finding.atLeast().forEach(reasons::add);
    ArrayNode points = node.putArray("points");
    for (Curve.Point point : finding.curve().points()) {
      ObjectNode p = points.addObject().put("chunks", point.concurrency());
      JsonFigures.put(p, "rate", point.rate());
      JsonFigures.put(p, "chunkSeconds", point.chunkSeconds());
      p.put("samples", point.samples());
    }
  }

  private static void link(ObjectNode node, Numbers.Link link) {
    node.put("measured", Megabytes.bandwidth(link.measured()));
    node.put("written", link.text());
    node.put("capacity", link.capacity());
    node.put("exact", link.isExact());
  }
}
