package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerHintsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "peaceGroup:ckpt-7 ckpt-7 0",
        "peaceGroup:a:b,peaceBytes:12 a:b 12",
        "CLI,peaceBytes:9223372036854775807,peaceGroup:x,clientIp:10.0.0.1 x 9223372036854775807",
        "peaceBytes:0,peaceGroup:x x 0",
        "SPARK_TASK_application_1474394339641_0006_1_JId_0_SId_0_0_TId_0_0"
            + " application_1474394339641_0006_1_JId_0 0",
        "SPARK_TASK_app-20240101-0001_JId_12_SId_3_0_TId_9_0_upstream app-20240101-0001_JId_12 0",
        "SPARK_CLIENT_application_1474394339641_0006 application_1474394339641_0006 0",
        "SPARK_APPMASTER_application_1474394339641_0006_1 application_1474394339641_0006 0",
        "mr_attempt_1463529_0001_m_000002_0 job_1463529_0001 0",
        "mr_appmaster_appattempt_1463529_0001_000001 job_1463529_0001 0",
        "tez_ta:attempt_1463529_0001_3_00_000002_0 dag_1463529_0001_3 0",
        "tez_v:vertex_1463529_0001_3_00 dag_1463529_0001_3 0",
        "tez_dag:dag_1463529_0001_3 dag_1463529_0001_3 0",
        "tez_app:application_1463529_0001 application_1463529_0001 0",
        "hive_queryId_ann_20240101_ff-ee ann_20240101_ff-ee 0",
        "mr_attempt_1463529_0001_m_000002_0,peaceGroup:mine,peaceBytes:5 mine 5",
      })
  void of_contextWithHints_saysGroupAndBytes(String context, String group, long bytes) {
    CallerHints hints = CallerHints.of(context);
    assertEquals(Optional.of(group), hints.group());
    assertEquals(bytes, hints.bytes());
    assertEquals(List.of(), hints.problems());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CLI",
        "hive_sessionId_1",
        "SPARK_TASK_application_1_1",
        "mr_attempt_x",
        "tez_dag:dag_1",
        "xpeaceGroup:a",
        "peacegroup:a",
        ",,",
        "clientIp:10.0.0.1"
      })
  void of_contextWithoutHints_saysNothing(String context) {
    CallerHints hints = CallerHints.of(context);
    assertEquals(Optional.empty(), hints.group());
    assertEquals(0, hints.bytes());
    assertEquals(List.of(), hints.problems());
  }

  @Test
  void of_contextFromARouter_hasTheClientsId() {
    assertEquals(Optional.of("c0ffee"), CallerHints.of("CLI,clientId:c0ffee").clientId());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "peaceBytes:-1;'peaceBytes:-1' is no number of bytes",
        "peaceBytes:9223372036854775808;'peaceBytes:9223372036854775808' is no number of bytes",
        "peaceBytes:1e9;'peaceBytes:1e9' is no number of bytes",
        "peaceBytes:;'peaceBytes:' is no number of bytes",
        "peaceBytes:１;'peaceBytes:１' is no number of bytes",
        "peaceGroup:;'peaceGroup:' has no name",
        "'a,peaceGroup: ,b';'peaceGroup: ' has no name",
      },
      quoteCharacter = '"')
  void of_hintThatMakesNoSense_isAProblemAndAsIfItWereNotThere(String context, String problem) {
    CallerHints hints = CallerHints.of(context.replace("'", ""));
    assertEquals(List.of(problem), hints.problems());
    assertEquals(Optional.empty(), hints.group());
    assertEquals(0, hints.bytes());
  }

  @Test
  void of_controlCharacter_isAProblem() {
    assertEquals(
        List.of("'peaceGroup:a\nb' has a control character"),
        CallerHints.of("peaceGroup:a\nb").problems());
  }

  @Test
  void of_longName_isReadUpToALimit() {
    String longest = "x".repeat(CallerHints.MAX_NAME);
    assertEquals(Optional.of(longest), CallerHints.of("peaceGroup:" + longest).group());
    CallerHints hints = CallerHints.of("peaceGroup:" + longest + "y");
    assertEquals(Optional.empty(), hints.group());
    assertEquals(
        List.of("'peaceGroup:" + "x".repeat(117) + "…' has a name of 129 characters; 128 are read"),
        hints.problems());
  }

  @Test
  void of_hugeContext_isReadUpToALimit() {
    String context = ",".repeat(CallerHints.MAX_CONTEXT) + "peaceGroup:a";
    assertEquals(Optional.empty(), CallerHints.of(context).group());
  }

  @Property
  void of_anyText_throwsNothingAndNamesAreBounded(@ForAll String text, @ForAll long number) {
    CallerHints hints = CallerHints.of("peaceGroup:" + text + ",peaceBytes:" + number);
    assertTrue(hints.group().map(String::length).orElse(0) <= CallerHints.MAX_NAME);
    assertTrue(hints.group().stream().flatMapToInt(String::chars).noneMatch(c -> c < ' '));
    assertTrue(hints.bytes() >= 0);
    CallerHints.of(text);
  }
}
