/**
 * Takes requests for turns over an RPC server of Peace's own, and asks the coordinator for room.
 * Start reading at {@link org.peacescheduler.hdfs.turns.TurnServer}.
 */
package org.peacescheduler.hdfs.turns;
