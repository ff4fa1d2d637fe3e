package org.peacescheduler.hdfs.patched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;
import org.peacescheduler.hdfs.telemetry.FaultLog;

class CarefulListenerTest {
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, AssertionError.class})
  void everyWord_listenerThrows_isPassedOnAndNothingIsThrown(Class<? extends Throwable> thrown)
      throws ReflectiveOperationException {
    List<String> told = new ArrayList<>();
    NewBlockListener failing =
        Mockito.mock(
            NewBlockListener.class,
            call -> {
              told.add(call.getMethod().getName());
              throw thrown.getDeclaredConstructor().newInstance();
            });
    List<String> words = new ArrayList<>();
    for (Method word : NewBlockListener.class.getMethods()) {
      words.add(word.getName());
      Object[] nothing = new Object[word.getParameterCount()];
      if (word.getParameterTypes()[0] == long.class) {
        nothing[0] = 7L;
      }
      InvocationTargetException unguarded =
          assertThrows(InvocationTargetException.class, () -> word.invoke(failing, nothing));
      assertInstanceOf(thrown, unguarded.getCause());
      told.clear();
      word.invoke(new CarefulListener(failing, new FaultLog(InstantSource.system())), nothing);
      assertEquals(List.of(word.getName()), told);
    }
    assertEquals(12, words.size());
  }
}
