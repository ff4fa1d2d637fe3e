package org.peacescheduler.simulate;

/**
 * What can be wrong with a scenario and with no other file. The number of a constant never changes
 * and is never used again; docs/simulator.md explains each, and those that all YAML files share.
 */
enum ScenarioCode {
  OUT_OF_RANGE(71),
  BAD_SIZE(72),
  UNKNOWN_TOLD(73),
  UNKNOWN_HOST(74),
  NO_BANDWIDTH(75),
  CONTRADICTION(76),
  TOO_FEW_SERVERS(77),
  NOBODY_ENDS(78),
  NOT_HERE(79),
  BAD_PATH(80);

  private final int number;

  ScenarioCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
