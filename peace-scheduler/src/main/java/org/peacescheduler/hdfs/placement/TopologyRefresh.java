package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ipc.RefreshHandler;
import org.apache.hadoop.ipc.RefreshRegistry;
import org.apache.hadoop.ipc.RefreshResponse;
import org.peacescheduler.network.topology.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code dfsadmin -refresh HOST:PORT peace}: a superuser has the topology file loaded anew; or,
 * with a word behind it, has Peace do something else: {@code … peace off}.
 *
 * <p>Goals, in order: nobody else may; however many ask, one RPC handler is all that it takes; who
 * asks learns what became of it.
 *
 * <p>HDFS's registry serves one refresh at a time and holds its monitor meanwhile, so whoever comes
 * second would wait for the first one in a handler, if only to be refused. A file takes seconds to
 * load. So it is loaded by a thread of its own, and the call that asked for it waits on the
 * registry's monitor, which lets others in: they are refused, or told that one is under way.
 *
 * <p>Thread-safe.
 */
public final class TopologyRefresh implements RefreshHandler {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.TopologyRefresh");
  private static final int REFUSED = 1;
  private static final long LOOK_MILLIS = 20;

  private final Privilege privilege;
  private final Topologies topologies;
  private final Words words;
  private final AtomicBoolean underWay = new AtomicBoolean();

  /** Whether the caller of this thread may do it. */
  public interface Privilege {
    /** Throws if not, with a message for the caller. */
    void check() throws IOException;
  }

  /** What can be loaded. */
  public interface Topologies {
    /** Loads the file anew, and says what was loaded. */
    String reload() throws TopologyException;

    /** When the topology in use was loaded. */
    String loadedAt();

    /** What a start would do while the file is bad. */
    String nextStart();
  }

  /** What else there is to be done. */
  public interface Words {
    /**
     * Does what a word says.
     *
     * @return what came of it
     * @throws IllegalArgumentException with what is wrong; nothing is changed
     */
    String say(String word);
  }

  /** What an operator reads: {@code Peace: topology loaded from …}. */
  private static final class Answer extends RefreshResponse {
    Answer(int code, String message) {
      super(code, message);
    }

    /** HDFS's name for it is a class and the identity of an object. */
    @Override
    public void setSenderName(String name) {
      super.setSenderName("Peace");
    }
  }

  /** For whoever has the privilege. */
  public TopologyRefresh(Privilege privilege, Topologies topologies, Words words) {
    this.privilege = privilege;
    this.topologies = topologies;
    this.words = words;
  }

  @Override
  public RefreshResponse handleRefresh(String identifier, String[] args) {
    try {
      privilege.check();
    } catch (IOException e) {
      return new Answer(REFUSED, e.getMessage());
    }
    if (!underWay.compareAndSet(false, true)) {
      return new Answer(
          REFUSED, "The topology is being loaded already. Maybe try again when that has ended.");
    }
    if (args.length > 0) {
      return answer(String.join(" ", args));
    }
    FutureTask<String> task = new FutureTask<>(this::reload);
    try {
      Thread thread = new Thread(task, "peace-refresh");
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | Error e) {
      underWay.set(false); // There is no thread for it.
      throw e;
    }
    return answer(task);
  }

  private RefreshResponse answer(String word) {
    try {
      return new Answer(0, words.say(word));
    } catch (IllegalArgumentException e) {
      return new Answer(REFUSED, e.getMessage());
    } finally {
      underWay.set(false);
    }
  }

  private String reload() throws TopologyException {
    try {
      return topologies.reload();
    } finally {
      underWay.set(false);
    }
  }

  private RefreshResponse answer(FutureTask<String> task) {
    try {
      RefreshRegistry registry = RefreshRegistry.defaultRegistry();
      synchronized (registry) {
        while (!task.isDone()) {
          registry.wait(LOOK_MILLIS);
        }
      }
      return new Answer(0, task.get());
    } catch (ExecutionException e) {
      return new Answer(REFUSED, explain(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(REFUSED, "The NameNode stops.");
    }
  }

  private String explain(Throwable failure) {
    String kept = "the topology loaded at %s stays active.".formatted(topologies.loadedAt());
    if (failure instanceof TopologyException e) {
      int problems = e.problems().size();
      String message =
          "%s\n%d %s found; %s\n%s"
              .formatted(
                  e.getMessage(),
                  problems,
                  problems == 1 ? "problem" : "problems",
                  kept,
                  topologies.nextStart());
      LOG.error("{}", message);
      return message;
    }
    LOG.error("The topology could not be loaded", failure);
    return "%s\nThat is no problem of the file but of Peace; %s".formatted(failure, kept);
  }
}
