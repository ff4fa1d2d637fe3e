/**
 * What the measurements on daemons of their own share: Peace's trace, rounds, the machine's cores,
 * and the like.
 *
 * <p>Depends on none of them, nor on Hadoop. Start reading at {@link
 * org.peacescheduler.laboratory.TraceEvent}, by which all learn what Peace did.
 */
package org.peacescheduler.laboratory;
