package org.peacescheduler.flink;

import java.util.Map;

/** Where Flink keeps the tasks' state, and how it writes it. */
enum StateBackend {
  /** On the heap; each checkpoint writes all of it. */
  HASHMAP,
  /** RocksDB; each checkpoint writes the files that are new. */
  ROCKSDB,
  /** On the heap, with a log of changes that is written all the time. */
  CHANGELOG;

  /** What Flink is told. */
  Map<String, String> keys() {
    return switch (this) {
      case HASHMAP -> Map.of("state.backend.type", "hashmap");
      case ROCKSDB ->
          Map.of("state.backend.type", "rocksdb", "execution.checkpointing.incremental", "true");
      case CHANGELOG ->
          Map.of(
              "state.backend.type",
              "hashmap",
              "state.changelog.enabled",
              "true",
              "state.changelog.storage",
              "filesystem");
    };
  }
}
