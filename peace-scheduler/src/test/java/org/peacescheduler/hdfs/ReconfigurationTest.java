package org.peacescheduler.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurableBase;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peacescheduler.hdfs.config.PeaceConfig;

class ReconfigurationTest {
  private static final String KEY = DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY;
  private static final String EC_KEY = DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY;

  /** A daemon that lets each change fail, as a NameNode with a policy that cannot be made. */
  private static final class Daemon extends ReconfigurableBase {
    private final RuntimeException problem;

    Daemon(RuntimeException problem) {
      super(new Configuration(false));
      this.problem = problem;
    }

    @Override
    protected Configuration getNewConf() {
      Configuration conf = new Configuration(false);
      conf.set(KEY, PeaceConfig.POLICY);
      return conf;
    }

    @Override
    public Collection<String> getReconfigurableProperties() {
      return List.of(KEY, EC_KEY);
    }

    @Override
    protected String reconfigurePropertyImpl(String property, String value) {
      Configuration conf = new Configuration(false);
      conf.set(property, value);
      throw Reconfiguration.refusal(conf, problem);
    }
  }

  @Test
  void refusal_nameNodeStarts_isTheProblemItself() {
    RuntimeException problem = new IllegalArgumentException("wrong");
    assertSame(problem, Reconfiguration.refusal(new Configuration(false), problem));
  }

  @Test
  void refusal_inAReconfiguration_namesTheKeyAndTheCause() {
    RuntimeException problem = new IllegalArgumentException("wrong");
    for (String key : List.of(KEY, EC_KEY)) {
      ReconfigurationException e =
          assertThrows(
              ReconfigurationException.class,
              () -> new Daemon(problem).reconfigureProperty(key, PeaceConfig.POLICY));
      assertEquals(key, e.getProperty());
      assertEquals(PeaceConfig.POLICY, e.getNewValue());
      assertSame(problem, e.getCause());
    }
  }

  @Test
  @Timeout(60)
  void refusal_onHdfssThread_isTheStatusAndAnotherTaskMayFollow() throws Exception {
    assertEquals("wrong", statusOf(new Daemon(new IllegalArgumentException("wrong"))));
    assertEquals(
        "java.lang.NullPointerException", statusOf(new Daemon(new NullPointerException())));
  }

  private static String statusOf(Daemon daemon) throws Exception {
    String said = "";
    for (int i = 0; i < 2; i++) {
      daemon.startReconfigurationTask();
      while (!daemon.getReconfigurationTaskStatus().stopped()) {
        Thread.sleep(10);
      }
      said =
          daemon.getReconfigurationTaskStatus().getStatus().values().iterator().next().orElse("");
    }
    return said;
  }
}
