/**
 * The request protocol: protobuf messages over Hadoop's RPC, generated from {@code turns.proto}.
 *
 * <p>Depends on Hadoop's RPC alone. Start reading at {@link
 * org.peacescheduler.protocol.TurnProtocol}.
 */
package org.peacescheduler.protocol;
