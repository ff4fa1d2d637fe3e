package org.peacescheduler.status;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * The status as a page: sentences, the network as a picture with the use of each link, groups in
 * the order in which they will be served, files of the last two minutes as a timeline, the last
 * chunks that the stock policy placed instead.
 *
 * <p>Goals, in order: nothing that a client or a host calls itself becomes markup or script; it is
 * read on a phone as on a desk, by day and by night; no other file is needed.
 *
 * <p>There is no script at all, and {@link #POLICY} has browsers run none and load nothing: the one
 * style sheet is allowed by its hash.
 *
 * <p>Example: with 2,000 servers and 1,000 waiting groups it has some 600 kB, and takes some 20 ms.
 * Cost: linear in servers, links and groups. Thread-safe: it has no state.
 */
public final class StatusPage {
  private static final int MOST_GROUPS = 1000;
  private static final int LONGEST_NAME = 120;

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
      nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin:10px 0 0}a{color:inherit}
      .n{display:inline-block;max-width:100%}
      .groups{display:grid;gap:6px}
      .g{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:6px 10px;\
      font-size:13px}
      .g b{font-size:14px}
      """
          + NetworkPicture.STYLE
          + Timeline.STYLE;

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

  /**
   * The page for whoever looks.
   *
   * @param history what happened of late
   */
  public static String of(Snapshot snapshot, Facts facts, History history, Viewer viewer) {
    return new StatusPage(snapshot, facts, viewer)
        .draw(history.since(snapshot.at() - Timeline.LENGTH, Timeline.MOST_EVENTS));
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

  /** A name as markup; of a long one the end. */
  static String name(String text) {
    // The end of a path tells it from others.
    return escaped(
        text.length() <= LONGEST_NAME
            ? text
            : "…" + text.substring(text.length() - LONGEST_NAME + 1));
  }

  private String draw(List<SchedulerEvent> events) {
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
        .append("<title>Peace</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n");
    head();
    sections();
    new NetworkPicture(page, links, facts).draw(snapshot.streamBytesPerSecond());
    groups();
    new Timeline(page, viewer, snapshot.at()).draw(events);
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
                        Text.dateAndTime(facts.topology().loadedAt()),
                        shortHash(),
                        Text.dateAndTime(snapshot.at()))))
        .append("</p>\n<ul>");
    for (String sentence : Summary.of(snapshot, facts)) {
      page.append("<li>").append(escaped(sentence)).append("</li>\n");
    }
    page.append("</ul>\n");
  }

  /** Where to go on a small screen; a place stays when the page comes anew. */
  private void sections() {
    page.append("<nav><a href=\"#groups\">Who waits</a>")
        .append("<a href=\"#time\">The last two minutes</a><a href=\"#network\">Network</a>");
    if (links.model().links() > 0) {
      page.append("<a href=\"#links\">Links between switches</a>");
    }
    page.append("<a href=\"#stock\">Placed by the stock policy</a></nav>\n");
  }

  private String shortHash() {
    String hash = facts.topology().sha256();
    return hash.isEmpty() ? "" : " (SHA-256 " + hash.substring(0, 12) + "…)";
  }

  /** Says how many entries are not shown, if there are any. */
  static void leftOff(StringBuilder page, int more, String of) {
    if (more > 0) {
      page.append("<p class=\"dim\">").append(Text.count(more, "more " + of)).append(".</p>\n");
    }
  }

  private void groups() {
    List<Snapshot.WaitingGroup> groups = snapshot.groups();
    page.append("<h2 id=\"groups\">Groups that wait, in the order in which they will be served: ")
        .append(Text.figure(groups.size()))
        .append("</h2>\n");
    if (groups.isEmpty()) {
      page.append("<p>Nobody waits.</p>\n");
      return;
    }
    page.append("<div class=\"groups\">\n");
    for (Snapshot.WaitingGroup group : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      page.append("<div class=\"g\"><b>").append(group.place()).append(". ");
      boolean isNamed = !group.group().name().isEmpty() && viewer.maySee(group.group().user());
      page.append(name(isNamed ? group.group().name() : "from " + group.group().writer()))
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
          .append(some(links.names(group.bars())))
          .append("</div>\n");
    }
    page.append("</div>\n");
    leftOff(page, groups.size() - MOST_GROUPS, "group");
  }

  private void fallbacks() {
    page.append(
        "<h2 id=\"stock\">Placed by the stock policy of late</h2>\n<div class=\"groups\">\n");
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
          .append(maySee && !fallback.detail().isEmpty() ? detail(fallback.detail()) : "")
          .append(' ')
          .append(escaped(why.remedy()))
          .append("</div>\n");
    }
    page.append("</div>\n");
    if (facts.fallbacks().isEmpty()) {
      page.append("<p>None.</p>\n");
    }
  }

  /** As a sentence of its own. */
  private static String detail(String detail) {
    return " In detail: " + name(detail) + (detail.endsWith(".") ? "" : ".");
  }

  /** Names of links, none of which is broken if it fits into a line. */
  private static String some(List<String> names) {
    return Text.some(
        names.stream().map(name -> "<span class=\"n\">" + escaped(name) + "</span>").toList());
  }
}
