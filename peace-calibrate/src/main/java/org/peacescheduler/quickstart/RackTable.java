package org.peacescheduler.quickstart;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;

/**
 * Racks by host names, for the NameNode of a quick start: all its datanodes have the address of
 * this machine, and HDFS's own tables go by addresses.
 *
 * <p>Example: {@code host1} is in {@code /rack1}, {@code host2} in {@code /rack2}, {@code host3} in
 * {@code /rack1}. Thread-safe: it has no state.
 */
public final class RackTable implements DNSToSwitchMapping {
  static final int RACKS = 2;
  private static final Pattern HOST = Pattern.compile("host(\\d{1,4})");

  /** Made by the NameNode. */
  public RackTable() {}

  @Override
  public List<String> resolve(List<String> names) {
    return names.stream().map(RackTable::rack).toList();
  }

  private static String rack(String name) {
    Matcher matcher = HOST.matcher(name);
    return matcher.matches()
        ? "/rack" + rackOf(Integer.parseInt(matcher.group(1)))
        : NetworkTopology.DEFAULT_RACK;
  }

  /** The number of a host's rack; both are counted from 1. */
  static int rackOf(int host) {
    return 1 + (host - 1) % RACKS;
  }

  @Override
  public void reloadCachedMappings() {
    // There are none.
  }

  @Override
  public void reloadCachedMappings(List<String> names) {
    // There are none.
  }
}
