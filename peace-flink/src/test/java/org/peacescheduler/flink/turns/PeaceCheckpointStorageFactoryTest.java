package org.peacescheduler.flink.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.CheckpointStorageLoader;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class PeaceCheckpointStorageFactoryTest {
  private static final String FACTORY = PeaceCheckpointStorageFactory.class.getName();

  @TempDir private Path folder;

  private Configuration config(String storage) {
    Map<String, String> keys = new HashMap<>();
    keys.put("execution.checkpointing.storage", FACTORY);
    keys.put("execution.checkpointing.dir", folder.toUri().toString());
    if (storage != null) {
      keys.put("peace.checkpointing.storage", storage);
    }
    return Configuration.fromMap(keys);
  }

  private CheckpointStorage inner(String storage) {
    return PeaceCheckpointStorageFactory.inner(config(storage), getClass().getClassLoader());
  }

  @Test
  void createFromConfig_namedInFlinksKey_isLoadedAndCanBeSent() throws Exception {
    CheckpointStorage storage =
        CheckpointStorageLoader.fromConfig(
                config(null), getClass().getClassLoader(), LoggerFactory.getLogger(getClass()))
            .orElseThrow();

    assertInstanceOf(PeaceCheckpointStorage.class, storage);
    InstantiationUtil.clone(storage);
  }

  @Test
  void inner_nothingSet_isFlinksForFiles() {
    assertInstanceOf(FileSystemCheckpointStorage.class, inner(null));
  }

  @Test
  void inner_named_isIt() {
    assertInstanceOf(JobManagerCheckpointStorage.class, inner("jobmanager"));
  }

  @Test
  void inner_peaceItself_isRefused() {
    IllegalConfigurationException e =
        assertThrows(IllegalConfigurationException.class, () -> inner(FACTORY));

    assertEquals(
        "peace.checkpointing.storage names Peace's own factory."
            + " Maybe leave it out, for Flink's storage of files.",
        e.getMessage());
  }

  @Test
  void inner_unknownClass_isRefused() {
    IllegalConfigurationException e =
        assertThrows(IllegalConfigurationException.class, () -> inner("no.such.Factory"));

    assertEquals(
        "peace.checkpointing.storage is 'no.such.Factory', which cannot be loaded: Cannot find"
            + " configured state backend factory class: no.such.Factory. Maybe 'filesystem'.",
        e.getMessage());
  }

  @Test
  void checkpoint_notOnHdfs_beginsAtOnce() throws Exception {
    CheckpointStorageAccess access =
        new PeaceCheckpointStorageFactory()
            .createFromConfig(config(null), getClass().getClassLoader())
            .createCheckpointStorage(new JobID());

    access.initializeBaseLocationsForCheckpoint();
    access.initializeLocationForCheckpoint(1).disposeOnFailure();
  }
}
