package org.peacescheduler.hdfs.web;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.status.StatusPage;
import org.peacescheduler.status.Viewer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Peace on the NameNode's web server, which has been started before Peace is there: a page at
 * {@code /peace}, JSON at {@code /peace/status}, {@code /peace/topology} and {@code
 * /peace/explain?what=PATH}, and lines of a trace at {@code /peace/trace}, for superusers.
 *
 * <p>Goals, in order: nobody learns here what {@code /jmx} or HDFS would not tell him; nothing that
 * a client has said becomes markup or script; the scheduler hardly notices.
 *
 * <p>The filters that authenticate are those of the whole server. Beyond them the rule is that of
 * {@code /jmx} ({@code hadoop.security.instrumentation.requires.admin}), and paths and groups of
 * others are for superusers. Where nobody is authenticated, as with HDFS's simple security, a
 * caller is who he says he is ({@code ?user.name=}), as HDFS itself believes him.
 *
 * <p>Bound: whoever may ask has the coordinator's lock for a slice of 256 chunks at a time, and an
 * answer has as many chunks, groups and names as {@link org.peacescheduler.status.Snapshot} and
 * {@link org.peacescheduler.status.Explainer} tell at most, whatever {@code what} is.
 *
 * <p>Browsers ask for the page again every five seconds, but with {@code ?refresh=0}.
 *
 * <p>Example: {@code /peace/status?user.name=hdfs}. Thread-safe.
 */
public final class PeaceServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.PeaceServlet");

  /** Where the web server keeps what is shown. */
  private static final String ATTRIBUTE = "org.peacescheduler.operator";

  private static final String NAME = "peace";
  private static final String PATHS = "/peace/*";
  private static final String USER = "user.name";
  private static final String REFRESH = "refresh";
  private static final String NEVER = "0";

  /** Made by the web server. */
  public PeaceServlet() {}

  /** What there is to be shown. */
  public interface Shown {
    /** The status as JSON. */
    String status(Viewer viewer) throws IOException;

    /** The status as a page. */
    String page(Viewer viewer) throws IOException;

    /** The network as JSON. */
    String topology() throws IOException;

    /** What is remembered of the last hour, as lines of a trace. */
    void trace(Appendable to) throws IOException;

    /** Why chunks of a path or a group waited, or did not, as JSON. */
    String explanation(String what, Viewer viewer) throws IOException;

    /** Whether somebody is a superuser of HDFS. */
    boolean isSuperuser(UserGroupInformation user);
  }

  /** Shows it on a web server that runs. Whoever was shown there before is not any more. */
  public static void showOn(HttpServer2 server, Shown shown) {
    server.setAttribute(ATTRIBUTE, shown);
    server.addServlet(NAME, PATHS, PeaceServlet.class);
  }

  /** Shows nothing any more; the paths stay, and say so. */
  public static void hideFrom(HttpServer2 server) {
    server.setAttribute(ATTRIBUTE, null);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!HttpServer2.isInstrumentationAccessAllowed(getServletContext(), request, response)) {
      return;
    }
    if (!(getServletContext().getAttribute(ATTRIBUTE) instanceof Shown shown)) {
      response.sendError(
          HttpServletResponse.SC_SERVICE_UNAVAILABLE, "Peace does not run in this NameNode.");
      return;
    }
    String path = request.getPathInfo() == null ? "/" : request.getPathInfo();
    try {
      answer(path, shown, request, response);
    } catch (RuntimeException e) {
      LOG.error("Peace failed to show {}", path, e);
      response.sendError(
          HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "See the NameNode's log for what failed.");
    }
  }

  private void answer(
      String path, Shown shown, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Viewer viewer = viewer(shown, request);
    switch (path) {
      case "/" -> {
        response.setHeader("Content-Security-Policy", StatusPage.POLICY);
        if (!NEVER.equals(request.getParameter(REFRESH))) {
          response.setHeader("Refresh", "5; url=" + itself(request));
        }
        send(response, "text/html; charset=utf-8", shown.page(viewer));
      }
      case "/status" -> send(response, "application/json; charset=utf-8", shown.status(viewer));
      case "/topology" -> send(response, "application/json; charset=utf-8", shown.topology());
      case "/trace" -> {
        if (viewer.equals(Viewer.SUPERUSER)) {
          trace(shown, response);
        } else {
          response.sendError(
              HttpServletResponse.SC_FORBIDDEN, "Paths of all users are for HDFS's superusers.");
        }
      }
      case "/explain" -> {
        String what = unquoted(request.getParameter("what"));
        if (what.isEmpty()) {
          response.sendError(
              HttpServletResponse.SC_BAD_REQUEST, "Name a path or a group: ?what=/flink/job.");
        } else {
          send(response, "application/json; charset=utf-8", shown.explanation(what, viewer));
        }
      }
      default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  /**
   * The address of the page, as seen from it, without a part such as {@code #groups}: with one,
   * browsers would go to that part of the page that they have. Without it they load the page anew,
   * and stay where they are.
   */
  private static String itself(HttpServletRequest request) {
    String path = request.getRequestURI();
    String last = path.substring(path.lastIndexOf('/') + 1);
    String query = request.getQueryString();
    return (last.isEmpty() ? "." : last) + (query == null ? "" : "?" + query);
  }

  /** Bound: what the history may hold; a line is written after the other. */
  private static void trace(Shown shown, HttpServletResponse response) throws IOException {
    response.setContentType("application/x-ndjson; charset=utf-8");
    response.setHeader("X-Content-Type-Options", "nosniff");
    try (Writer lines =
        new BufferedWriter(
            new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8))) {
      shown.trace(lines);
    }
  }

  /** Hadoop's web server quotes what markup is made of in all parameters. */
  private static String unquoted(String parameter) {
    return parameter == null
        ? ""
        : parameter
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&amp;", "&");
  }

  private static void send(HttpServletResponse response, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    response.setContentType(type);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }

  private Viewer viewer(Shown shown, HttpServletRequest request) {
    String name = user(request);
    boolean isSuperuser =
        !name.isEmpty() && shown.isSuperuser(UserGroupInformation.createRemoteUser(name));
    return isSuperuser ? Viewer.SUPERUSER : new Viewer(Optional.of(name));
  }

  /** Who asks; empty if nobody knows. */
  private String user(HttpServletRequest request) {
    String known = request.getRemoteUser() == null ? "" : request.getRemoteUser();
    if (UserGroupInformation.isSecurityEnabled()) {
      return known;
    }
    Configuration conf =
        (Configuration) getServletContext().getAttribute(HttpServer2.CONF_CONTEXT_ATTRIBUTE);
    String nobody =
        conf.get(
            CommonConfigurationKeys.HADOOP_HTTP_STATIC_USER,
            CommonConfigurationKeys.DEFAULT_HADOOP_HTTP_STATIC_USER);
    String said = request.getParameter(USER);
    boolean isNobody = known.isEmpty() || known.equals(nobody);
    return isNobody && said != null ? said : known;
  }

  /** Nobody needs it, as with {@code /jmx}. */
  @Override
  protected void doTrace(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
  }
}
