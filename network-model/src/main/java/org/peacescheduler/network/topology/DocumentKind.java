package org.peacescheduler.network.topology;

import java.util.Locale;

/**
 * What kind of file is read: what messages call it, and how its codes begin.
 *
 * <p>Problems of any YAML document (unreadable, wrong syntax, unknown key, …) have the same number
 * in every family: {@code PEACE-TOPO-002} and {@code PEACE-REQ-002} are both wrong YAML.
 */
public enum DocumentKind {
  /** A network. */
  TOPOLOGY(
      "PEACE-TOPO",
      "topology",
      "topology.yaml",
      "conf/topology-two-rack.yaml",
      "many hosts fit into one pattern such as \"node[0001-9999]\""),
  /** What is to be planned on a network. */
  REQUESTS(
      "PEACE-REQ",
      "list of requests",
      "requests.yaml",
      "conf/requests-figure5.yaml",
      "many chunks of one writer fit into one request"),
  /** What the simulator does. */
  SCENARIO(
      "PEACE-SIM",
      "scenario",
      "scenario.yaml",
      "peace-simulator/scenarios/tuning/two-rack.yaml",
      "many writers fit into one group");

  private final String prefix;
  private final String noun;
  private final String fileName;
  private final String sample;
  private final String shorter;

  DocumentKind(String prefix, String noun, String fileName, String sample, String shorter) {
    this.prefix = prefix;
    this.noun = noun;
    this.fileName = fileName;
    this.sample = sample;
    this.shorter = shorter;
  }

  /** Returns a code of this family, for example {@code PEACE-REQ-002}. */
  String code(int number) {
    return String.format(Locale.ROOT, "%s-%03d", prefix, number);
  }

  /** Returns what such a file holds. */
  String noun() {
    return noun;
  }

  /** Returns a usual name for such a file. */
  String fileName() {
    return fileName;
  }

  /** Returns the file that explains the format. */
  String sample() {
    return sample;
  }

  /** Returns how such a file says the same in less. */
  String shorter() {
    return shorter;
  }
}
