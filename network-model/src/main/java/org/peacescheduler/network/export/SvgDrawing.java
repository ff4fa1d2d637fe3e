package org.peacescheduler.network.export;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;

/**
 * A network as a picture: core switches on top, racks of servers at the bottom, the capacity of
 * each link on it and its width after it.
 *
 * <p>Self-contained SVG: no scripts, fonts or other files; light or dark as the viewer prefers;
 * title and description for screen readers. Few servers are drawn with their names; more than 12 in
 * a rack as squares with the patterns of their names; with more than 10 racks, squares alone; with
 * more than 48 racks, the middle ones are left out and counted.
 */
public final class SvgDrawing {
  private static final double FOOTER = 64;

  private static final String STYLE =
      """
      <style>
      text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, \
      sans-serif; font-size: 13px; fill: #1f2933; }
      .bg { fill: #ffffff; }
      .heading { font-size: 19px; font-weight: 600; }
      .strong { font-weight: 600; }
      .small, .foot { font-size: 11.5px; fill: #5b6876; }
      .host { font-size: 12px; }
      .box { fill: #f5f7fa; stroke: #d3dae2; }
      .server { fill: #ffffff; stroke: #dfe5eb; }
      .port { fill: #2a9d8f; }
      .square { fill: #2a9d8f; }
      .switch { fill: #264d73; }
      .core { fill: #7a3e65; }
      .onswitch { fill: #ffffff; font-weight: 600; }
      .tiny { font-size: 10.5px; }
      .cable { fill: none; stroke: #8494a7; stroke-linecap: round; }
      .crowded { stroke-opacity: 0.75; }
      .label { font-size: 12px; font-weight: 600; stroke: #ffffff; stroke-width: 4px; \
      stroke-linejoin: round; paint-order: stroke; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e4e9ef; }
        .bg { fill: #14191f; }
        .small, .foot { fill: #9aa7b5; }
        .box { fill: #1d242c; stroke: #36414d; }
        .server { fill: #262f39; stroke: #36414d; }
        .port, .square { fill: #4cc2b1; }
        .switch { fill: #3b76ad; }
        .core { fill: #a45d8b; }
        .onswitch { fill: #ffffff; }
        .cable { stroke: #71839a; }
        .label { stroke: #14191f; }
      }
      </style>\
      """;

  private final NetworkModel model;
  private final Layout layout;
  private final Svg svg = new Svg();

  private SvgDrawing(NetworkModel model) {
    this.model = model;
    layout = new Layout(model);
  }

  /** The model as an SVG document. */
  public static String of(NetworkModel model) {
    return new SvgDrawing(model).draw();
  }

  /** The name of the topology: its source without folders. */
  static String title(NetworkModel model) {
    String source = model.topology().source();
    return source.substring(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
  }

  /** Text of at most so many characters: its end counts, names differ there. */
  static String shortened(String text, int most) {
    return text.length() <= most ? text : "…" + text.substring(text.length() - most + 1);
  }

  private String draw() {
    RackBox boxes = new RackBox(layout, svg);
    double bottom = layout.racksY() - 8 + boxes.height();
    double height = bottom + FOOTER;
    String size = Svg.number(layout.width()) + " " + Svg.number(height);
    svg.raw(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s\" width=\"%s\" height=\"%s\""
                .formatted(size, Svg.number(layout.width()), Svg.number(height))
            + " role=\"img\" aria-labelledby=\"title desc\">");
    svg.raw("<title id=\"title\">Network topology " + Svg.escaped(title(model)) + "</title>");
    svg.raw("<desc id=\"desc\">" + Svg.escaped(description()) + "</desc>");
    svg.raw(STYLE);
    svg.rect("bg", 0, 0, layout.width(), height, 0);
    svg.text("heading", "start", Layout.MARGIN, 36, title(model));
    svg.text("foot", "start", Layout.MARGIN, 56, summary());
    for (int u = 0; u < model.switches(); u++) {
      if (!layout.serversOn(u).isEmpty() && !layout.isHidden(u)) {
        boxes.draw(u);
      }
    }
    new Cables(layout, svg).draw();
    for (int u = 0; u < model.switches(); u++) {
      if (!layout.isHidden(u)) {
        pill(u);
      }
    }
    if (layout.hiddenRacks() > 0) {
      double middle = layout.racksY() + boxes.height() / 2;
      svg.text("strong", "middle", layout.hiddenX(), middle - 8, "⋯");
      svg.text("small", "middle", layout.hiddenX(), middle + 8, layout.hiddenRacks() + "");
      svg.text("small", "middle", layout.hiddenX(), middle + 22, "more");
    }
    footer(bottom);
    return svg.close("svg").toString();
  }

  private void pill(int sw) {
    double width = layout.pillWidth(sw);
    boolean isTiny = layout.layers().of(sw) == 0 && layout.detail() == Layout.Detail.SQUARES;
    int room = (int) ((width - 4) / (isTiny ? 6.2 : 7.8));
    svg.open("g");
    svg.title("Switch " + model.switchName(sw));
    svg.rect(
        layout.layers().of(sw) == 0 ? "switch" : "core",
        layout.x(sw) - width / 2,
        layout.y(sw),
        width,
        Layout.PILL,
        isTiny ? 6 : 9);
    svg.text(
        isTiny ? "onswitch tiny" : "onswitch",
        "middle",
        layout.x(sw),
        layout.y(sw) + Layout.PILL / 2 + 4.5,
        shortened(model.switchName(sw), room));
    svg.close("g");
  }

  private String summary() {
    long racks = IntStream.range(0, model.servers()).map(model::rackOf).distinct().count();
    return String.format(
        Locale.ROOT,
        "%s in %s, %s, %s",
        counted(model.servers(), "server"),
        counted(racks, "rack"),
        model.switches() == 1 ? "1 switch" : counted(model.switches(), "switche"),
        counted(model.links() / 2, "link") + " between switches");
  }

  private static String counted(long n, String one) {
    return String.format(Locale.ROOT, "%,d %s%s", n, one, n == 1 ? "" : "s");
  }

  private String description() {
    StringBuilder text = new StringBuilder(summary()).append(". ");
    for (int k = 0; k < Math.min(model.links(), 40); k += 2) {
      text.append(model.switchName(model.linkFrom(k)))
          .append(" and ")
          .append(model.switchName(model.linkTo(k)))
          .append(" are linked with ")
          .append(model.capacity(model.link(k)))
          .append(". ");
    }
    return text.append("Capacities are chunks per timestep in each direction.").toString();
  }

  private void footer(double bottom) {
    String servers =
        layout.detail() == Layout.Detail.SQUARES && layout.racksAreAlike() && hasOneKind()
            ? " Every server: " + layout.capacities(0) + "."
            : "";
    svg.text(
        "foot",
        "start",
        Layout.MARGIN,
        bottom + 26,
        "Numbers: chunks per timestep, each direction; wider lines carry more. ↑ from a server,"
            + " ↓ to it."
            + servers);
    svg.text(
        "foot",
        "start",
        Layout.MARGIN,
        bottom + 44,
        model
            .topology()
            .placement()
            .map(SvgDrawing::placement)
            .orElse("Placement: as stock HDFS places."));
  }

  private boolean hasOneKind() {
    return IntStream.range(0, model.servers()).mapToObj(layout::capacities).distinct().count() == 1;
  }

  private static String placement(List<Constraint> placement) {
    return "Placement: "
        + placement.stream().map(Constraint::text).collect(Collectors.joining(", "))
        + ".";
  }
}
