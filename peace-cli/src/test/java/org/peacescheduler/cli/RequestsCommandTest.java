package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.client.TurnRequests.Known;

class RequestsCommandTest {
  @Test
  void text_longNames_isOfEightyColumnsAndKeepsIdsWhole() {
    String id = "7f3a5d1e-6a1b-4c2d-9e8f-0a1b2c3d4e5f";
    Known known =
        new Known(
            id,
            "QUEUED",
            12,
            List.of("server-with-a-long-name.rack12.example.com->tor12", "tor12->core1", "x->y"),
            Optional.of(Duration.ofMillis(123_456)),
            "/user/service-account/checkpoints/job-of-the-streaming-team/chk-41",
            1L << 40,
            Duration.ofMillis(61_234));
    String text = RequestsCommand.text(List.of(known));
    assertTrue(text.lines().allMatch(line -> line.length() <= 80), text);
    assertTrue(text.contains(id), text);
    assertTrue(text.contains("QUEUED") && text.contains("1099511627776"), text);
    String words = text.replaceAll("\\s+", "");
    assertEquals(-1, words.indexOf("x->y"), "two links are enough");
  }

  @Test
  void requests_addressIsNone_isWrongUse() {
    assertEquals(
        new Cli(2, "", "--fs ::: is no address.\nMaybe --fs hdfs://nn:8020.\n"),
        Cli.run("requests", "--fs", ":::"));
  }

  @Test
  void cancel_noSuchRequest_isOneLineAndSaysWhereOnesOwnAre() {
    CommandFailure failure =
        assertThrows(
            CommandFailure.class,
            () ->
                RequestsCommand.cancel(
                    id -> {
                      throw new FileNotFoundException(
                          "There is no request '%s' of this user here. Maybe submit it again.\n\tat x"
                              .formatted(id));
                    },
                    "nosuch"));
    assertEquals(ExitCodes.FAILED, failure.exitCode());
    assertEquals(
        """
        There is no request 'nosuch' of this user.
        Maybe it has ended, or is another user's: 'peace requests' lists yours.""",
        failure.getMessage());
  }

  @Test
  void notAnswered_nameNodeIsDown_saysWhatNamesIt() {
    assertEquals(
        """
        Call From a to nn1:8021 failed on connection exception: Connection refused
        Maybe the NameNode is down, or has another host or port: fs.defaultFS and dfs.namenode.peace.rpc-address name them.""",
        RequestsCommand.notAnswered(
                new ConnectException(
                    "Call From a to nn1:8021 failed on connection exception: Connection refused"))
            .getMessage());
  }
}
