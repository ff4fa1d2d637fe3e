package org.peacescheduler.protocol;

import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;
import org.peacescheduler.protocol.TurnProtos.TurnProtocolService;

/**
 * The calls of the request protocol, on a server of Peace's own in the NameNode.
 *
 * <p>A request goes QUEUED → TURN → WRITING → DONE, or ends CANCELLED or EXPIRED; the answer to
 * {@code refuse} is LATER. {@code awaitChange} is a long poll that holds no handler; it also says
 * that its client is alive: who is not seen for some seconds is gone.
 *
 * <p>Example: {@code submit(id, prefix, 8 GiB)} says QUEUED; {@code awaitChange(id, QUEUED)} says
 * TURN 4 s later; {@code update(id, CONFIRM, 8.1 GiB)}; files are written below the prefix; {@code
 * update(id, FINISH)}.
 *
 * <p>Thread-safe, on both sides.
 */
@ProtocolInfo(protocolName = "org.peacescheduler.protocol.TurnProtocol", protocolVersion = 1)
@KerberosInfo(serverPrincipal = "dfs.namenode.kerberos.principal")
@TokenInfo(NameNodeTokenSelector.class)
public interface TurnProtocol extends TurnProtocolService.BlockingInterface {
  /** Where the server listens; with HA and federation with the NameNode's suffixes behind it. */
  String ADDRESS_KEY = "dfs.namenode.peace.rpc-address";
}
