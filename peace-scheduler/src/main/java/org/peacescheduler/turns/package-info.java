/**
 * Turns: who may take its snapshot now. A queue of requests beside the scheduler of chunks, which
 * it asks for nothing but room ({@link org.peacescheduler.turns.Room}).
 *
 * <p>Imports no Hadoop, no clock and no randomness. Start reading at {@link
 * org.peacescheduler.turns.TurnQueue}.
 */
package org.peacescheduler.turns;
