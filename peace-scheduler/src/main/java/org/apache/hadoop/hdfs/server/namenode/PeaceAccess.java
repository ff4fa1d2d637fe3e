package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;

/** Asks a NameNode what the caller of this thread may do. Thread-safe: it has no state. */
public final class PeaceAccess {
  private PeaceAccess() {}

  /**
   * Refuses who is no superuser, as HDFS does for its own administrative calls; the refusal is in
   * the audit log.
   *
   * @param operation what the audit log calls it
   */
  public static void checkSuperuser(FSNamesystem namesystem, String operation) throws IOException {
    namesystem.checkSuperuserPrivilege(operation);
  }

  /** Whether the user of this thread is a superuser; nothing is in the audit log. */
  public static boolean isSuperuser(FSNamesystem namesystem) throws IOException {
    return namesystem.getPermissionChecker().isSuperUser();
  }

  /**
   * Refuses while this NameNode is not the active one.
   *
   * @throws IOException a standby's, by which clients go to another NameNode
   */
  public static void checkActive(FSNamesystem namesystem) throws IOException {
    namesystem.checkOperation(OperationCategory.WRITE);
  }

  /** Who knows the tokens that this NameNode has given. */
  public static SecretManager<? extends TokenIdentifier> tokens(FSNamesystem namesystem) {
    return namesystem.getDelegationTokenSecretManager();
  }

  /**
   * Refuses who may not create files in a directory, or below the nearest one above it if it is not
   * there yet.
   *
   * @param directory by any of its names
   * @return its own name
   * @throws InvalidPathException if it is no path
   */
  public static String checkMayCreateIn(FSNamesystem namesystem, String directory)
      throws IOException {
    if (!DFSUtil.isValidName(directory)) {
      throw new InvalidPathException(directory, "no absolute path of HDFS");
    }
    FSPermissionChecker caller = namesystem.getPermissionChecker();
    namesystem.readLock();
    try {
      FSDirectory tree = namesystem.getFSDirectory();
      INodesInPath path = tree.resolvePath(caller, directory, DirOp.CREATE);
      INode last = path.getLastINode();
      if (last != null && !last.isDirectory()) {
        throw new ParentNotDirectoryException(
            path.getPath() + " is a file. Maybe ask with the directory that it is in.");
      }
      if (tree.isPermissionEnabled() && last != null) {
        tree.checkPathAccess(caller, path, FsAction.WRITE);
      } else if (tree.isPermissionEnabled()) {
        tree.checkAncestorAccess(caller, path, FsAction.WRITE);
      }
      return path.getPath();
    } finally {
      namesystem.readUnlock("peaceTurns");
    }
  }
}
