/**
 * What HDFS answers to its own packages alone: the call that a handler serves, which can wait
 * without the handler. Start with {@link org.apache.hadoop.ipc.PeaceCall}.
 */
package org.apache.hadoop.ipc;
