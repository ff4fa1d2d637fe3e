package org.peacescheduler.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FreezeConfigurationTest {
  @Test
  void parse_turns_areByTheRequestsThatHdfsThenTakes() {
    FreezeConfiguration turns =
        FreezeConfiguration.parse("peace-patched+turns+dfs.namenode.peace.order=fcfs");
    assertEquals("peace-patched+dfs.namenode.peace.order=fcfs+requests", turns.hdfs());
    assertEquals("peace-patched+dfs.namenode.peace.order=fcfs", turns.turns().without());
    assertTrue(turns.turns().asked());
  }

  @Test
  void parse_firstBlockOrNoTurns_areTheTestbedsOwn() {
    assertEquals("peace", FreezeConfiguration.parse("peace+first-block").hdfs());
    assertEquals("stock", FreezeConfiguration.parse("stock").hdfs());
    assertFalse(FreezeConfiguration.parse("stock").turns().asked());
  }

  @Test
  void parse_turnsOfStock_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> FreezeConfiguration.parse("stock+turns"));
  }

  @Test
  void parse_noConfigurationOfHdfs_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> FreezeConfiguration.parse("fast+turns"));
  }
}
