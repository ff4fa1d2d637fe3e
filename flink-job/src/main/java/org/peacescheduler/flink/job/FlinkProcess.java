package org.peacescheduler.flink.job;

import java.io.IOException;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A job manager or a task manager, as Flink's own scripts start them, that ends when its standard
 * input does: so nothing is left running if whoever started it dies.
 *
 * <p>{@code FlinkProcess jobmanager|taskmanager CONFIGURATION-DIRECTORY}.
 */
public final class FlinkProcess {
  private static final int INPUT_LOST = 1;

  private FlinkProcess() {}

  /** Runs Flink's own main method. */
  public static void main(String[] args) throws Exception {
    Thread watch = new Thread(FlinkProcess::endWithInput, "end-with-input");
    watch.setDaemon(true);
    watch.start();
    String[] configuration = {"--configDir", args[1]};
    if (args[0].equals("jobmanager")) {
      StandaloneSessionClusterEntrypoint.main(configuration);
    } else {
      TaskManagerRunner.main(configuration);
    }
  }

  private static void endWithInput() {
    int exit = 0;
    try {
      while (System.in.read() >= 0) {
        // Whatever comes means nothing.
      }
    } catch (IOException e) {
      exit = INPUT_LOST;
    }
    Runtime.getRuntime().halt(exit); // Nothing of the cluster is needed any more.
  }
}
