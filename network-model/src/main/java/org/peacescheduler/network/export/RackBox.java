package org.peacescheduler.network.export;

import java.util.List;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.export.Layout.Detail;

/** Draws a switch with its servers: the box of a rack. Confined to one drawing. */
final class RackBox {
  private static final double ROW = 22;
  private static final int MOST_SQUARES = 120;
  private static final int MOST_PATTERNS = 3;

  private final Layout layout;
  private final NetworkModel model;
  private final Svg svg;
  private final double height;

  RackBox(Layout layout, Svg svg) {
    this.layout = layout;
    this.model = layout.model();
    this.svg = svg;
    double most = 0;
    for (int u = 0; u < model.switches(); u++) {
      most = Math.max(most, height(u));
    }
    height = most;
  }

  /** The height of all boxes. */
  double height() {
    return height;
  }

  private double height(int sw) {
    List<Integer> servers = layout.serversOn(sw);
    if (servers.isEmpty()) {
      return 0;
    }
    int patterns = Math.min(MOST_PATTERNS, HostRanges.of(hosts(servers)).size());
    return switch (layout.detail()) {
      case NAMES -> Layout.PILL + 72 + ROW * servers.size();
      case PATTERNS -> Layout.PILL + 84 + squareRows(servers.size(), 10) * 12 + 15 * patterns;
      case SQUARES -> Layout.PILL + 36 + squareRows(servers.size(), 4) * 10;
    };
  }

  private static int squareRows(int servers, int perRow) {
    return (Math.min(servers, MOST_SQUARES) + perRow - 1) / perRow;
  }

  void draw(int sw) {
    double width = layout.detail().column - (layout.detail() == Detail.SQUARES ? 6 : 20);
    double left = layout.x(sw) - width / 2;
    double y = layout.y(sw);
    svg.open("g");
    svg.title(description(sw));
    svg.rect("box", left, y - 8, width, height, 8);
    switch (layout.detail()) {
      case NAMES -> names(sw, left, y);
      case PATTERNS -> patterns(sw, left, y);
      case SQUARES -> squares(sw, left + (width - 37) / 2, y + Layout.PILL + 10, 4, 10);
    }
    if (layout.detail() == Detail.SQUARES) {
      String count = "" + layout.serversOn(sw).size();
      svg.text("small", "middle", layout.x(sw), y - 8 + height - 8, count);
    }
    svg.close("g");
  }

  private String description(int sw) {
    List<Integer> servers = layout.serversOn(sw);
    return "Switch %s, rack %s, %d %s: %s"
        .formatted(
            model.switchName(sw),
            rackLabel(sw),
            servers.size(),
            servers.size() == 1 ? "server" : "servers",
            String.join(", ", HostRanges.of(hosts(servers))));
  }

  private List<String> hosts(List<Integer> servers) {
    return servers.stream().map(model::serverName).toList();
  }

  private String rackLabel(int sw) {
    List<String> racks =
        layout.serversOn(sw).stream().map(i -> model.rackName(model.rackOf(i))).distinct().toList();
    return racks.size() > 2 ? racks.size() + " racks" : String.join(" and ", racks);
  }

  /** What all servers of a switch have in common; null if they differ. */
  private String common(int sw) {
    List<String> capacities =
        layout.serversOn(sw).stream().map(layout::capacities).distinct().toList();
    return capacities.size() == 1 ? capacities.get(0) : null;
  }

  private void heading(int sw, double left, double y) {
    List<Integer> servers = layout.serversOn(sw);
    String common = common(sw);
    svg.text("strong", "start", left + 14, y + Layout.PILL + 18, rackLabel(sw));
    String count = servers.size() == 1 ? "1 server" : servers.size() + " servers";
    svg.text("small", "start", left + 14, y + Layout.PILL + 34, count);
    String capacities =
        common == null ? "of different capacity" : (servers.size() == 1 ? "" : "each ") + common;
    svg.text("small", "start", left + 14, y + Layout.PILL + 50, capacities);
  }

  private void names(int sw, double left, double y) {
    heading(sw, left, y);
    boolean differ = common(sw) == null;
    double right = left + layout.detail().column - 20;
    double first = y + Layout.PILL + 60;
    List<Integer> servers = layout.serversOn(sw);
    for (int row = 0; row < servers.size(); row++) {
      int server = servers.get(row);
      double middle = first + row * ROW + ROW / 2;
      svg.open("g");
      svg.title(model.serverName(server) + " " + layout.capacities(server));
      svg.rect("server", left + 12, middle - 9, right - left - 24, 18, 4);
      svg.rect("port", left + 18, middle - 2.5, 5, 5, 2.5);
      int room = differ ? 13 : 20;
      svg.text("host", "start", left + 30, middle + 4, host(server, room));
      if (differ) {
        svg.text("small", "end", right - 18, middle + 4, layout.capacities(server));
      }
      svg.close("g");
    }
  }

  /** A host's name, without its domain where that does not fit. */
  private String host(int server, int room) {
    String name = model.serverName(server);
    int dot = name.indexOf('.');
    return name.length() > room && dot > 0 && dot < room
        ? name.substring(0, dot) + "…"
        : SvgDrawing.shortened(name, room);
  }

  private void patterns(int sw, double left, double y) {
    heading(sw, left, y);
    List<Integer> servers = layout.serversOn(sw);
    List<String> patterns = HostRanges.of(hosts(servers));
    double line = y + Layout.PILL + 70;
    for (int i = 0; i < Math.min(MOST_PATTERNS, patterns.size()); i++) {
      boolean isCut = i == MOST_PATTERNS - 1 && patterns.size() > MOST_PATTERNS;
      String text = isCut ? (patterns.size() - i) + " more" : patterns.get(i);
      svg.text("host", "start", left + 14, line, SvgDrawing.shortened(text, 19));
      line += 15;
    }
    squares(sw, left + 14, line - 4, 10, 12);
  }

  private void squares(int sw, double left, double top, int perRow, double pitch) {
    int count = Math.min(layout.serversOn(sw).size(), MOST_SQUARES);
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int row = i / perRow;
      double x = left + (i - row * perRow) * pitch;
      double y = top + row * pitch;
      String side = Svg.number(pitch - 3);
      path.append("M%1$s %2$sh%3$sv%3$sh-%3$sz".formatted(Svg.number(x), Svg.number(y), side));
    }
    svg.path("square", 0, path.toString());
  }
}
