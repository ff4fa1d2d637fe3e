package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClasspathCommandTest {
  @Test
  void classpath_releaseWithoutAnOverlay_saysThatThePluginDoes() {
    Cli cli = Cli.run("classpath", "--hadoop", "3.4.1");
    assertEquals(2, cli.exitCode());
    assertEquals(
        "There is no overlay for Hadoop '3.4.1'. Maybe add --stock, for the plugin alone.",
        firstLine(cli));
  }

  @Test
  void classpath_releaseThatNobodyTested_namesThoseThatWere() {
    for (String[] command :
        new String[][] {
          {"classpath", "--hadoop", "3.3.6"}, {"classpath", "--hadoop", "3.3.6", "--stock"}
        }) {
      Cli cli = Cli.run(command);
      assertEquals(2, cli.exitCode());
      assertEquals(
          "Hadoop '3.3.6' is not supported. Maybe use 3.5.0 or 3.4.3, or with --stock 3.4.2 or"
              + " 3.4.1.",
          firstLine(cli));
    }
  }

  @Test
  void classpath_stockReleaseWithoutAnOverlay_isTheSamePluginForAll() {
    Cli newest = Cli.run("classpath", "--hadoop", "3.5.0", "--stock");
    Cli oldest = Cli.run("classpath", "--hadoop", "3.4.1", "--stock");
    assertEquals(newest, oldest);
  }

  private static String firstLine(Cli cli) {
    assertTrue(cli.out().isEmpty(), cli.out());
    return cli.err().lines().findFirst().orElseThrow();
  }
}
