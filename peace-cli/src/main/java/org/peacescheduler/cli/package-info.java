/**
 * The command line {@code peace}: what needs no cluster.
 *
 * <p>Start with {@link org.peacescheduler.cli.PeaceCommand}; each command is a {@link
 * org.peacescheduler.cli.CliCommand}, and other modules add theirs; all end with {@link
 * org.peacescheduler.cli.ExitCodes}. Standard output belongs to a command's result, everything else
 * goes to standard error. Depends on the network model, the scheduler, picocli and Jackson.
 */
package org.peacescheduler.cli;
