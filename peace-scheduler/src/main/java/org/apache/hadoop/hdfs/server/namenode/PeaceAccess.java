package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;

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
}
