package org.peacescheduler.flink.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastCheckpointTest {
  @TempDir private Path job;
  private LastCheckpoint last;

  @BeforeEach
  void start() {
    last = new LastCheckpoint(new org.apache.flink.core.fs.Path(job.toUri()));
  }

  private void file(String name, int bytes, int second) throws IOException {
    Path path = job.resolve(name);
    Files.createDirectories(path.getParent());
    Files.write(path, new byte[bytes]);
    Files.setLastModifiedTime(path, FileTime.fromMillis(second * 1000L));
  }

  @Test
  void bytesBefore_first_isZero() throws IOException {
    assertEquals(0, last.bytesBefore(1));
  }

  @Test
  void bytesBefore_incremental_countsWhatIsNew() throws IOException {
    file("chk-9/state", 10, 100);
    file("chk-9/_metadata", 1, 101);
    file("shared/a", 1000, 99);
    assertEquals(1011, last.bytesBefore(10));

    file("chk-10/state", 20, 110);
    file("chk-10/_metadata", 1, 111);
    file("shared/b", 200, 109);
    assertEquals(221, last.bytesBefore(11));
  }

  @Test
  void bytesBefore_newestHasFailed_isWhatWasKnown() throws IOException {
    file("chk-1/_metadata", 5, 100);
    assertEquals(5, last.bytesBefore(2));

    file("chk-2/state", 77, 110);
    assertEquals(5, last.bytesBefore(3));
    assertEquals(5, last.bytesBefore(2));
  }

  @Test
  void bytesBefore_otherNames_areNotCheckpoints() throws IOException {
    file("chk-x/_metadata", 5, 100);
    file("taskowned/a", 5, 100);
    file("chk-7/_metadata", 5, 100);

    assertEquals(0, last.bytesBefore(7));
  }
}
