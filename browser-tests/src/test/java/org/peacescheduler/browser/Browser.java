package org.peacescheduler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Debian's chromium without a window, which loads a page and says what is wrong with it.
 *
 * <p>Wrong is: wider than the screen, a chart beyond its edge, text that can hardly be read, an
 * error of the console, a request to somewhere else, an attribute that would run something.
 *
 * <p>Example: {@code browser.assertFine("http://localhost:9870/peace", "status", PHONE_DARK)}. A
 * page takes about a second. Confined to one thread.
 */
final class Browser implements AutoCloseable {
  /** Pages with 2,000 servers and 1,000 groups are long; nobody looks at all of it. */
  private static final int LONGEST_SCREENSHOT = 6000;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** It knows this browser's protocol by number, and says so; what is used here has no number. */
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHECKS = checks();

  private final ChromeDriver driver;
  private final Path screenshots;

  private Browser(ChromeDriver driver, Path screenshots) {
    this.driver = driver;
    this.screenshots = screenshots;
  }

  /**
   * Starts it.
   *
   * @param profile an empty directory for what the browser keeps
   */
  static Browser start(Path profile) throws IOException {
    DEVTOOLS.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program("peace.chromium", "chromium", "chromium-browser", "google-chrome"));
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(
                Path.of(program("peace.chromedriver", "chromedriver", "chromium.chromedriver"))
                    .toFile())
            .usingAnyFreePort()
            .build();
    Path screenshots =
        Files.createDirectories(Path.of(System.getProperty("peace.screenshots", "target")));
    return new Browser(new ChromeDriver(service, options), screenshots);
  }

  /** Where a program is: as a system property says, or the first of these names on the path. */
  private static String program(String property, String... names) {
    String told = System.getProperty(property);
    if (told != null) {
      return told;
    }
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(names)
        .flatMap(name -> Stream.of(path.split(":", -1)).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "There is no %s on the PATH; the browser tests need a chromium and its driver.%nOn Debian: apt-get install chromium chromium-driver. Elsewhere name them with -D%s=FILE."
                        .formatted(names[0], property)));
  }

  private static String checks() {
    try (InputStream in = Browser.class.getResourceAsStream("checks.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("checks.js cannot be read", e);
    }
  }

  /** Loads a page and expects nothing wrong with it; a picture of it comes first. */
  void assertFine(String address, String name, Screen screen) throws IOException {
    load(address, screen);
    picture(name + "-" + screen.text());
    assertEquals(List.of(), findings(address, screen), name + " on " + screen.text());
  }

  /** Loads a page at a size and in a colour scheme. */
  void load(String address, Screen screen) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            screen.width,
            "height",
            screen.height,
            "deviceScaleFactor",
            1,
            "mobile",
            screen.width < 500));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of(
                    "name", "prefers-color-scheme", "value", screen.isDark ? "dark" : "light"))));
    driver.manage().logs().get(LogType.BROWSER);
    driver.manage().logs().get(LogType.PERFORMANCE);
    driver.get(address);
  }

  /** What a script returns. */
  Object ask(String script) {
    return driver.executeScript(script);
  }

  /** Waits until a script returns true. */
  void await(String script) {
    new WebDriverWait(driver, PATIENCE).until(page -> Boolean.TRUE.equals(ask(script)));
  }

  /** What is wrong with the page that is loaded. */
  List<String> findings(String address, Screen screen) throws IOException {
    List<String> findings = new ArrayList<>();
    if (driver.executeScript(CHECKS, screen.width) instanceof List<?> found) {
      found.forEach(each -> findings.add(each.toString()));
    }
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        findings.add("console: " + entry.getMessage());
      }
    }
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode message = JSON.readTree(entry.getMessage()).path("message");
      String url = message.at("/params/request/url").asText();
      if (message.path("method").asText().equals("Network.requestWillBeSent")
          && !url.startsWith("data:")
          && !url.equals(address)) {
        findings.add("request: " + url);
      }
    }
    return findings;
  }

  /** Writes a picture of the page, from its top on. */
  private void picture(String name) throws IOException {
    Number height = (Number) ask("return document.documentElement.scrollHeight");
    Number width = (Number) ask("return document.documentElement.clientWidth");
    Object data =
        driver
            .executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                    "format",
                    "png",
                    "captureBeyondViewport",
                    true,
                    "clip",
                    Map.of(
                        "x",
                        0,
                        "y",
                        0,
                        "width",
                        width,
                        "height",
                        Math.min(LONGEST_SCREENSHOT, height.intValue()),
                        "scale",
                        1)))
            .get("data");
    Files.write(screenshots.resolve(name + ".png"), Base64.getDecoder().decode(data.toString()));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
