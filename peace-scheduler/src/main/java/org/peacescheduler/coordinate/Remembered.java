package org.peacescheduler.coordinate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of so many names at most: of more, what was asked for longest ago is forgotten.
 *
 * <p>Example: of two at most, a and b are known, a is asked for, c comes: b is forgotten. Cost:
 * that of a hash map. Confined to the coordinator's lock.
 */
final class Remembered<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  Remembered(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
