package org.peacescheduler.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.CalibrateFolder;

class TraceReaderTest {
  private static final TraceReader.Assumed ASSUMED = new TraceReader.Assumed(1000, 400);

  @TempDir private Path folder;

  private Recording read(List<String> lines) throws IOException, TraceException {
    return TraceReader.read(
        Traces.write(folder.resolve("trace.jsonl"), lines), ASSUMED, Optional.empty());
  }

  @Test
  void read_shadow_hasWhatStockHdfsDidAndWhatPeaceWouldHaveDeferred() throws Exception {
    Recording recording = read(Traces.twoBursts());
    assertEquals(Recording.Kind.SHADOW, recording.kind());
    assertEquals(List.of(), recording.notes());
    assertEquals(6, recording.files().size());
    RecordedFile second = recording.files().get(1);
    assertEquals("/b0/s2", second.path());
    assertEquals("c-s2", second.client());
    assertEquals(2, second.replication());
    assertEquals(10_000_000, second.blockBytes());
    assertEquals(15_000_000, second.bytes());
    assertEquals(7.5, second.seconds());
    assertEquals(
        new RecordedFile.RecordedChunk(
            Traces.BEGIN,
            Traces.BEGIN,
            Traces.BEGIN + 5000,
            10_000_000,
            List.of("s3", "s4"),
            true,
            false),
        second.chunks().get(0));
    assertFalse(second.chunks().get(1).isDeferred());
  }

  @Test
  void read_enforce_hasWaitsAndLengthsThatCameLater() throws Exception {
    Recording recording = read(Traces.enforced("/a", "s1", 0, 0, 3000, 4000));
    assertEquals(Recording.Kind.ENFORCE, recording.kind());
    RecordedFile.RecordedChunk chunk = recording.files().get(0).chunks().get(0);
    assertEquals(Traces.BEGIN, chunk.asked());
    assertEquals(Traces.BEGIN + 3000, chunk.begun());
    assertEquals(7_000_000, chunk.bytes());
    assertTrue(chunk.isDeferred());
  }

  @Test
  void read_traceOfAnEarlierBuild_takesReplicasAndFullBlocks() throws Exception {
    Recording recording =
        read(
            List.of(
                Traces.line(0, "submitted", "/a", "s1", 0, ""),
                Traces.line(0, "released", "/a", "s1", 0, ",\"reason\":\"shadow\""),
                Traces.line(900, "replica", "/a", "s1", 0, ",\"node\":\"s3\""),
                Traces.line(900, "replica", "/a", "s1", 0, ",\"node\":\"s2\""),
                Traces.line(900, "done", "/a", "s1", 0, ",\"duration\":850")));
    RecordedFile file = recording.files().get(0);
    assertEquals(List.of("s3", "s2"), file.chunks().get(0).nodes());
    assertEquals(Traces.BEGIN + 50, file.chunks().get(0).begun());
    assertEquals(1000, file.bytes());
    assertEquals(2, file.replication());
    assertEquals(
        List.of("Of 1 file the length of the last block is not in the trace; a full one is taken."),
        recording.notes());
  }

  @Test
  void read_modeIsChangedMeanwhile_leavesOutFilesOfTheOtherMode() throws Exception {
    List<String> lines = new ArrayList<>(Traces.shadow("/a", "s1", 0, 0, 1000, false));
    lines.addAll(Traces.enforced("/b", "s1", 0, 2000, 2000, 3000));
    lines.addAll(Traces.enforced("/c", "s1", 0, 4000, 4000, 5000));
    Recording enforced = read(lines);
    assertEquals(Recording.Kind.ENFORCE, enforced.kind());
    assertEquals(List.of("/b", "/c"), enforced.files().stream().map(RecordedFile::path).toList());
    assertEquals(
        List.of("Left out: 1 file written in mode shadow (see --recorded)."), enforced.notes());
    lines.addAll(Traces.shadow("/d", "s1", 0, 6000, 7000, false));
    lines.addAll(Traces.shadow("/e", "s1", 0, 8000, 9000, false));
    Recording shadow = read(lines);
    assertEquals(
        List.of("/a", "/d", "/e"), shadow.files().stream().map(RecordedFile::path).toList());
    assertEquals(
        List.of("Left out: 2 files written in mode enforce (see --recorded)."), shadow.notes());
  }

  @Test
  void read_modeIsNamed_takesItsFilesThoughMoreAreOfTheOther() throws Exception {
    List<String> lines = new ArrayList<>(Traces.shadow("/a", "s1", 0, 0, 1000, false));
    lines.addAll(Traces.enforced("/b", "s1", 0, 2000, 2000, 3000));
    lines.addAll(Traces.enforced("/c", "s1", 0, 4000, 4000, 5000));
    Path trace = Traces.write(folder.resolve("both.jsonl"), lines);
    Recording shadow = TraceReader.read(trace, ASSUMED, Optional.of(Recording.Kind.SHADOW));
    assertEquals(Recording.Kind.SHADOW, shadow.kind());
    assertEquals(List.of("/a"), shadow.files().stream().map(RecordedFile::path).toList());
    Recording enforced = TraceReader.read(trace, ASSUMED, Optional.of(Recording.Kind.ENFORCE));
    assertEquals(List.of("/b", "/c"), enforced.files().stream().map(RecordedFile::path).toList());
  }

  @Test
  void read_modeIsNamedThatTheTraceHasNot_isToldWhatItHas() throws Exception {
    Path trace =
        Traces.write(folder.resolve("shadow.jsonl"), Traces.shadow("/a", "s1", 0, 0, 1000, false));
    TraceException e =
        assertThrows(
            TraceException.class,
            () -> TraceReader.read(trace, ASSUMED, Optional.of(Recording.Kind.ENFORCE)));
    assertTrue(
        e.getMessage().contains("1 file written in mode shadow (see --recorded)"), e.getMessage());
  }

  @Test
  void read_pathWrittenTwice_isTwoFiles() throws Exception {
    List<String> lines = new ArrayList<>(Traces.shadow("/a", "s1", 0, 0, 1000, false));
    lines.addAll(Traces.shadow("/a", "s1", 0, 5000, 6000, false));
    assertEquals(2, read(lines).files().size());
  }

  @Test
  void read_chunkThatIsAskedForAgain_beganWhenItWasFirstAskedFor() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add(Traces.line(0, "submitted", "/a", "s1", 0, ""));
    lines.add(Traces.line(0, "granted", "/a", "s1", 0, ",\"nodes\":[\"s2\"]"));
    lines.add(Traces.line(2000, "released", "/a", "s1", 0, ",\"reason\":\"pipeline-failed\""));
    lines.addAll(Traces.enforced("/a", "s1", 0, 2000, 2000, 3000));
    Recording recording = read(lines);
    assertEquals(1, recording.files().size());
    assertEquals(3, recording.files().get(0).seconds());
  }

  @Test
  void read_fullFilesAndATornLine_areReadInTheirOrder() throws Exception {
    List<String> lines = Traces.twoBursts();
    Traces.write(folder.resolve("trace.jsonl.2"), lines.subList(0, 10));
    Traces.write(folder.resolve("trace.jsonl.1"), lines.subList(10, 30));
    List<String> last = new ArrayList<>(lines.subList(30, lines.size()));
    last.add("{\"t\":17952632");
    Recording recording = read(last);
    assertEquals(6, recording.files().size());
    assertEquals(List.of("Left out: 1 line not of a trace."), recording.notes());
  }

  @Test
  void read_filesThatAreNotWhole_areLeftOutAndCounted() throws Exception {
    List<String> lines = new ArrayList<>(Traces.shadow("/whole", "s1", 0, 0, 1000, false));
    lines.add(Traces.line(1500, "submitted", "/open", "s1", 0, ""));
    lines.addAll(Traces.shadow("/earlier", "s1", 7, 1000, 2000, false));
    lines.add(Traces.line(1500, "done", "/unknown", "s1", 3, ",\"duration\":850"));
    Recording recording = read(lines);
    assertEquals(1, recording.files().size());
    assertEquals(
        List.of(
            "Left out: 1 file that began before the trace does.",
            "Left out: 1 file that failed, were deleted at once, or had not ended when the recording ends."),
        recording.notes().stream().sorted().toList());
  }

  @Test
  void read_filesOfCalibrate_areLeftOutAndCounted() throws Exception {
    CalibrateFolder own = CalibrateFolder.below("/tmp/");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      lines.addAll(Traces.shadow(own.file(i), "s1", 0, 0, 1000 + i, false));
    }
    TraceException alone = assertThrows(TraceException.class, () -> read(lines));
    assertEquals(
        ("'%s' has no file that was written from begin to end.%n"
                + "Left out: 3 files that 'peace calibrate' wrote.")
            .formatted(folder.resolve("trace.jsonl")),
        alone.getMessage());
    lines.addAll(Traces.shadow("/tmp/peace-calibrate-mine/0", "s1", 0, 0, 1000, false));
    Recording recording = read(lines);
    assertEquals(
        List.of("/tmp/peace-calibrate-mine/0"),
        recording.files().stream().map(RecordedFile::path).toList());
    assertEquals(List.of("Left out: 3 files that 'peace calibrate' wrote."), recording.notes());
  }

  @Test
  void read_auditLogWithFilesOfCalibrate_leavesThemOut() throws Exception {
    String line =
        "2026-11-26 10:00:03,123 INFO FSNamesystem.audit: allowed=true\tugi=ann\tip=/10.0.0.7\t"
            + "cmd=create\tsrc=%s\tdst=null\tperm=null\tproto=rpc";
    String own = line.formatted(CalibrateFolder.below("/").file(0));
    TraceException alone = assertThrows(TraceException.class, () -> read(List.of(own)));
    assertTrue(
        alone.getMessage().contains("only files that 'peace calibrate' wrote"), alone::toString);
    Recording recording = read(List.of(own, line.formatted("/a")));
    assertEquals(1, recording.files().size());
    assertEquals(
        "Left out: 1 file that 'peace calibrate' wrote.",
        recording.notes().get(recording.notes().size() - 1));
  }

  @Test
  void read_auditLog_hasFilesAndSaysWhatItCannotTell() throws Exception {
    Recording recording =
        read(
            List.of(
                "2026-11-26 10:00:03,123 INFO FSNamesystem.audit: allowed=true\tugi=ann (auth:SIMPLE)\t"
                    + "ip=/10.0.0.7\tcmd=create\tsrc=/ckpt/a b\tdst=null\tperm=ann:g:rw-r--r--\tproto=rpc"
                    + "\tcallerContext=app,peaceGroup:ckpt-7,peaceBytes:5000",
                "2026-11-26 10:00:03,130 INFO FSNamesystem.audit: allowed=false\tugi=eve\tip=/10.0.0.8\t"
                    + "cmd=create\tsrc=/no\tdst=null\tperm=null\tproto=rpc",
                "2026-11-26 10:00:03,140 INFO FSNamesystem.audit: allowed=true\tugi=ann\tip=/10.0.0.8\t"
                    + "cmd=open\tsrc=/cmd=create\tdst=null\tperm=null\tproto=rpc"));
    assertEquals(Recording.Kind.AUDIT, recording.kind());
    assertEquals(1, recording.files().size());
    RecordedFile file = recording.files().get(0);
    assertEquals("/ckpt/a b", file.path());
    assertEquals("10.0.0.7", file.host());
    assertEquals("ann", file.user());
    assertEquals("ckpt-7", file.group());
    assertEquals(5000, file.groupBytes());
    assertEquals(400, file.bytes());
    assertEquals(
        "An audit log has no sizes: each file is taken to have 400 bytes, in blocks of 1,000.",
        recording.notes().get(0));
    assertEquals(3, recording.notes().size());
  }

  @Test
  void read_neither_saysSoWithARemedy() throws Exception {
    Path file = Files.writeString(folder.resolve("x.log"), "hello\n");
    TraceException thrown =
        assertThrows(TraceException.class, () -> TraceReader.read(file, ASSUMED, Optional.empty()));
    assertEquals(
        ("'%s' is neither a trace nor an audit log with a line 'cmd=create'.%nMaybe name the file of"
                + " 'dfs.namenode.peace.trace.file'; each of its lines begins with '{\"t\":'.")
            .formatted(file),
        thrown.getMessage());
  }

  @Test
  void read_noSuchFile_saysSo() {
    Path file = folder.resolve("none.jsonl");
    TraceException thrown =
        assertThrows(TraceException.class, () -> TraceReader.read(file, ASSUMED, Optional.empty()));
    assertEquals(
        ("There is no file '%s'.%nMaybe name the file of 'dfs.namenode.peace.trace.file', or HDFS's"
                + " audit log.")
            .formatted(file),
        thrown.getMessage());
  }
}
