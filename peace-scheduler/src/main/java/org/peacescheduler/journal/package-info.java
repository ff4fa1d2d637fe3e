/**
 * The journal of a coordinator: everything that it is told, and what it decides, as JSON lines that
 * can be replayed to the same decisions. Pure: no Hadoop, no file, and time comes in.
 *
 * <p>Start with {@link org.peacescheduler.journal.Entry}, which is a line, and {@link
 * org.peacescheduler.journal.Replay}. Depends on the coordinator and the network model.
 */
package org.peacescheduler.journal;
