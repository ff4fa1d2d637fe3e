package org.peacescheduler.laboratory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.client.Turn;

class TurnsAskedTest {
  @Test
  void parse_suffixes_areWaysAndNotForHdfs() {
    assertEquals(new TurnsAsked(Optional.empty(), "stock"), TurnsAsked.parse("stock"));
    assertEquals(
        new TurnsAsked(Optional.of("turns"), "peace+up=3"), TurnsAsked.parse("peace+turns+up=3"));
    assertEquals(
        new TurnsAsked(Optional.of("first-block"), "stock"), TurnsAsked.parse("stock+first-block"));
    assertEquals(
        new TurnsAsked(Optional.of("unreachable"), "stock"), TurnsAsked.parse("stock+unreachable"));
  }

  @Test
  void hdfs_protocol_hasTheNameNodeTakeRequests() {
    assertEquals("peace+requests", TurnsAsked.parse("peace+turns").hdfs("peace"));
    assertEquals("peace", TurnsAsked.parse("peace+first-block").hdfs("peace"));
    assertEquals("stock", TurnsAsked.parse("stock").hdfs("stock"));
  }

  @Test
  void hdfs_unreachable_hasClientsAskWhereNobodyAnswers() {
    assertEquals("stock+unreachable", TurnsAsked.parse("stock+unreachable").hdfs("stock"));
  }

  @Test
  void hdfs_protocolOfStock_isRefusedWithTheOtherWay() {
    TurnsAsked turns = TurnsAsked.parse("stock+turns");
    assertEquals(
        "'stock+turns' goes by the request protocol, which is Peace's. Maybe 'stock+first-block'.",
        assertThrows(IllegalArgumentException.class, () -> turns.hdfs("stock")).getMessage());
  }

  @Test
  void parse_bothWays_isRefused() {
    assertEquals(
        "'peace+turns+first-block' asks for turns in two ways. Maybe leave '+first-block' out.",
        assertThrows(
                IllegalArgumentException.class, () -> TurnsAsked.parse("peace+turns+first-block"))
            .getMessage());
  }

  @Test
  void problem_anotherWay_isTold() {
    List<Turn.Way> both = List.of(Turn.Way.PROTOCOL, Turn.Way.FIRST_BLOCK);
    assertEquals(
        Optional.of(
            "unit-aa got its turn by FIRST_BLOCK, and 'peace+turns' asks for one by PROTOCOL."
                + " Maybe the NameNode's log says why."),
        TurnsAsked.parse("peace+turns").problem("unit-aa", both));
    assertEquals(
        Optional.of(
            "unit-aa got its turn by PROTOCOL, and 'peace+first-block' asks for one by FIRST_BLOCK."
                + " Maybe the NameNode's log says why."),
        TurnsAsked.parse("peace+first-block").problem("unit-aa", both));
    assertEquals(
        Optional.of(
            "unit-aa got its turn by PROTOCOL, and 'peace+unreachable' asks for one by FIRST_BLOCK."
                + " Maybe the NameNode's log says why."),
        TurnsAsked.parse("peace+unreachable").problem("unit-aa", both));
  }

  @Test
  void problem_rightWayOrNoTurns_isNone() {
    List<Turn.Way> protocol = List.of(Turn.Way.PROTOCOL);
    assertEquals(Optional.empty(), TurnsAsked.parse("peace+turns").problem("unit-aa", protocol));
    assertEquals(Optional.empty(), TurnsAsked.parse("peace").problem("unit-aa", protocol));
  }
}
