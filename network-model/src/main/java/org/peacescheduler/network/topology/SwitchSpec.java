package org.peacescheduler.network.topology;

import java.util.Objects;

/**
 * A switch of any level: rack, aggregation or core. Immutable.
 *
 * @param name as written in the file, for example {@code tor1}
 * @param rack the HDFS network location of the servers on this switch, for example {@code /rack1};
 *     {@code "/" + name} where the file declares none
 */
public record SwitchSpec(String name, String rack) {

  public SwitchSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(rack, "rack");
  }
}
