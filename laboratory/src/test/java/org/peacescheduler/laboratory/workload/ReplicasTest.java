package org.peacescheduler.laboratory.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicasTest {
  @Test
  void problem_asManyAsOthers_isNone() {
    assertEquals(Optional.empty(), new Replicas(16, false).problem(17));
    assertEquals(Optional.empty(), new Replicas(17, true).problem(17));
  }

  @Test
  void problem_moreThanHosts_saysHowManyThereCanBe() {
    assertEquals(
        Optional.of(
            "--replication is 17; with 17 servers, of which the writer takes none, at least 1 and"
                + " at most 16."),
        new Replicas(17, false).problem(17));
  }

  @Test
  void problem_onlyOnOwnDisk_isNoLoadOfAnyLink() {
    assertEquals(
        Optional.of(
            "--replication is 1; with 17 servers, of which the writer takes one over no link, at"
                + " least 2 and at most 17."),
        new Replicas(1, true).problem(17));
  }
}
