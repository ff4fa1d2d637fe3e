package org.peacescheduler.coordinate;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.mockito.stubbing.Answer;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;

/** Stands between a coordinator and its planner: counts what is planned, and may let it fail. */
final class PlanningProbe {
  private int plans;
  private Function<PipelineDemand, Error> fault = demand -> null;

  /** Puts itself in front of the planners of a coordinator's network. */
  PlanningProbe(Coordinator coordinator) {
    stand(network(coordinator), "planner");
    stand(network(coordinator), "unhindered");
  }

  /** What a coordinator plans on. */
  static LiveNetwork network(Coordinator coordinator) {
    return ((TimestepScheduler) get(coordinator, "scheduler")).network();
  }

  /** How often a pipeline has been looked for; not counted again if one over full links was. */
  int plans() {
    return plans;
  }

  /**
   * From now on planning fails.
   *
   * @param of what the plan for a demand throws; null if it does not
   */
  void fail(Function<PipelineDemand, Error> of) {
    fault = of;
  }

  private void stand(LiveNetwork network, String field) {
    Object real = get(network, field);
    Answer<Object> answer =
        call -> {
          if (call.getMethod().getName().startsWith("plan")) {
            plans += field.equals("planner") ? 1 : 0;
            Error thrown = fault.apply(demand(call.getArguments()));
            if (thrown != null) {
              throw thrown;
            }
          }
          try {
            return call.getMethod().invoke(real, call.getArguments());
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    PipelinePlanner probe =
        mock(PipelinePlanner.class, withSettings().stubOnly().defaultAnswer(answer));
    try {
      field(network, field).set(network, probe);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PipelineDemand demand(Object[] arguments) {
    return Stream.of(arguments)
        .filter(PipelineDemand.class::isInstance)
        .map(PipelineDemand.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Object get(Object of, String name) {
    try {
      return field(of, name).get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Object of, String name) {
    try {
      Field field = of.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
