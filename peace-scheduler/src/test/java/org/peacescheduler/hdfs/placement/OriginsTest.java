package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.config.PeaceKeys;
import org.peacescheduler.hdfs.placement.KnownFiles.KnownFile;

class OriginsTest {
  private static final PeaceConfig CONFIG = config("/logs/**=4");

  private static PeaceConfig config(String shares) {
    Configuration conf = new Configuration(false);
    conf.set(PeaceKeys.SHARES, shares);
    return PeaceConfig.of(conf, () -> 1);
  }

  private final AtomicInteger ignored = new AtomicInteger();
  private final List<String> log = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private final Origins origins = new Origins(() -> now, ignored::incrementAndGet, log::add);

  @AfterEach
  void leaveTheCall() {
    Server.getCurCall().remove();
    CallerContext.setCurrent(null);
  }

  private static void call(String user, String context) {
    Server.getCurCall()
        .set(
            new Server.Call(
                1, 0, null, null, RPC.RpcKind.RPC_PROTOCOL_BUFFER, new byte[] {(byte) 0xc0, 1}) {
              @Override
              public UserGroupInformation getRemoteUser() {
                return UserGroupInformation.createRemoteUser(user);
              }
            });
    CallerContext.setCurrent(new CallerContext.Builder(context).build());
  }

  /** What the operator says of the path of a file of the call's user. */
  private static KnownFile file(String path) {
    Optional<String> user = Origins.user();
    return new KnownFile(
        path, path, user, true, CONFIG.groups().group(path), CONFIG.shares().of(path, user));
  }

  private Origin of(String path) {
    return origins.ofCall(file(path), Optional.of("10.0.0.1"), Optional.of("DFSClient_1"));
  }

  @Test
  void ofCall_hints_goBeforeThePath() {
    call("ann", "CLI,peaceGroup:mine,peaceBytes:7");
    assertEquals(
        new Origin(
            Optional.of("ann"),
            Optional.of("ann@10.0.0.1/DFSClient_1"),
            Optional.of("ann:mine"),
            7),
        of("/f/chk-7/x"));
  }

  @Test
  void ofCall_noNameInTheContext_isOfThePath() {
    call("ann", "CLI,peaceBytes:7");
    assertEquals(Optional.of("ann:/f/chk-7"), of("/f/chk-7/x").group());
    assertEquals(7, of("/f/chk-7/x").bytes());
    assertEquals(Optional.empty(), of("/f/x").group());
  }

  @Test
  void ofCall_sameNameOfAnotherUser_isAnotherGroup() {
    call("bob", "peaceGroup:mine");
    assertEquals(Optional.of("bob:mine"), of("/f").group());
  }

  @Test
  void ofCall_pathOfAnOperatorsShare_isOfThatWhateverItsHints() {
    call("bob", "peaceGroup:mine");
    assertEquals(Share.ofPaths("/logs/**"), of("/logs/a").share());
    assertEquals(Share.ofUser("bob"), of("/other").share());
  }

  @Test
  void ofCall_outsideOfACall_hintsAreSomebodyElses() {
    CallerContext.setCurrent(new CallerContext.Builder("peaceGroup:mine").build());
    assertEquals(
        new Origin(Optional.empty(), Optional.empty(), Optional.of(":/f/chk-7"), 0),
        origins.ofCall(file("/f/chk-7/x"), Optional.empty(), Optional.empty()));
  }

  @Test
  void ofCall_noLeaseHolderIsKnown_connectionsTellClientsApart() {
    call("ann", "CLI");
    assertEquals(
        Optional.of("ann@10.0.0.1/c001"),
        origins.ofCall(file("/f"), Optional.of("10.0.0.1"), Optional.empty()).client());
  }

  @Test
  void ofCall_throughARouter_itTellsClientsApart() {
    call("ann", "CLI,clientIp:10.0.0.1,clientId:c0ffee");
    assertEquals(
        Optional.of("ann@10.0.0.1/c0ffee"),
        origins.ofCall(file("/f"), Optional.of("10.0.0.1"), Optional.empty()).client());
  }

  @Test
  void ofCall_hintsThatMakeNoSense_areCountedAndLoggedOnceAMinute() {
    call("ann\n", "peaceBytes:-1");
    for (int i = 0; i < 3; i++) {
      assertEquals(0, of("/f").bytes());
    }
    now = now.plusMillis(Origins.PERIOD_MILLIS);
    of("/f");
    assertEquals(4, ignored.get());
    assertEquals(
        List.of(
            "A hint in a caller context of user 'ann\\u000a' is ignored: 'peaceBytes:-1' is no"
                + " number of bytes",
            "A hint in a caller context of user 'ann\\u000a' is ignored: 'peaceBytes:-1' is no"
                + " number of bytes (suppressed logging 2 times)"),
        log);
  }

  @Test
  void ofFile_isItsOwners() {
    assertEquals(
        new Origin(
            Optional.of("ann"),
            Optional.of("ann@10.0.0.1/DFSClient_1"),
            Optional.of("ann:/f/chk-7"),
            0),
        Origins.ofFile("/f/chk-7/x", "ann", "10.0.0.1", "DFSClient_1", CONFIG));
  }

  @Test
  void user_nameOfAMillionCharacters_isCut() {
    String name = "x".repeat(1_000_000);
    call(name, "");
    String user = Origins.user().orElseThrow();
    assertEquals(name.substring(0, 256) + "…" + Integer.toHexString(name.hashCode()), user);
    call(name.replaceAll("x$", "y"), "");
    assertNotEquals(user, Origins.user().orElseThrow());
  }

  @Test
  void origin_ofAFileWhoseClientHasALongName_hasNoClient() {
    Origin origin = Origins.ofFile("/f/x", "ann", "10.0.0.1", "c".repeat(257), CONFIG);
    assertEquals(Optional.empty(), origin.client());
  }
}
