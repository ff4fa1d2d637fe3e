package org.peacescheduler.cli;

import java.util.concurrent.Callable;

/**
 * A sub-command of {@code peace}: a picocli command that returns its exit code.
 *
 * <p>Exit codes: 0 fine, 1 the job failed, 2 wrong use, 3 bad input file. Other modules add
 * commands by a {@link CommandProvider}.
 */
public interface CliCommand extends Callable<Integer> {}
