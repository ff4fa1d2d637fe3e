package org.peacescheduler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peacescheduler.coordinate.FallbackReason;

/** The NameNode's page of small and large networks, and of names that want to be markup. */
class SampleNetworkPageIT {
  @TempDir static Path profile;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start(profile);
  }

  @AfterAll
  static void stop() {
    browser.close();
  }

  private static void someFallBack(SampleNetwork network, String path, String user, String detail) {
    for (FallbackReason reason : FallbackReason.values()) {
      network.fallBack(path, "server-0-1.rack.example.com", user, reason, detail);
    }
  }

  @ParameterizedTest
  @EnumSource
  void page_seventeenServers_fitsAndIsReadable(Screen screen) throws Exception {
    try (SampleNetwork network = new SampleNetwork(6, 6, 5)) {
      for (int i = 0; i < 60; i++) {
        network.submit(
            "/checkpoints/job-%d/chk-42/part-%d".formatted(i % 7, i),
            "server-%d-%d.rack.example.com".formatted(i % 3, 1 + i / 3 % 5),
            i % 7 < 4 ? "ann" : "bob",
            "/checkpoints/job-%d/chk-42".formatted(i % 7));
      }
      network.pass(50);
      someFallBack(network, "/logs/app-1/events", "joe", "60 s are over");
      browser.assertFine(network.address(), "status-17", screen);
    }
  }

  @ParameterizedTest
  @EnumSource
  void page_twoThousandServersAndAThousandGroups_fitsAndIsReadable(Screen screen) throws Exception {
    int[] racks = new int[50];
    Arrays.fill(racks, 40);
    try (SampleNetwork network = new SampleNetwork(racks)) {
      for (int i = 0; i < 3_000; i++) {
        String path = "/flink/jobs/a-job-with-a-long-name/checkpoints/chk-%d/part".formatted(i);
        network.submit(
            path,
            "server-%d-%d.rack.example.com".formatted(i % 50, 1 + i / 50 % 40),
            "user" + i % 20,
            path.substring(0, path.length() - 5));
      }
      network.pass(20);
      browser.assertFine(network.address(), "status-2000", screen);
      assertEquals(50L, browser.ask("return document.querySelectorAll('.rack').length"));
      assertEquals(2_000L, browser.ask("return document.querySelectorAll('.rack g').length"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void page_hostileNames_runNothing(Screen screen) throws Exception {
    try (SampleNetwork network = new SampleNetwork(3, 3)) {
      for (int i = 0; i < 9; i++) {
        network.submit("/a" + i, "server-0-1.rack.example.com", "bob", "b" + i);
      }
      network.submit(SampleNetwork.HOSTILE, SampleNetwork.HOSTILE, "ann", "x");
      for (String name : new String[] {SampleNetwork.HOSTILE, "/" + "w".repeat(300)}) {
        network.submit(name, "server-0-2.rack.example.com", name, name);
        someFallBack(network, name, name, name);
      }
      browser.assertFine(network.address(), "status-hostile", screen);
      // An alert would have made this throw.
      assertEquals("Peace", browser.ask("return document.title"));
      assertEquals(0L, browser.ask("return document.querySelectorAll('script, img').length"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void page_nobodyWaits_fitsAndIsReadable(Screen screen) throws Exception {
    try (SampleNetwork network = new SampleNetwork(1, 1)) {
      browser.assertFine(network.address(), "status-idle", screen);
    }
  }
}
