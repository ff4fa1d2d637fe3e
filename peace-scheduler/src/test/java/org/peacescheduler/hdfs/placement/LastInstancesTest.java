package org.peacescheduler.hdfs.placement;

import static org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot.CURRENT_STATE_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoContiguous;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.util.ReadOnlyList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.Coordinator;

class LastInstancesTest {
  private static final PermissionStatus ANYBODY =
      new PermissionStatus("ann", "ann", FsPermission.getDefault());

  private final Coordinator coordinator = mock();
  private final FSNamesystem namesystem = mock();
  private final Map<Long, INode> byNumber = new HashMap<>();
  private final INodeDirectory job = directory("job", 0);
  private final LastInstances lastInstances = new LastInstances(coordinator);
  private final Origin origin = origin("ann", "chk-10");

  /** How many children and blocks have been looked at since the lock was taken, and at most. */
  private int touched;

  private int mostTouched;

  @BeforeEach
  void aJobsDirectory() throws Exception {
    FSDirectory all = mock();
    INodesInPath resolved = mock();
    when(namesystem.getFSDirectory()).thenReturn(all);
    when(all.unprotectedResolvePath("/f/job")).thenReturn(resolved);
    when(resolved.getLastINode()).thenReturn(job);
    when(all.getInode(anyLong())).thenAnswer(call -> byNumber.get(call.<Long>getArgument(0)));
    doAnswer(call -> touched = 0).when(namesystem).readLock();
    doAnswer(call -> mostTouched = Math.max(mostTouched, touched))
        .when(namesystem)
        .readUnlock(anyString());
    when(coordinator.isUnknown(any())).thenReturn(true);
  }

  private static Origin origin(String user, String name) {
    return new Origin(
        Optional.of(user), Optional.empty(), Optional.of(user + ":/f/job/" + name), 0);
  }

  /** A directory that counts who is looked at. */
  private INodeDirectory directory(String name, long modified) {
    INodeDirectory directory =
        new INodeDirectory(byNumber.size() + 1, bytes(name), ANYBODY, modified) {
          @Override
          public ReadOnlyList<INode> getChildrenList(int snapshot) {
            return counting(super.getChildrenList(snapshot));
          }
        };
    byNumber.put(directory.getId(), directory);
    return directory;
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private ReadOnlyList<INode> counting(ReadOnlyList<INode> children) {
    return ReadOnlyList.Util.asReadOnlyList(
        new AbstractList<INode>() {
          @Override
          public INode get(int i) {
            touched++;
            return children.get(i);
          }

          @Override
          public int size() {
            return children.size();
          }
        });
  }

  private INodeDirectory in(INodeDirectory parent, String name, long modified) {
    INodeDirectory child = directory(name, modified);
    parent.addChild(child);
    return child;
  }

  private void file(INodeDirectory parent, String name, int blocks, long blockSize) {
    BlockInfo[] all = new BlockInfo[blocks];
    for (int i = 0; i < blocks; i++) {
      all[i] =
          new BlockInfoContiguous(new Block(i, blockSize, 0), (short) 1) {
            @Override
            public long getNumBytes() {
              touched++;
              return super.getNumBytes();
            }
          };
    }
    INodeFile file = mock();
    when(file.getId()).thenReturn(byNumber.size() + 1L);
    when(file.getLocalNameBytes()).thenReturn(bytes(name));
    when(file.compareTo(any())).thenAnswer(call -> name.compareTo(text(call.getArgument(0))));
    when(file.isFile()).thenReturn(true);
    when(file.asFile()).thenReturn(file);
    when(file.getBlocks()).thenReturn(all);
    byNumber.put(file.getId(), file);
    parent.addChild(file);
  }

  private static String text(byte[] name) {
    return new String(name, StandardCharsets.UTF_8);
  }

  private void directories(INodeDirectory parent, int count) {
    for (int i = 0; i < count; i++) {
      in(parent, "other%06d".formatted(i), 0);
    }
  }

  private void begin(String user, String name) {
    lastInstances.asked(origin(user, name), "/f/job/" + name + "/x");
  }

  /** Looks until somebody's size is known, so many times at most. */
  private int looksUntilSupposed(Origin whose, int most) {
    for (int looks = 1; looks <= most; looks++) {
      lastInstances.look(namesystem);
      if (Mockito.mockingDetails(coordinator).getInvocations().stream()
          .anyMatch(i -> i.getMethod().getName().equals("suppose") && i.getArgument(0) == whose)) {
        return looks;
      }
    }
    throw new AssertionError("nothing is known after " + most + " looks");
  }

  /** A search for a child by its name takes some looks at children, too. */
  private void assertSlicesAreSmall() {
    int search = 20;
    assertTrue(mostTouched <= InstanceSearch.SLICE + search, "a look at " + mostTouched);
  }

  @Test
  void look_lastOfManyDirectories_isAddedUpInSlices() {
    directories(job, 1_987);
    INodeDirectory last = in(job, "chk-9", 2);
    in(job, "chk-8", 1);
    file(last, "a", 3, 100);
    file(in(last, "below", 0), "b", 1, 50);
    lastInstances.asked(origin, "/f/job/chk-10/x");

    assertEquals(
        2_000 / InstanceSearch.SLICE + 1, looksUntilSupposed(origin, InstanceSearch.MOST_ENTRIES));
    verify(coordinator).suppose(origin, 350, 2);
    assertSlicesAreSmall();
  }

  @Test
  void look_fileOfManyBlocks_isAddedUpInSlices() {
    file(in(job, "chk-9", 2), "a", 2_000, 100);
    lastInstances.asked(origin, "/f/job/chk-10/x");

    assertEquals(
        2_000 / InstanceSearch.SLICE + 1, looksUntilSupposed(origin, InstanceSearch.MOST_ENTRIES));
    verify(coordinator).suppose(origin, 200_000, 1);
  }

  @Test
  void look_tooManyEntries_findsNothingOut() {
    directories(job, 100_000);
    in(job, "chk-9", 1);
    lastInstances.asked(origin, "/f/job/chk-10/x");
    for (int i = 0; i < 1_000; i++) {
      lastInstances.look(namesystem);
    }
    int looks = InstanceSearch.MOST_ENTRIES / InstanceSearch.SLICE + 1;
    verify(namesystem, times(looks)).readLock();
    verify(namesystem, times(looks)).readUnlock(anyString());
    verify(coordinator, never()).suppose(any(), anyLong(), anyInt());
    assertSlicesAreSmall();
  }

  @Test
  void look_childrenComeAndGoBetweenSlices_goesOnBehindTheLastOne() {
    directories(job, 1_000);
    file(in(job, "chk-9", 2), "a", 1, 100);
    file(in(job, "zzz-9", 3), "a", 1, 7);
    lastInstances.asked(origin, "/f/job/chk-10/x");
    lastInstances.asked(origin("ann", "zzz-10"), "/f/job/zzz-10/x");
    for (int i = 0; i < 100; i++) {
      lastInstances.look(namesystem);
      job.removeChild(job.getChild(bytes("other%06d".formatted(5 * i)), CURRENT_STATE_ID));
      in(job, "new%06d".formatted(i), 0);
    }
    verify(coordinator).suppose(origin, 100, 1);
    verify(coordinator).suppose(origin("ann", "zzz-10"), 7, 1);
  }

  @Test
  void look_directoryGoneBetweenSlices_findsNothingOut() {
    directories(job, 1_000);
    file(in(job, "zzz-9", 3), "a", 1, 7);
    lastInstances.asked(origin("ann", "zzz-10"), "/f/job/zzz-10/x");
    lastInstances.look(namesystem);
    byNumber.remove(job.getId());
    for (int i = 0; i < 10; i++) {
      lastInstances.look(namesystem);
    }
    verify(namesystem, times(2)).readLock();
    verify(coordinator, never()).suppose(any(), anyLong(), anyInt());
  }

  @Test
  void look_anotherUserBeginsGroupsWithoutEnd_takesTwiceAsManyLooks() {
    directories(job, 1_500);
    file(in(job, "chk-9", 2), "a", 1, 100);
    for (int i = 100; i < 1_100; i++) {
      begin("eve", "chk-" + i);
    }
    lastInstances.asked(origin, "/f/job/chk-10/x");
    assertTrue(looksUntilSupposed(origin, 1_000) <= 2 * (1_500 / InstanceSearch.SLICE + 1) + 1);
    assertSlicesAreSmall();
  }

  @Test
  void look_groupBecomesKnownBetweenSlices_goesOnNoMore() {
    directories(job, 1_000);
    lastInstances.asked(origin, "/f/job/chk-10/x");
    lastInstances.look(namesystem);
    when(coordinator.isUnknown(origin)).thenReturn(false);
    lastInstances.look(namesystem);
    verify(namesystem, times(1)).readLock();
  }

  @Test
  void asked_longName_isNotLookedUp() {
    begin("ann", "x".repeat(LastInstances.LONGEST_NAME));
    lastInstances.look(namesystem);
    verify(namesystem, never()).readLock();
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
