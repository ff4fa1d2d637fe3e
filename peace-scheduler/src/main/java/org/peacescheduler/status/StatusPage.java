package org.peacescheduler.status;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.network.NetworkModel;

/**
 * The status as a page: sentences, the network as a picture with the use of each link, groups in
 * the order in which they will be served, the last chunks that the stock policy placed instead.
 *
 * <p>Goals, in order: nothing that a client or a host calls itself becomes markup or script; it is
 * read on a phone as on a desk, by day and by night; no other file is needed.
 *
 * <p>There is no script at all, and {@link #POLICY} has browsers run none and load nothing: the one
 * style sheet is allowed by its hash. The page asks for itself again every five seconds.
 *
 * <p>Example: with 2,000 servers and 1,000 waiting groups it has some 600 kB, and takes some 20 ms.
 * Cost: linear in servers, links and groups. Thread-safe: it has no state.
 */
public final class StatusPage {
  private static final int MOST_GROUPS = 1000;
  private static final int MOST_LINKS = 500;
  private static final int CELL = 14;
  private static final int ACROSS = 20;
  private static final int LONGEST_NAME = 120;
  private static final double FULL = 0.995;
  private static final double BUSY = 0.75;
  private static final double SOME = 0.25;

  private static final String STYLE =
      """
      :root{color-scheme:light dark;--ink:#1f2933;--dim:#5b6876;--paper:#fff;--box:#f3f6f9;\
      --line:#d3dae2;--u0:#c9d5e0;--u1:#8fc7b8;--u2:#2a9d8f;--u3:#e9a03b;--u4:#d1495b}
      @media(prefers-color-scheme:dark){:root{--ink:#e4e9ef;--dim:#9aa7b5;--paper:#14191f;\
      --box:#1d242c;--line:#36414d;--u0:#3a4653;--u1:#2f6f66;--u2:#4cc2b1;--u3:#e9a03b;\
      --u4:#ef6f80}}
      *{box-sizing:border-box}
      body{margin:0 auto;padding:16px;max-width:1180px;background:var(--paper);color:var(--ink);\
      font:15px/1.45 system-ui,"Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere}
      h1{font-size:20px;margin:0 0 4px}h2{font-size:16px;margin:24px 0 8px}
      p,ul{margin:4px 0}ul{padding-left:20px}.dim{color:var(--dim)}
      .racks{display:flex;flex-wrap:wrap;gap:10px}
      .rack{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:8px;\
      max-width:100%}
      .rack b{display:block;font-size:12px;margin-bottom:4px}
      svg{display:block;max-width:100%;height:auto}
      .u0{fill:var(--u0)}.u1{fill:var(--u1)}.u2{fill:var(--u2)}.u3{fill:var(--u3)}\
      .u4{fill:var(--u4)}.off{fill:none;stroke:var(--line)}
      .links{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(260px,100%),1fr));\
      gap:4px 16px}
      .links div{display:flex;gap:8px;align-items:center;font-size:13px;min-width:0}
      .links span{flex:1;min-width:0}.links svg{flex:none}
      .key{display:flex;flex-wrap:wrap;gap:4px 14px;font-size:12px;margin:6px 0 10px}
      .key svg{display:inline-block;vertical-align:-2px}
      .groups{display:grid;gap:6px}
      .g{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:6px 10px;\
      font-size:13px}
      .g b{font-size:14px}
      """;

  /** What browsers are told: run nothing, load nothing, and use the page's own style alone. */
  public static final String POLICY =
      "default-src 'none'; style-src 'sha256-"
          + hash(STYLE)
          + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

  private final Snapshot snapshot;
  private final Facts facts;
  private final Viewer viewer;
  private final Links links;
  private final StringBuilder page = new StringBuilder(64 * 1024);

  private StatusPage(Snapshot snapshot, Facts facts, Viewer viewer) {
    this.snapshot = snapshot;
    this.facts = facts;
    this.viewer = viewer;
    this.links = new Links(snapshot.network());
  }

  /** The page for whoever looks. */
  public static String of(Snapshot snapshot, Facts facts, Viewer viewer) {
    return new StatusPage(snapshot, facts, viewer).draw();
  }

  private static String hash(String style) {
    try {
      byte[] bytes = style.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Text as markup, whatever it is; what breaks lines or turns directions is a question mark. */
  static String escaped(String text) {
    if (isMarkupOfItself(text)) {
      return text;
    }
    StringBuilder markup = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> markup.append("&amp;");
                case '<' -> markup.append("&lt;");
                case '>' -> markup.append("&gt;");
                case '"' -> markup.append("&quot;");
                case '\'' -> markup.append("&#39;");
                default -> markup.appendCodePoint(isPlain(c) ? c : '?');
              }
            });
    return markup.toString();
  }

  /** Whether it is of letters, digits and the like alone, as most names are. */
  private static boolean isMarkupOfItself(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '&' || c == '<' || c == '>' || c == '"' || c == '\'') {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }

  private static String name(String text) {
    // The end of a path tells it from others.
    return escaped(
        text.length() <= LONGEST_NAME
            ? text
            : "…" + text.substring(text.length() - LONGEST_NAME + 1));
  }

  private String draw() {
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
        .append("<meta http-equiv=\"refresh\" content=\"5\"><title>Peace</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n");
    head();
    network();
    groups();
    fallbacks();
    return page.append("</body></html>\n").toString();
  }

  private void head() {
    page.append("<h1>Peace, mode ")
        .append(escaped(facts.mode()))
        .append("</h1><p class=\"dim\">")
        .append(
            escaped(
                "%s, on a %s NameNode (%s), order %s. Topology %s, loaded at %s%s. Status of %s."
                    .formatted(
                        facts.version(),
                        facts.binding(),
                        facts.state(),
                        facts.order(),
                        facts.topology().source(),
                        Text.time(facts.topology().loadedAt()),
                        shortHash(),
                        Text.time(snapshot.at()))))
        .append("</p>\n<ul>");
    for (String sentence : Summary.of(snapshot, facts)) {
      page.append("<li>").append(escaped(sentence)).append("</li>\n");
    }
    page.append("</ul>\n");
  }

  private String shortHash() {
    String hash = facts.topology().sha256();
    return hash.isEmpty() ? "" : " (SHA-256 " + hash.substring(0, 12) + "…)";
  }

  private void network() {
    NetworkModel model = links.model();
    page.append("<h2>Network: ")
        .append(Text.count(model.servers(), "server"))
        .append(", a stream ")
        .append(Text.bytes((double) snapshot.streamBytesPerSecond()))
        .append("/s</h2>\n<div class=\"key\">");
    key("u0", "idle");
    key("u1", "up to a quarter");
    key("u2", "up to three quarters");
    key("u3", "more");
    key("u4", "full");
    page.append("<span>left half: up; right half: down</span></div>\n<div class=\"racks\">\n");
    for (Map.Entry<String, List<Integer>> rack : serversBySwitch().entrySet()) {
      rack(rack.getKey(), rack.getValue());
    }
    page.append("</div>\n");
    betweenSwitches();
  }

  private void key(String use, String text) {
    page.append("<span><svg width=\"12\" height=\"12\"><rect width=\"12\" height=\"12\" class=\"")
        .append(use)
        .append("\"/></svg> ")
        .append(text)
        .append("</span>");
  }

  private Map<String, List<Integer>> serversBySwitch() {
    NetworkModel model = links.model();
    Map<String, List<Integer>> racks = new TreeMap<>();
    for (int server = 0; server < model.servers(); server++) {
      racks
          .computeIfAbsent(model.switchName(model.switchOf(server)), key -> new ArrayList<>())
          .add(server);
    }
    return racks;
  }

  private void rack(String name, List<Integer> servers) {
    NetworkModel model = links.model();
    int width = Math.min(ACROSS, servers.size()) * CELL;
    int height = (servers.size() + ACROSS - 1) / ACROSS * CELL;
    page.append("<div class=\"rack\"><b>").append(name(name)).append("</b>");
    page.append(
        "<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">\n"
            .formatted(width, height));
    int i = 0;
    for (int server : servers) {
      int x = i % ACROSS * CELL;
      int y = i / ACROSS * CELL;
      i++;
      int up = model.up(server);
      int down = model.down(server);
      page.append("<g><title>")
          .append(name(model.serverName(server)))
          .append(" ↑ ")
          .append(Text.percent(links.use(up)))
          .append(" ↓ ")
          .append(Text.percent(links.use(down)));
      String reason = facts.notUsed().get(model.serverName(server));
      if (reason != null) {
        page.append(", no chunks: ").append(escaped(reason));
      }
      page.append("</title>");
      cell(x, y, reason == null ? use(up) : "off");
      cell(x + CELL / 2 - 1, y, reason == null ? use(down) : "off");
      page.append("</g>");
    }
    page.append("</svg></div>\n");
  }

  private void cell(int x, int y, String use) {
    page.append("<rect x=\"")
        .append(x)
        .append("\" y=\"")
        .append(y)
        .append("\" width=\"6\" height=\"12\" class=\"")
        .append(use)
        .append("\"/>");
  }

  private String use(int edge) {
    double use = links.use(edge);
    if (links.isFull(edge) || use >= FULL) {
      return "u4";
    }
    return use <= 0 ? "u0" : use <= SOME ? "u1" : use <= BUSY ? "u2" : "u3";
  }

  private void betweenSwitches() {
    NetworkModel model = links.model();
    if (model.links() == 0) {
      return;
    }
    page.append("<h2>Links between switches</h2>\n<div class=\"links\">\n");
    for (int k = 0; k < Math.min(MOST_LINKS, model.links()); k++) {
      int edge = model.link(k);
      int part = (int) Math.round(60 * Math.min(1, links.use(edge)));
      page.append("<div><svg width=\"60\" height=\"10\" viewBox=\"0 0 60 10\">")
          .append("<rect width=\"60\" height=\"10\" class=\"u0\"/><rect width=\"")
          .append(part)
          .append("\" height=\"10\" class=\"")
          .append(use(edge))
          .append("\"/></svg><span>")
          .append(name(links.name(edge)))
          .append(" ")
          .append(Text.percent(links.use(edge)))
          .append(" of ")
          .append(Text.bytes((double) links.believed(edge)))
          .append("/s</span></div>\n");
    }
    page.append("</div>\n");
    leftOff(model.links() - MOST_LINKS, "link");
  }

  private void leftOff(int more, String of) {
    if (more > 0) {
      page.append("<p class=\"dim\">").append(Text.count(more, "more " + of)).append(".</p>\n");
    }
  }

  private void groups() {
    List<Snapshot.WaitingGroup> groups = snapshot.groups();
    page.append("<h2>Groups that wait, in the order in which they will be served: ")
        .append(groups.size())
        .append("</h2>\n");
    if (groups.isEmpty()) {
      page.append("<p>Nobody waits.</p>\n");
      return;
    }
    page.append("<div class=\"groups\">\n");
    for (Snapshot.WaitingGroup group : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      page.append("<div class=\"g\"><b>").append(group.place()).append(". ");
      boolean isNamed = !group.group().name().isEmpty() && viewer.maySee(group.group().user());
      page.append(name(isNamed ? group.group().name() : "from " + StatusJson.host(group.group())))
          .append("</b> user ")
          .append(name(group.group().user()))
          .append(": ")
          .append(Text.count(group.chunks(), "chunk"))
          .append(" of ")
          .append(Text.bytes((double) group.bytes()))
          .append(", waits for ")
          .append(Text.duration(Math.max(0, snapshot.at() - group.oldest())))
          .append(", some ")
          .append(Text.duration(group.expectedMillis()))
          .append(" to go. Blocked by ")
          .append(escaped(Text.some(links.names(group.bars()))))
          .append("</div>\n");
    }
    page.append("</div>\n");
    leftOff(groups.size() - MOST_GROUPS, "group");
  }

  private void fallbacks() {
    page.append("<h2>Placed by the stock policy of late</h2>\n<div class=\"groups\">\n");
    for (SchedulerEvent.Fallback fallback : facts.fallbacks()) {
      Chunk chunk = fallback.chunk();
      boolean maySee = viewer.maySee(chunk.user());
      Reasons.Reason why = Reasons.of(fallback.reason());
      page.append("<div class=\"g\">")
          .append(Text.time(fallback.time()))
          .append(" <b>")
          .append(name(maySee ? chunk.path() : "a chunk"))
          .append("</b> user ")
          .append(name(chunk.user()))
          .append(": ")
          .append(fallback.reason().text())
          .append(". ")
          .append(escaped(why.cause()))
          .append(' ')
          .append(maySee ? name(fallback.detail()) : "")
          .append(' ')
          .append(escaped(why.remedy()))
          .append("</div>\n");
    }
    page.append("</div>\n");
    if (facts.fallbacks().isEmpty()) {
      page.append("<p>None.</p>\n");
    }
  }
}
