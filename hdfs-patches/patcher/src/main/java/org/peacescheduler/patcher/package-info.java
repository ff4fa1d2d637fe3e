/**
 * Makes the sources of an overlay jar from a Hadoop release's sources jar and a series of patches,
 * with nothing but Java: no {@code patch} and no {@code git} has to be installed.
 *
 * <p>Runs while Maven builds; nothing of it is in the overlay. Start with {@link
 * org.peacescheduler.patcher.PatchTool}. Depends on java-diff-utils.
 */
package org.peacescheduler.patcher;
