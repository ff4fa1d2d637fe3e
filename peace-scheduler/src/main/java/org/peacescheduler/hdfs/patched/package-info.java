/**
 * What a patched NameNode lets Peace do: calls wait parked, without a handler, and what becomes of
 * blocks, files and copies is told.
 *
 * <p>The only room that names classes of the patches, and it is loaded without them: {@link
 * org.peacescheduler.hdfs.patched.Overlay} decides, and is all that others see. Start there, then
 * {@code PatchedNameNode}. Depends on configuration, placement, waits and telemetry.
 */
package org.peacescheduler.hdfs.patched;
