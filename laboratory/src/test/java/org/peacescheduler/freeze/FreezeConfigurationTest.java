package org.peacescheduler.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FreezeConfigurationTest {
  @Test
  void parse_turns_areNotForHdfs() {
    assertEquals(
        new FreezeConfiguration(
            "peace-patched+turns+dfs.namenode.peace.order=fcfs",
            "peace-patched+dfs.namenode.peace.order=fcfs",
            true),
        FreezeConfiguration.parse("peace-patched+turns+dfs.namenode.peace.order=fcfs"));
    assertEquals(
        new FreezeConfiguration("stock", "stock", false), FreezeConfiguration.parse("stock"));
  }

  @Test
  void parse_noConfigurationOfHdfs_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> FreezeConfiguration.parse("fast+turns"));
  }
}
