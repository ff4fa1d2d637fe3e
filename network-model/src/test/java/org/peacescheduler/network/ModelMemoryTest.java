package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Constraint;

class ModelMemoryTest {
  private static final long LIMIT = 32L << 20;

  @Test
  void modelAndResidual_250RacksOf40Servers_fitInto32Megabytes() {
    int[] sizes = new int[250];
    Arrays.fill(sizes, 40);
    NetworkModel model = Networks.star(sizes);
    ResidualNetwork residual = new ResidualNetwork(model);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(1));
    Candidates candidates = new Candidates(model);
    candidates.constrain(Constraint.OTHER_RACK);
    for (int sender = 0; sender < model.servers(); sender += 40) {
      candidates.start(sender, model.rackOf(sender), -1, new BitSet(), 1);
      assertTrue(finder.search(sender, -1, candidates) >= 0);
    }

    long bytes = bytesOf(model, residual, finder);
    assertTrue(bytes > 300_000, () -> "the count misses something: " + bytes);
    assertTrue(bytes < LIMIT, () -> bytes + " bytes for " + model.servers() + " servers");
  }

  /**
   * The bytes of everything reachable: object headers of 16 bytes, references of 4, and for the
   * library's maps and lists a generous 64 bytes an entry beside what is in them.
   */
  private static long bytesOf(Object... roots) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>(Arrays.asList(roots));
    long bytes = 0;
    while (!open.isEmpty()) {
      Object next = open.pop();
      if (seen.add(next)) {
        bytes += shallow(next, open);
      }
    }
    return bytes;
  }

  private static long shallow(Object object, Deque<Object> open) {
    if (object instanceof Map<?, ?> map) {
      open.addAll(map.keySet());
      open.addAll(map.values());
      return 64 + 64L * map.size();
    }
    if (object instanceof Collection<?> collection) {
      open.addAll(collection);
      return 64 + 64L * collection.size();
    }
    if (object instanceof String text) {
      return 48 + 2L * text.length();
    }
    if (object.getClass().isArray()) {
      return array(object, open);
    }
    if (!object.getClass().getName().startsWith("org.peacescheduler")) {
      return 64;
    }
    long bytes = 16;
    for (Field field : object.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        bytes += 8;
        push(field, object, open);
      }
    }
    return bytes;
  }

  private static long array(Object array, Deque<Object> open) {
    int length = Array.getLength(array);
    if (array instanceof Object[] objects) {
      Arrays.stream(objects).filter(o -> o != null).forEach(open::push);
      return 16 + 8L * length;
    }
    int width = array instanceof boolean[] ? 1 : array instanceof char[] ? 2 : 8;
    return 16 + (long) (array instanceof int[] ? 4 : width) * length;
  }

  private static void push(Field field, Object object, Deque<Object> open) {
    if (field.getType().isPrimitive()) {
      return;
    }
    try {
      field.setAccessible(true);
      Object value = field.get(object);
      if (value instanceof Optional<?> optional) {
        optional.ifPresent(open::push);
      } else if (value != null) {
        open.push(value);
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
