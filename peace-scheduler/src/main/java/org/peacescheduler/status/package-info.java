/**
 * What operators are told of the scheduler: what there is now, and why a chunk waits, waited or did
 * not. Pure: no Hadoop, and time comes in.
 *
 * <p>Start with {@link org.peacescheduler.status.Snapshot}, which looks at the coordinator a slice
 * at a time. Depends on the coordinator and the network model.
 */
package org.peacescheduler.status;
