package org.peacescheduler.hdfs.placement;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.Coordinator;

class LastInstancesTest {
  private static final PermissionStatus ANYBODY =
      new PermissionStatus("ann", "ann", FsPermission.getDefault());

  private final Coordinator coordinator = mock();
  private final FSNamesystem namesystem = mock();
  private final INodeDirectory job = directory("job", 0);
  private final LastInstances lastInstances = new LastInstances(coordinator);
  private final Origin origin =
      new Origin(Optional.of("ann"), Optional.empty(), Optional.of("ann:/f/job/chk-10"), 0);
  private long inodes;

  @BeforeEach
  void aJobsDirectory() throws Exception {
    FSDirectory all = mock();
    INodesInPath resolved = mock();
    when(namesystem.getFSDirectory()).thenReturn(all);
    when(all.unprotectedResolvePath("/f/job")).thenReturn(resolved);
    when(resolved.getLastINode()).thenReturn(job);
    when(coordinator.isUnknown(origin)).thenReturn(true);
  }

  private INodeDirectory directory(String name, long modified) {
    return new INodeDirectory(++inodes, name.getBytes(StandardCharsets.UTF_8), ANYBODY, modified);
  }

  private INodeDirectory in(INodeDirectory parent, String name, long modified) {
    INodeDirectory child = directory(name, modified);
    parent.addChild(child);
    return child;
  }

  private void files(INodeDirectory parent, int count) {
    for (int i = 0; i < count; i++) {
      in(parent, "empty" + i, 0);
    }
  }

  @Test
  void look_tooManyEntries_findsNothingOut() {
    files(in(job, "chk-9", 1), LastInstances.MOST_ENTRIES);
    lastInstances.asked(origin, "/f/job/chk-10/x");
    lastInstances.look(namesystem);

    verify(namesystem).readUnlock(anyString());
    verify(coordinator, never()).suppose(any(), anyLong(), anyInt());
  }

  @Test
  void asked_again_isLookedUpOnce() {
    for (int i = 0; i < 3; i++) {
      lastInstances.asked(origin, "/f/job/chk-10/x");
      lastInstances.look(namesystem);
    }
    verify(namesystem, times(1)).readLock();
  }

  @Test
  void asked_groupIsNoDirectoryAboveThePath_isNotLookedUp() {
    lastInstances.asked(origin, "/f/job/chk-100/x");
    lastInstances.look(namesystem);
    verify(namesystem, never()).readLock();
  }

  @Test
  void look_sizeIsKnown_takesNoLock() {
    when(coordinator.isUnknown(origin)).thenReturn(false);
    lastInstances.asked(origin, "/f/job/chk-10/x");
    lastInstances.look(namesystem);
    verify(namesystem, never()).readLock();
  }
}
