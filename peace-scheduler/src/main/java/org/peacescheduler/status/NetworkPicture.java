package org.peacescheduler.status;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;

/**
 * The network on the status page: racks with the use of each server's link, and the links between
 * switches.
 *
 * <p>Goals, in order: a phone shows it without scrolling sideways; of a small network each server
 * is named, for a phone has no pointer that could ask; what is full is seen first.
 *
 * <p>Example: {@code svr1.2 ↑ 81 % ↓ 0 %} beside two bars; of 2,000 servers two small rectangles
 * each. Links between switches come with the fullest first. Cost: linear in servers, n log n in
 * links. Confined to one thread.
 */
final class NetworkPicture {

  /** How it looks; part of the page's one style sheet. */
  static final String STYLE =
      """
      .racks{display:flex;flex-wrap:wrap;gap:10px}
      .rack{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:8px;\
      max-width:100%}
      .rack b{display:block;font-size:12px;margin-bottom:4px}
      .s{display:flex;gap:8px;align-items:center;font-size:12px}.s svg{flex:none}
      svg{display:block;max-width:100%;height:auto}
      .u0{fill:var(--u0)}.u1{fill:var(--u1)}.u2{fill:var(--u2)}.u3{fill:var(--u3)}\
      .u4{fill:var(--u4)}.off{fill:none;stroke:var(--dim)}
      .links{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));\
      gap:4px 16px}
      .links div{display:flex;gap:8px;align-items:center;font-size:13px;min-width:0}
      .links span{flex:1;min-width:0}.links svg{flex:none}
      .key{display:flex;flex-wrap:wrap;gap:4px 14px;font-size:12px;margin:6px 0 10px}
      .key svg{display:inline-block;vertical-align:-2px}
      """;

  private static final int MOST_LINKS = 500;

  /** Of larger networks, servers are rectangles without a name. */
  private static final int MOST_NAMED = 60;

  private static final int CELL = 14;
  private static final int ACROSS = 10;
  private static final double FULL = 0.995;
  private static final double BUSY = 0.75;
  private static final double SOME = 0.25;
  private static final Pattern PART = Pattern.compile("[0-9]+|[^0-9]+");

  private final StringBuilder page;
  private final Links links;
  private final NetworkModel model;
  private final Facts facts;

  NetworkPicture(StringBuilder page, Links links, Facts facts) {
    this.page = page;
    this.links = links;
    this.model = links.model();
    this.facts = facts;
  }

  /** Draws it. */
  void draw(long streamBytesPerSecond) {
    page.append("<h2 id=\"network\">Network: ")
        .append(Text.count(model.servers(), "server"))
        .append(", a stream ")
        .append(Text.bytes((double) streamBytesPerSecond))
        .append("/s</h2>\n<div class=\"key\">");
    key(page, "u0", "idle");
    key(page, "u1", "up to a quarter");
    key(page, "u2", "up to three quarters");
    key(page, "u3", "more");
    key(page, "u4", "full");
    key(page, "off", "gets no chunks");
    boolean areNamed = model.servers() <= MOST_NAMED;
    page.append("<span>left: up; right: down</span></div>\n<div class=\"racks\">\n");
    for (Map.Entry<String, List<Integer>> rack : serversBySwitch().entrySet()) {
      page.append("<div class=\"rack\"><b>").append(StatusPage.name(rack.getKey())).append("</b>");
      if (areNamed) {
        rack.getValue().forEach(this::namedServer);
      } else {
        rack(rack.getValue());
      }
      page.append("</div>\n");
    }
    page.append("</div>\n");
    betweenSwitches();
  }

  /** Says what a colour means. */
  static void key(StringBuilder page, String use, String text) {
    page.append("<span><svg width=\"12\" height=\"12\"><rect width=\"12\" height=\"12\" class=\"")
        .append(use)
        .append("\"/></svg> ")
        .append(text)
        .append("</span>");
  }

  private Map<String, List<Integer>> serversBySwitch() {
    Map<String, List<Integer>> racks = new TreeMap<>(NetworkPicture::byNumbers);
    for (int server = 0; server < model.servers(); server++) {
      racks
          .computeIfAbsent(model.switchName(model.switchOf(server)), key -> new ArrayList<>())
          .add(server);
    }
    return racks;
  }

  /** Compares names as people count: {@code tor2} before {@code tor10}. */
  static int byNumbers(String a, String b) {
    Matcher left = PART.matcher(a);
    Matcher right = PART.matcher(b);
    while (left.find() && right.find()) {
      boolean areNumbers = isNumber(left.group()) && isNumber(right.group());
      int order =
          areNumbers
              ? new BigInteger(left.group()).compareTo(new BigInteger(right.group()))
              : left.group().compareTo(right.group());
      if (order != 0) {
        return order;
      }
    }
    return a.compareTo(b);
  }

  private static boolean isNumber(String part) {
    return part.charAt(0) >= '0' && part.charAt(0) <= '9';
  }

  private void namedServer(int server) {
    String reason = facts.notUsed().get(model.serverName(server));
    page.append("<div class=\"s\"><svg width=\"28\" height=\"12\">");
    rectangle(0, 0, 13, reason == null ? use(model.up(server)) : "off");
    rectangle(15, 0, 13, reason == null ? use(model.down(server)) : "off");
    page.append("</svg><span>");
    server(server, reason);
    page.append("</span></div>");
  }

  private void rack(List<Integer> servers) {
    int width = Math.min(ACROSS, servers.size()) * CELL;
    int height = (servers.size() + ACROSS - 1) / ACROSS * CELL;
    page.append(
        "<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">\n"
            .formatted(width, height));
    for (int i = 0; i < servers.size(); i++) {
      int server = servers.get(i);
      int x = i % ACROSS * CELL;
      int y = i / ACROSS * CELL;
      String reason = facts.notUsed().get(model.serverName(server));
      page.append("<g><title>");
      server(server, reason);
      page.append("</title>");
      rectangle(x, y, 6, reason == null ? use(model.up(server)) : "off");
      rectangle(x + CELL / 2 - 1, y, 6, reason == null ? use(model.down(server)) : "off");
      page.append("</g>");
    }
    page.append("</svg>");
  }

  private void server(int server, String reason) {
    page.append(StatusPage.name(model.serverName(server)));
    if (reason == null) {
      page.append(" ↑ ")
          .append(Text.percent(links.use(model.up(server))))
          .append(" ↓ ")
          .append(Text.percent(links.use(model.down(server))));
    } else {
      page.append(", no chunks: ").append(StatusPage.escaped(reason));
    }
  }

  private void rectangle(int x, int y, int width, String use) {
    page.append("<rect x=\"")
        .append(x)
        .append("\" y=\"")
        .append(y)
        .append("\" width=\"")
        .append(width)
        .append("\" height=\"12\" class=\"")
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
    if (model.links() == 0) {
      return;
    }
    page.append("<h2 id=\"links\">Links between switches, the fullest first</h2>\n")
        .append("<div class=\"links\">\n");
    IntStream.range(0, model.links())
        .mapToObj(model::link)
        .sorted(Comparator.<Integer>comparingDouble(links::use).reversed())
        .limit(MOST_LINKS)
        .forEach(this::link);
    page.append("</div>\n");
    StatusPage.leftOff(page, model.links() - MOST_LINKS, "link");
  }

  private void link(int edge) {
    page.append("<div><svg width=\"60\" height=\"10\" viewBox=\"0 0 60 10\">")
        .append("<rect width=\"60\" height=\"10\" class=\"u0\"/><rect width=\"")
        .append(Math.round(60 * Math.min(1, links.use(edge))))
        .append("\" height=\"10\" class=\"")
        .append(use(edge))
        .append("\"/></svg><span>")
        .append(StatusPage.name(links.name(edge)))
        .append(" ")
        .append(Text.percent(links.use(edge)))
        .append(" of ")
        .append(Text.bytes((double) links.believed(edge)))
        .append("/s</span></div>\n");
  }
}
