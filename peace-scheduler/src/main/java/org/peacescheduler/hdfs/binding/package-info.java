/**
 * What a NameNode can do for Peace, whether it is patched or not: which call asks for which file's
 * chunk, and who tells how chunks end.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.binding.Binding}. Depends on waits and telemetry.
 */
package org.peacescheduler.hdfs.binding;
