package org.peacescheduler.flink.job;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * A job whose tasks each hold a state of the same size, and do next to nothing beside.
 *
 * <p>A source of one task names keys in turn, so many a second. The task that has a key gives it a
 * new value of random bytes, which no compression makes smaller. After the first turn every task
 * has its whole state. State backend and checkpoints are the cluster's configuration.
 *
 * <p>Arguments: name, tasks, values a task, bytes a value, updates a second.
 */
public final class StateJob {
  private static final int MAX_PARALLELISM = 128;

  private StateJob() {}

  /** Submits the job to the cluster in which this runs. */
  public static void main(String[] args) throws Exception {
    int tasks = Integer.parseInt(args[1]);
    int values = Integer.parseInt(args[2]);
    int bytes = Integer.parseInt(args[3]);
    double updates = Double.parseDouble(args[4]);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(tasks);
    env.setMaxParallelism(MAX_PARALLELISM);
    DataGeneratorSource<Integer> keys =
        new DataGeneratorSource<>(
            new InTurn(StateKeys.evenly(tasks, values, MAX_PARALLELISM)),
            Long.MAX_VALUE,
            RateLimiterStrategy.perSecond(updates),
            Types.INT);
    env.fromSource(keys, WatermarkStrategy.noWatermarks(), "keys")
        .setParallelism(1)
        .keyBy(key -> key, Types.INT)
        .process(new Hold(bytes), Types.INT)
        .name("state");
    env.execute(args[0]);
  }

  /** One key after the other, and again from the first. */
  private static final class InTurn implements GeneratorFunction<Long, Integer> {
    private static final long serialVersionUID = 1;

    private final int[] keys;

    InTurn(List<Integer> keys) {
      this.keys = keys.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public Integer map(Long index) {
      return keys[(int) (index % keys.length)];
    }
  }

  /** Gives each key that comes a new value. */
  private static final class Hold extends KeyedProcessFunction<Integer, Integer, Integer> {
    private static final long serialVersionUID = 1;

    private final int bytes;
    private transient SplittableRandom random;
    private transient ValueState<byte[]> state;

    Hold(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void open(OpenContext context) {
      random = new SplittableRandom(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
      state = getRuntimeContext().getState(new ValueStateDescriptor<>("value", byte[].class));
    }

    @Override
    public void processElement(Integer key, Context context, Collector<Integer> out)
        throws Exception {
      byte[] value = new byte[bytes];
      random.nextBytes(value);
      state.update(value);
    }
  }
}
