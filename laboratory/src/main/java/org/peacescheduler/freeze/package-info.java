/**
 * {@code ./peace freeze}: how long units' state is frozen, and how old what they write is, by when
 * they take their snapshots.
 *
 * <p>Depends on the testbed's network and HDFS, and on {@code peace-client}. Start reading at
 * {@link org.peacescheduler.freeze.FreezeLab}; what runs on the hosts is {@link
 * org.peacescheduler.freeze.UnitProcess}.
 */
package org.peacescheduler.freeze;
