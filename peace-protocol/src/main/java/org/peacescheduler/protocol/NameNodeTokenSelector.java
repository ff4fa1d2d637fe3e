package org.peacescheduler.protocol;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.delegation.AbstractDelegationTokenIdentifier;
import org.apache.hadoop.security.token.delegation.AbstractDelegationTokenSelector;

/**
 * Finds the NameNode's delegation token, which its other port takes as well. Immutable, and so
 * thread-safe.
 *
 * <p>Tokens carry the address that they are for. Who has one for the NameNode alone makes a copy
 * for this port first.
 */
public final class NameNodeTokenSelector
    extends AbstractDelegationTokenSelector<AbstractDelegationTokenIdentifier> {
  /** The kind of the NameNode's tokens. */
  public static final Text KIND = new Text("HDFS_DELEGATION_TOKEN");

  /** Called by Hadoop's RPC, by reflection. */
  public NameNodeTokenSelector() {
    super(KIND);
  }
}
