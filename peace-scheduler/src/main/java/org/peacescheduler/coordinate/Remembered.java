package org.peacescheduler.coordinate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of so many names at most: of more, the oldest is forgotten.
 *
 * <p>Example: of two at most, a and b are known, a is asked for, c comes. By use, b is forgotten;
 * by age, a is. Cost: that of a hash map. Not thread-safe.
 */
public final class Remembered<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  private Remembered(int most, boolean isByUse) {
    super(16, 0.75f, isByUse);
    this.most = most;
  }

  /** Forgets what was put or asked for longest ago. */
  public static <K, V> Remembered<K, V> byUse(int most) {
    return new Remembered<>(most, true);
  }

  /** Forgets what came longest ago; what is put again stays where it is. */
  public static <K, V> Remembered<K, V> byAge(int most) {
    return new Remembered<>(most, false);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
