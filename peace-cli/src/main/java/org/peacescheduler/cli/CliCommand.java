package org.peacescheduler.cli;

import java.util.concurrent.Callable;

/**
 * A sub-command of {@code peace}: a picocli command that returns its exit code.
 *
 * <p>The command line finds implementations with {@link java.util.ServiceLoader}, so a module adds
 * a command with a line in {@code META-INF/services}. Exit codes: 0 fine, 1 the job failed, 2 wrong
 * use, 3 bad input file.
 */
public interface CliCommand extends Callable<Integer> {}
