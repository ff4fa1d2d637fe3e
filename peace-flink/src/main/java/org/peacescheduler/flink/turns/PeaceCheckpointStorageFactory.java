package org.peacescheduler.flink.turns;

import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.CheckpointStorageFactory;
import org.apache.flink.runtime.state.CheckpointStorageLoader;
import org.apache.flink.util.DynamicCodeLoadingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@code execution.checkpointing.storage} names, so that checkpoints begin in their turn.
 *
 * <pre>
 * execution.checkpointing.storage: org.peacescheduler.flink.turns.PeaceCheckpointStorageFactory
 * execution.checkpointing.dir: hdfs://nn:8020/flink
 * </pre>
 *
 * <p>The storage behind it is Flink's own for files, or what {@code peace.checkpointing.storage}
 * names. Stateless.
 */
public final class PeaceCheckpointStorageFactory
    implements CheckpointStorageFactory<PeaceCheckpointStorage> {
  private static final Logger LOG = LoggerFactory.getLogger(PeaceCheckpointStorageFactory.class);

  /** Both keys of Flink for the storage: that of 1.20 and 2.x, and the one before. */
  private static final String STORAGE_KEY = "execution.checkpointing.storage";

  private static final String OLD_STORAGE_KEY = "state.checkpoint-storage";

  @Override
  public PeaceCheckpointStorage createFromConfig(ReadableConfig config, ClassLoader classLoader) {
    return new PeaceCheckpointStorage(
        inner(config, classLoader), TurnOptions.of(config), new HdfsTurns());
  }

  static CheckpointStorage inner(ReadableConfig config, ClassLoader classLoader) {
    String name = config.get(TurnOptions.STORAGE);
    if (name.equals(PeaceCheckpointStorageFactory.class.getName())) {
      throw new IllegalConfigurationException(
          TurnOptions.STORAGE.key()
              + " names Peace's own factory. Maybe leave it out, for Flink's storage of files.");
    }
    try {
      return CheckpointStorageLoader.fromConfig(new Renamed(config, name), classLoader, LOG)
          .orElseThrow(
              () ->
                  new IllegalConfigurationException(
                      "%s is '%s'. Maybe 'filesystem', or the class of a factory."
                          .formatted(TurnOptions.STORAGE.key(), name)));
    } catch (DynamicCodeLoadingException e) {
      throw new IllegalConfigurationException(
          "%s is '%s', which cannot be loaded: %s. Maybe 'filesystem'."
              .formatted(TurnOptions.STORAGE.key(), name, e.getMessage()),
          e);
    }
  }

  /** The configuration, with the storage behind this one in the place of this one. */
  private record Renamed(ReadableConfig config, String storage) implements ReadableConfig {
    @Override
    public <T> T get(ConfigOption<T> option) {
      return getOptional(option).orElseGet(option::defaultValue);
    }

    @Override
    @SuppressWarnings("unchecked") // The option of that key is one of strings.
    public <T> Optional<T> getOptional(ConfigOption<T> option) {
      boolean renamed = option.key().equals(STORAGE_KEY) || option.key().equals(OLD_STORAGE_KEY);
      return renamed ? Optional.of((T) storage) : config.getOptional(option);
    }

    @Override
    public Map<String, String> toMap() {
      Map<String, String> all = new java.util.HashMap<>(config.toMap());
      all.remove(OLD_STORAGE_KEY);
      all.put(STORAGE_KEY, storage);
      return all;
    }
  }
}
