package org.peacescheduler.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Where a cluster's NameNodes have their web servers, by its {@code core-site.xml} and {@code
 * hdfs-site.xml}: those of {@code HADOOP_CONF_DIR}, or else on the class path, as with {@code hdfs
 * peace}.
 *
 * <p>Example: two NameNodes of the nameservice {@code ns}: {@code http://nn1:9870}, {@code
 * http://nn2:9870}. Immutable.
 */
final class HadoopSites {
  private static final int HTTP_PORT = 9870;
  private static final int HTTPS_PORT = 9871;
  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  private final Map<String, String> values;

  private HadoopSites(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** Those of this machine. */
  static HadoopSites here() throws CommandFailure {
    String directory = System.getenv("HADOOP_CONF_DIR");
    return directory == null || directory.isEmpty() ? onClassPath() : in(Path.of(directory));
  }

  /** Those in a directory. */
  static HadoopSites in(Path directory) throws CommandFailure {
    Map<String, String> values = new HashMap<>();
    for (String name : FILES) {
      Path file = directory.resolve(name);
      if (Files.isReadable(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          values.putAll(read(in));
        } catch (IOException | SAXException e) {
          throw unreadable(file.toString(), e);
        }
      }
    }
    return new HadoopSites(values);
  }

  private static HadoopSites onClassPath() throws CommandFailure {
    Map<String, String> values = new HashMap<>();
    for (String name : FILES) {
      try (InputStream in = HadoopSites.class.getClassLoader().getResourceAsStream(name)) {
        values.putAll(in == null ? Map.of() : read(in));
      } catch (IOException | SAXException e) {
        throw unreadable(name, e);
      }
    }
    return new HadoopSites(values);
  }

  private static CommandFailure unreadable(String file, Exception e) {
    return CommandFailure.badInput(
        "'%s' cannot be read: %s%nMaybe name the NameNode: HOST:PORT of its web server."
            .formatted(file, e.getMessage()),
        e);
  }

  private static Map<String, String> read(InputStream in) throws IOException, SAXException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setXIncludeAware(false);
      NodeList properties = factory.newDocumentBuilder().parse(in).getElementsByTagName("property");
      Map<String, String> values = new HashMap<>();
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        values.put(text(property, "name"), text(property, "value"));
      }
      return values;
    } catch (ParserConfigurationException e) {
      throw new IOException(e);
    }
  }

  private static String text(Element property, String name) {
    NodeList found = property.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }

  private Optional<String> value(String key) {
    return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
  }

  /** The web servers of the NameNodes; none if the files do not say. */
  List<URI> nameNodes() {
    boolean isHttps = value("dfs.http.policy").filter("HTTPS_ONLY"::equals).isPresent();
    String key = isHttps ? "dfs.namenode.https-address" : "dfs.namenode.http-address";
    List<URI> found = new ArrayList<>();
    for (String service : value("dfs.nameservices").orElse("").split(",", -1)) {
      String ofService = service.strip().isEmpty() ? "" : "." + service.strip();
      for (String id : value("dfs.ha.namenodes" + ofService).orElse("").split(",", -1)) {
        String suffix = ofService + (id.strip().isEmpty() ? "" : "." + id.strip());
        value(key + suffix).or(() -> value(key)).ifPresent(at -> found.add(uri(at, isHttps)));
      }
    }
    if (found.isEmpty()) {
      value("fs.defaultFS")
          .map(URI::create)
          .filter(fs -> fs.getHost() != null)
          .ifPresent(
              fs ->
                  found.add(uri(fs.getHost() + ":" + (isHttps ? HTTPS_PORT : HTTP_PORT), isHttps)));
    }
    return found.stream().distinct().toList();
  }

  private URI uri(String address, boolean isHttps) {
    // A NameNode that listens everywhere is at the file system's host.
    String host =
        address.startsWith("0.0.0.0:")
            ? value("fs.defaultFS").map(fs -> URI.create(fs).getHost()).orElse("localhost")
                + address.substring(address.indexOf(':'))
            : address;
    return URI.create((isHttps ? "https://" : "http://") + host);
  }
}
