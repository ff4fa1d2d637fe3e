package org.peacescheduler.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Asks NameNodes' web servers what they show of Peace.
 *
 * <p>Who asks is {@code HADOOP_USER_NAME}, or the user of this process; where the web server wants
 * Kerberos, whoever has the ticket. Of several NameNodes the active one answers.
 *
 * <p>Thread-safe.
 */
final class NameNodeWeb {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int CONNECT_MILLIS = 5_000;
  private static final int READ_MILLIS = 30_000;

  /** A web server's address, alone or with a page's path; no path of a file and no group. */
  private static final Pattern ADDRESS =
      Pattern.compile("https?://\\S+|[A-Za-z0-9._-]+:[0-9]{1,5}(/peace\\S*)?");

  private final List<URI> servers;

  private NameNodeWeb(List<URI> servers) {
    this.servers = List.copyOf(servers);
  }

  /**
   * The web server that is named, or those that Hadoop's configuration names.
   *
   * @param named as {@code HOST:PORT} or {@code https://HOST:PORT}, or as the URL of a page there,
   *     such as {@code http://HOST:PORT/peace}; null if none is
   */
  static NameNodeWeb of(String named) throws CommandFailure {
    // Java takes the ticket then that 'kinit' got.
    System.setProperty("javax.security.auth.useSubjectCredsOnly", "false");
    if (named != null) {
      String url = named.contains("://") ? named : "http://" + named;
      try {
        URI uri = new URI(url);
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (SCHEMES.contains(scheme) && uri.getHost() != null && uri.getPort() > 0) {
          return new NameNodeWeb(
              List.of(URI.create(scheme + "://" + uri.getHost() + ":" + uri.getPort())));
        }
      } catch (URISyntaxException e) {
        // As below.
      }
      throw CommandFailure.wrongUse(
          "'%s' is no address of a web server.%nMaybe write it like 'nn1.corp:9870', or 'https://nn1.corp:9871'."
              .formatted(named),
          null);
    }
    List<URI> servers = HadoopSites.here().nameNodes();
    if (servers.isEmpty()) {
      throw CommandFailure.wrongUse(
          "No NameNode is named, and no core-site.xml says where one is.%nMaybe add HOST:PORT of its web server, or set HADOOP_CONF_DIR."
              .formatted(),
          null);
    }
    return new NameNodeWeb(servers);
  }

  /** Whether Hadoop's configuration names a NameNode. */
  static boolean isNamed() throws CommandFailure {
    return !HadoopSites.here().nameNodes().isEmpty();
  }

  /** Whether a word looks like the address of a web server. */
  static boolean isAddress(String word) {
    return ADDRESS.matcher(word).matches();
  }

  /** The status of the active NameNode, or of the first that answers. */
  JsonNode status() throws CommandFailure {
    return ofActive("/peace/status?").json();
  }

  /** The network of the active NameNode, or of the first that answers. */
  JsonNode topology() throws CommandFailure {
    return ofActive("/peace/topology?").json();
  }

  /** Writes what the active NameNode remembers, as lines of a trace. */
  void saveTrace(Path file) throws CommandFailure {
    URI server = ofActive("/peace/topology?").server();
    read(
        server,
        "/peace/trace?",
        in -> {
          try (in) {
            return Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
          }
        });
  }

  /** Who answered what. */
  private record Answer(URI server, JsonNode json) {}

  /** Takes what a web server sends. */
  private interface Taker<T> {
    T take(InputStream in) throws IOException;
  }

  private Answer ofActive(String path) throws CommandFailure {
    Answer first = null;
    List<String> problems = new ArrayList<>();
    for (URI server : servers) {
      try {
        Answer answer = new Answer(server, get(server, path));
        if (answer.json().path("nameNode").asText().equals("active")) {
          return answer;
        }
        first = first == null ? answer : first;
      } catch (CommandFailure e) {
        problems.add(e.getMessage());
      }
    }
    if (first == null) {
      throw CommandFailure.failed(String.join(System.lineSeparator(), problems));
    }
    return first;
  }

  /** Why chunks of a path or a group waited; by all NameNodes that answer and know of it. */
  JsonNode explanation(String what) throws CommandFailure {
    JsonNode first = null;
    List<String> problems = new ArrayList<>();
    String query = "/peace/explain?what=" + URLEncoder.encode(what, StandardCharsets.UTF_8) + "&";
    for (URI server : servers) {
      try {
        JsonNode explanation = get(server, query);
        if (explanation.path("chunks").size() > 0) {
          return explanation;
        }
        first = first == null ? explanation : first;
      } catch (CommandFailure e) {
        problems.add(e.getMessage());
      }
    }
    if (first == null) {
      throw CommandFailure.failed(String.join(System.lineSeparator(), problems));
    }
    return first;
  }

  private static JsonNode get(URI server, String path) throws CommandFailure {
    return read(server, path, in -> MAPPER.readTree(in.readAllBytes()));
  }

  private static <T> T read(URI server, String path, Taker<T> taker) throws CommandFailure {
    String user = System.getenv("HADOOP_USER_NAME");
    String name = user == null || user.isEmpty() ? System.getProperty("user.name") : user;
    String url = server + path + "user.name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    try {
      HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout(CONNECT_MILLIS);
      connection.setReadTimeout(READ_MILLIS);
      int code = connection.getResponseCode();
      if (code != HttpURLConnection.HTTP_OK) {
        throw CommandFailure.failed(refusal(server, name, code));
      }
      try (InputStream in = connection.getInputStream()) {
        return taker.take(in);
      }
    } catch (JsonProcessingException e) {
      throw CommandFailure.failed(
          "%s answers, but not as Peace does.%nMaybe that is another web server.".formatted(server),
          e);
    } catch (UnknownHostException e) {
      throw CommandFailure.failed(
          "%s cannot be reached: the host '%s' is unknown.%nMaybe write its name as dfs.namenode.http-address has it, or its IP address."
              .formatted(server, server.getHost()),
          e);
    } catch (IOException e) {
      throw CommandFailure.failed(
          "%s cannot be reached: %s%nMaybe the NameNode is down, or its web server has another port (dfs.namenode.http-address)."
              .formatted(server, e.getMessage()),
          e);
    }
  }

  private static String refusal(URI server, String user, int code) {
    return switch (code) {
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          "%s wants to know who asks.%nMaybe run 'kinit', or set HADOOP_USER_NAME."
              .formatted(server);
      case HttpURLConnection.HTTP_FORBIDDEN ->
          ("%s refuses user '%s' (with Kerberos: the user of the ticket).%n"
                  + "Maybe ask as a superuser of HDFS: the user that runs the NameNode, or a member of"
                  + " dfs.permissions.superusergroup; or as an administrator where"
                  + " hadoop.security.instrumentation.requires.admin is set.")
              .formatted(server, user);
      case HttpURLConnection.HTTP_NOT_FOUND ->
          ("Peace does not answer at %s.%n"
                  + "Maybe that is no NameNode's web server: dfs.namenode.http-address names it, by default with port 9870.%n"
                  + "Or maybe that NameNode runs without Peace: then its log has no line 'Peace is attached to this NameNode'.")
              .formatted(server);
      case HttpURLConnection.HTTP_UNAVAILABLE ->
          "Peace does not run in the NameNode at %s.%nMaybe its log says why: 'Peace is attached to this NameNode' is there otherwise."
              .formatted(server);
      default ->
          "%s answers with HTTP status %d.%nMaybe its log says more.".formatted(server, code);
    };
  }
}
