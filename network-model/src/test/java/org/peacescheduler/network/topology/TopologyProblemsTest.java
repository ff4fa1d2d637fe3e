package org.peacescheduler.network.topology;

import static org.peacescheduler.network.topology.TopologyTexts.assertProblems;
import static org.peacescheduler.network.topology.TopologyTexts.with;

import org.junit.jupiter.api.Test;

/** What is wrong with a topology, other than its capacities; the whole text that operators see. */
class TopologyProblemsTest {

  @Test
  void parse_emptyMapping_namesAllMissingKeys() {
    assertProblems(
        "{}",
        """
        PEACE-TOPO-010 t.yaml:1: required key 'version' is missing.
        Maybe add 'version: 1'.
        PEACE-TOPO-010 t.yaml:1: required key 'switches' is missing.
        Maybe add 'switches: [{name: tor1}]'.
        PEACE-TOPO-010 t.yaml:1: required key 'servers' is missing.
        Maybe add 'servers: [{hosts: "svr1.[1-8]", switch: tor1}]'.
        """);
  }

  @Test
  void parse_missingKeysInEntries_areNamed() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}, {rack: /r}]
        links: [{capacity: 1}, {between: [tor1, tor2]}]
        servers: [{hosts: a}, {switch: tor1}]
        """,
        """
        PEACE-TOPO-010 t.yaml:2 switches[1]: required key 'name' is missing.
        Maybe add 'name: tor1'.
        PEACE-TOPO-010 t.yaml:3 links[0]: required key 'between' is missing.
        Maybe add 'between: [tor1, tor2]'.
        PEACE-TOPO-010 t.yaml:3 links[1]: required key 'capacity' is missing.
        Maybe add 'capacity: 8'.
        PEACE-TOPO-003 t.yaml:3 links[1].between[1]: switch 'tor2' is not declared.
        Maybe add it under 'switches', or use 'tor1'.
        PEACE-TOPO-010 t.yaml:4 servers[0]: required key 'switch' is missing.
        Maybe add 'switch: tor1'.
        PEACE-TOPO-010 t.yaml:4 servers[1]: required key 'hosts' is missing.
        Maybe add 'hosts: "svr1.[1-8]"'.
        """);
  }

  @Test
  void parse_unknownKeys_areNamedOnEveryLevelWithTheNearestKnownOne() {
    assertProblems(
        """
        verson: 1
        defaults: {sever: {upp: 2}, colour: red}
        switches: [{nam: tor1}, {name: tor2, position: 3}]
        links: [{betwen: [tor1, tor2], capcity: 8}]
        servers: [{host: a, swich: tor1, downn: 0}]
        """,
        """
        PEACE-TOPO-011 t.yaml:1 verson: key 'verson' is not known.
        Maybe use 'version'; known here are 'version', 'streamRate', 'defaults', \
        'switches', 'links', 'servers', 'placement'.
        PEACE-TOPO-011 t.yaml:2 defaults.sever: key 'sever' is not known.
        Maybe use 'server'; known here is 'server'.
        PEACE-TOPO-011 t.yaml:2 defaults.sever.upp: key 'upp' is not known.
        Maybe use 'up'; known here are 'up', 'down', 'disk'.
        PEACE-TOPO-011 t.yaml:2 defaults.colour: key 'colour' is not known.
        Maybe remove it; known here is 'server'.
        PEACE-TOPO-011 t.yaml:3 switches[0].nam: key 'nam' is not known.
        Maybe use 'name'; known here are 'name', 'rack'.
        PEACE-TOPO-011 t.yaml:3 switches[1].position: key 'position' is not known.
        Maybe remove it; known here are 'name', 'rack'.
        PEACE-TOPO-011 t.yaml:4 links[0].betwen: key 'betwen' is not known.
        Maybe use 'between'; known here are 'between', 'capacity'.
        PEACE-TOPO-011 t.yaml:4 links[0].capcity: key 'capcity' is not known.
        Maybe use 'capacity'; known here are 'between', 'capacity'.
        PEACE-TOPO-011 t.yaml:5 servers[0].host: key 'host' is not known.
        Maybe use 'hosts'; known here are 'hosts', 'switch', 'up', 'down', 'disk'.
        PEACE-TOPO-011 t.yaml:5 servers[0].swich: key 'swich' is not known.
        Maybe use 'switch'; known here are 'hosts', 'switch', 'up', 'down', 'disk'.
        PEACE-TOPO-011 t.yaml:5 servers[0].downn: key 'downn' is not known.
        Maybe use 'down'; known here are 'hosts', 'switch', 'up', 'down', 'disk'.
        PEACE-TOPO-014 t.yaml:5 servers[0].downn: 0 chunks per timestep is less than 1.
        Maybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s.
        """);
  }

  @Test
  void parse_repeatedKeys_areNamedWithBothLines() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1, rack: /a, rack: /b}]
        servers:
          - hosts: a
            switch: tor1
            hosts: b
        version: 1
        """,
        """
        PEACE-TOPO-012 t.yaml:2 switches[0].rack: key 'rack' is already set in line 2.
        Maybe remove one of the two.
        PEACE-TOPO-012 t.yaml:6 servers[0].hosts: key 'hosts' is already set in line 4.
        Maybe remove one of the two.
        PEACE-TOPO-012 t.yaml:7 version: key 'version' is already set in line 1.
        Maybe remove one of the two.
        """);
  }

  @Test
  void parse_repeatedSections_makeNoFurtherProblems() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}]
        switches: [{name: tor2}]
        links: []
        links: [{between: [tor1, tor2], capacity: 1}]
        servers: [{hosts: a, switch: tor1}, {hosts: b, switch: tor2}]
        """,
        """
        PEACE-TOPO-012 t.yaml:3 switches: key 'switches' is already set in line 2.
        Maybe put the entries of both under the first one.
        PEACE-TOPO-012 t.yaml:5 links: key 'links' is already set in line 4.
        Maybe put the entries of both under the first one.
        """);
  }

  @Test
  void parse_keyThatIsNoText_isReported() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, [x]: y}]"),
        """
        PEACE-TOPO-009 t.yaml:5 servers[0]: a key must be text, found a list.
        Maybe a host pattern or a name needs quotes; known here are 'hosts', 'switch', \
        'up', 'down', 'disk'.
        """);
  }

  @Test
  void parse_versions_otherThanOneAreRefused() {
    String rest = "\nswitches: [{name: t}]\nservers: [{hosts: a, switch: t}]\n";
    assertProblems(
        "version: 2" + rest,
        """
        PEACE-TOPO-013 t.yaml:1 version: version 2 is not supported.
        Maybe write 'version: 1', or use a release of Peace that knows this version.
        """);
    assertProblems(
        "version: \"1\"" + rest,
        """
        PEACE-TOPO-009 t.yaml:1 version: a version number is expected, found the text '1'.
        Maybe write 1 without quotes.
        """);
    assertProblems(
        "version: 1.0" + rest,
        """
        PEACE-TOPO-009 t.yaml:1 version: a version number is expected, found the number 1.0.
        Maybe write 1 without quotes.
        """);
  }

  @Test
  void parse_wrongTypes_sayWhatIsFoundAndExpected() {
    assertProblems(
        """
        version: 1
        streamRate: 60
        defaults: [server]
        switches: {name: tor1}
        links: tor1
        servers:
        placement: any
        """,
        """
        PEACE-TOPO-009 t.yaml:2 streamRate: a bandwidth is expected, found the number 60.
        Maybe write one with its unit such as 60 MB/s.
        PEACE-TOPO-009 t.yaml:3 defaults: a mapping is expected, found a list.
        Maybe write defaults: {server: {up: 2, down: 2}}.
        PEACE-TOPO-009 t.yaml:4 switches: a list is expected, found a mapping.
        Maybe write '- {name: tor1}'.
        PEACE-TOPO-009 t.yaml:5 links: a list is expected, found the text 'tor1'.
        Maybe write '- {between: [tor1, tor2], capacity: 8}'.
        PEACE-TOPO-009 t.yaml:6 servers: a list is expected, found nothing.
        Maybe write '- {hosts: "svr1.[1-8]", switch: tor1}'.
        PEACE-TOPO-009 t.yaml:7 placement: a list is expected, found the text 'any'.
        Maybe write '[same-rack, other-rack]'.
        """);
  }

  @Test
  void parse_wrongTypesInEntries_sayWhatIsFoundAndExpected() {
    assertProblems(
        """
        version: 1
        defaults: {server: 2}
        switches: [tor1, {name: 2, rack: [r]}, {name: true}]
        links: [tor1, {between: tor1, capacity: [8]}, {between: [tor1, 3.5], capacity: true}]
        servers: [a, {hosts: {a: b}, switch: [tor1]}, {hosts: [7, null], switch: tor1, up: {}}]
        placement: [1]
        """,
        """
        PEACE-TOPO-009 t.yaml:2 defaults.server: a mapping is expected, found the number 2.
        Maybe write server: {up: 2, down: 2}.
        PEACE-TOPO-009 t.yaml:3 switches[0]: a mapping is expected, found the text 'tor1'.
        Maybe write {name: tor1, rack: /rack1}.
        PEACE-TOPO-009 t.yaml:3 switches[1].name: text is expected, found the number 2.
        Maybe put it in quotes: "2".
        PEACE-TOPO-009 t.yaml:3 switches[1].rack: text is expected, found a list.
        Maybe write a rack such as /rack1.
        PEACE-TOPO-009 t.yaml:3 switches[2].name: text is expected, found the value true.
        Maybe put it in quotes: "true".
        PEACE-TOPO-009 t.yaml:4 links[0]: a mapping is expected, found the text 'tor1'.
        Maybe write {between: [tor1, tor2], capacity: 8}.
        PEACE-TOPO-009 t.yaml:4 links[1].between: a list is expected, found the text 'tor1'.
        Maybe write '[tor1, tor2]'.
        PEACE-TOPO-009 t.yaml:4 links[1].capacity: a capacity is expected, found a list.
        Maybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s.
        PEACE-TOPO-009 t.yaml:4 links[2].between[1]: text is expected, found the number 3.5.
        Maybe put it in quotes: "3.5".
        PEACE-TOPO-009 t.yaml:4 links[2].capacity: a capacity is expected, found the value true.
        Maybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s.
        PEACE-TOPO-009 t.yaml:5 servers[0]: a mapping is expected, found the text 'a'.
        Maybe write {hosts: "svr1.[1-8]", switch: tor1}.
        PEACE-TOPO-009 t.yaml:5 servers[1].hosts: text is expected, found a mapping.
        Maybe write a host or a pattern such as "svr1.[1-8]".
        PEACE-TOPO-009 t.yaml:5 servers[1].switch: text is expected, found a list.
        Maybe write a switch such as tor1.
        PEACE-TOPO-009 t.yaml:5 servers[2].hosts[0]: text is expected, found the number 7.
        Maybe put it in quotes: "7".
        PEACE-TOPO-009 t.yaml:5 servers[2].hosts[1]: text is expected, found nothing.
        Maybe write a host or a pattern such as "svr1.[1-8]".
        PEACE-TOPO-009 t.yaml:5 servers[2].up: a capacity is expected, found a mapping.
        Maybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s.
        PEACE-TOPO-009 t.yaml:6 placement[0]: text is expected, found the number 1.
        Maybe put it in quotes: "1".
        """);
  }

  @Test
  void parse_undeclaredSwitches_areNamedWithTheNearest() {
    assertProblems(
        """
        version: 1
        switches:
          - {name: spine-1}
          - {name: spine-2}
        links:
          - {between: [spine-1, spine-2], capacity: 1}
          - {between: [spine-1, spine-9], capacity: 1}
          - {between: [completely, different], capacity: 1}
        servers:
          - {hosts: a, switch: Spine-1}
        """,
        """
        PEACE-TOPO-003 t.yaml:7 links[1].between[1]: switch 'spine-9' is not declared.
        Maybe add it under 'switches', or use 'spine-1'.
        PEACE-TOPO-003 t.yaml:8 links[2].between[0]: switch 'completely' is not declared.
        Maybe add it under 'switches'.
        PEACE-TOPO-003 t.yaml:8 links[2].between[1]: switch 'different' is not declared.
        Maybe add it under 'switches'.
        PEACE-TOPO-003 t.yaml:10 servers[0].switch: switch 'Spine-1' is not declared.
        Maybe add it under 'switches', or use 'spine-1'.
        """);
  }

  @Test
  void parse_emptySections_areReported() {
    assertProblems(
        """
        version: 1
        switches: []
        servers: []
        placement: []
        """,
        """
        PEACE-TOPO-031 t.yaml:2 switches: 'switches' is empty.
        Maybe write '- {name: tor1, rack: /rack1}'.
        PEACE-TOPO-029 t.yaml:3 servers: 'servers' is empty.
        Maybe add '- {hosts: "svr1.[1-8]", switch: tor1}'.
        PEACE-TOPO-031 t.yaml:4 placement: 'placement' is empty.
        Maybe write '[same-rack, other-rack]'.
        """);
    assertProblems(
        with("servers", "[{hosts: [], switch: tor1}]"),
        """
        PEACE-TOPO-031 t.yaml:5 servers[0].hosts: 'hosts' is empty.
        Maybe write '["svr1.[1-8]"]'.
        """);
  }

  @Test
  void parse_wrongSwitchNames_areReported() {
    String longName = "n".repeat(254);
    assertProblems(
        """
        version: 1
        switches:
          - {name: ""}
          - {name: tor 1}
          - {name: tor1->tor2}
          - {name: rack/tor1}
          - {name: %s}
        links: [{between: [tor 1, rack/tor1], capacity: 1}]
        servers: [{hosts: a, switch: tor 1}]
        """
            .formatted(longName),
        """
        PEACE-TOPO-019 t.yaml:3 switches[0].name: a switch name is empty.
        Maybe write a name such as tor1.
        PEACE-TOPO-019 t.yaml:4 switches[1].name: switch name 'tor 1' contains ' '.
        Maybe rename the switch; letters, digits, '.', '-', '_' and ':' are allowed.
        PEACE-TOPO-019 t.yaml:5 switches[2].name: switch name 'tor1->tor2' contains '->'.
        Maybe rename the switch; letters, digits, '.', '-', '_' and ':' are allowed.
        PEACE-TOPO-019 t.yaml:6 switches[3].name: switch name 'rack/tor1' contains '/'.
        Maybe rename the switch; letters, digits, '.', '-', '_' and ':' are allowed.
        PEACE-TOPO-019 t.yaml:7 switches[4].name: switch name '%s…' is longer than 253.
        Maybe a quote or a line break is missing.
        """
            .formatted(longName.substring(0, 60)));
  }

  @Test
  void parse_wrongRacks_areReported() {
    assertProblems(
        """
        version: 1
        switches:
          - {name: a, rack: rack1}
          - {name: b, rack: /rack1/}
          - {name: c, rack: /room//rack1}
          - {name: d, rack: /}
          - {name: e, rack: ""}
          - {name: f, rack: /rack 1}
          - {name: g, rack: /%s}
        servers: [{hosts: h, switch: a}]
        """
            .formatted("r".repeat(253)),
        """
        PEACE-TOPO-020 t.yaml:3 switches[0].rack: rack 'rack1' does not start with '/'.
        Maybe write '/rack1'.
        PEACE-TOPO-020 t.yaml:4 switches[1].rack: rack '/rack1/' ends with '/'.
        Maybe write '/rack1'.
        PEACE-TOPO-020 t.yaml:5 switches[2].rack: rack '/room//rack1' has an empty component.
        Maybe write '/room/rack1'.
        PEACE-TOPO-020 t.yaml:6 switches[3].rack: rack '/' ends with '/'.
        Maybe write it as HDFS does, like '/rack1' or '/room2/rack1'.
        PEACE-TOPO-020 t.yaml:7 switches[4].rack: rack '' does not start with '/'.
        Maybe write it as HDFS does, like '/rack1' or '/room2/rack1'.
        PEACE-TOPO-020 t.yaml:8 switches[5].rack: rack '/rack 1' contains white space.
        Maybe write it as HDFS does, like '/rack1' or '/room2/rack1'.
        PEACE-TOPO-020 t.yaml:9 switches[6].rack: rack '/%s…' is longer than 253.
        Maybe write it as HDFS does, like '/rack1' or '/room2/rack1'.
        """
            .formatted("r".repeat(59)));
  }

  @Test
  void parse_repeatedSwitch_isReportedWithBothLines() {
    assertProblems(
        """
        version: 1
        switches:
          - {name: tor1}
          - {name: tor1, rack: /other}
        servers: [{hosts: a, switch: tor1}]
        """,
        """
        PEACE-TOPO-021 t.yaml:4 switches[1].name: switch 'tor1' is already declared in line 3.
        Maybe remove or rename one of the two.
        """);
  }

  @Test
  void parse_linksWithWrongEnds_areReported() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}, {name: tor2}]
        links:
          - {between: [tor1, tor2], capacity: 1}
          - {between: [tor1], capacity: 1}
          - {between: [], capacity: 1}
          - {between: [tor1, tor2, tor3], capacity: 1}
          - {between: [tor1, tor1], capacity: 1}
        servers: [{hosts: a, switch: tor1}]
        """,
        """
        PEACE-TOPO-022 t.yaml:5 links[1].between: a link is between 2 switches, found 1.
        Maybe write it like 'between: [tor1, tor2]', one link for each pair.
        PEACE-TOPO-022 t.yaml:6 links[2].between: a link is between 2 switches, found 0.
        Maybe write it like 'between: [tor1, tor2]', one link for each pair.
        PEACE-TOPO-022 t.yaml:7 links[3].between: a link is between 2 switches, found 3.
        Maybe write it like 'between: [tor1, tor2]', one link for each pair.
        PEACE-TOPO-003 t.yaml:7 links[3].between[2]: switch 'tor3' is not declared.
        Maybe add it under 'switches', or use 'tor1'.
        PEACE-TOPO-023 t.yaml:8 links[4].between: switch 'tor1' is linked to itself.
        Maybe one of the two names is wrong.
        """);
  }

  @Test
  void parse_wrongHostPatterns_areReported() {
    assertProblems(
        with("servers", "[{hosts: [\"a[1-\", \"b[2-1]\", \"\", \"c d\", e], switch: tor1}]"),
        """
        PEACE-TOPO-024 t.yaml:5 servers[0].hosts[0]: host pattern 'a[1-' has a '[' without ']'.
        Maybe write it like 'svr1.[1-8]'.
        PEACE-TOPO-024 t.yaml:5 servers[0].hosts[1]: range '2-1' in host pattern 'b[2-1]' is empty.
        Maybe write '1-2'.
        PEACE-TOPO-019 t.yaml:5 servers[0].hosts[2]: a host name is empty.
        Maybe write a name such as svr1.1.
        PEACE-TOPO-019 t.yaml:5 servers[0].hosts[3]: host name 'c d' contains ' '.
        Maybe write ["c", "d"].
        """);
  }

  @Test
  void parse_tooManyHosts_areReportedWithoutExpandingThem() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}]
        servers:
          - {hosts: "a[1-99999]", switch: tor1}
          - {hosts: "b[1-2]", switch: tor1}
          - {hosts: "c[0-999999999]", switch: tor1}
          - {hosts: "d[0-999999999][0-999999999][0-999999999]", switch: tor1}
          - {hosts: e, switch: tor1}
          - {hosts: f, switch: tor1}
        """,
        """
        PEACE-TOPO-025 t.yaml:5 servers[1].hosts: 'b[1-2]' makes 2 hosts, with 99999 \
        before it more than 100000.
        Maybe a range is longer than meant.
        PEACE-TOPO-025 t.yaml:6 servers[2].hosts: 'c[0-999999999]' makes 1000000000 \
        hosts, with 99999 before it more than 100000.
        Maybe a range is longer than meant.
        PEACE-TOPO-025 t.yaml:7 servers[3].hosts: 'd[0-999999999][0-999999999][0-999999999]' makes \
        far too many hosts, with 99999 before it more than 100000.
        Maybe a range is longer than meant.
        PEACE-TOPO-025 t.yaml:9 servers[5].hosts: 'f' makes 1 host, with 100000 before \
        it more than 100000.
        Maybe a range is longer than meant.
        """);
  }

  @Test
  void parse_repeatedHosts_areReportedWithBothLines() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}]
        servers:
          - {hosts: "svr1.[1-8]", switch: tor1}
          - hosts:
              - SVR1.3
              - "svr1.[5-9]"
              - svr2.1
              - "svr3.[1,1-2]"
            switch: tor1
          - {hosts: svr2.1, switch: tor1}
        """,
        """
        PEACE-TOPO-026 t.yaml:6 servers[1].hosts[0]: host 'SVR1.3' is already declared in line 4 \
        (servers[0].hosts).
        Maybe remove it here or there; upper and lower case count as equal.
        PEACE-TOPO-026 t.yaml:7 servers[1].hosts[1]: host 'svr1.5' and 3 more are \
        already declared in line 4 (servers[0].hosts).
        Maybe remove it here or there; upper and lower case count as equal.
        PEACE-TOPO-026 t.yaml:9 servers[1].hosts[3]: host 'svr3.1' is declared twice by \
        this pattern.
        Maybe two ranges in it overlap.
        PEACE-TOPO-026 t.yaml:11 servers[2].hosts: host 'svr2.1' is already declared in line 8 \
        (servers[1].hosts[2]).
        Maybe remove it here or there; upper and lower case count as equal.
        """);
  }

  @Test
  void parse_hostNamedLikeASwitch_isReportedWithBothLines() {
    assertProblems(
        """
        version: 1
        switches:
          - {name: node1}
        servers:
          - {hosts: "Node[1-2]", switch: node1}
        """,
        """
        PEACE-TOPO-027 t.yaml:5 servers[0].hosts: host 'Node1' has the name of the switch in line 3.
        Maybe rename the switch; links are named after both ends.
        """);
  }

  @Test
  void parse_unconnectedSwitches_areReportedForEachSmallerGroup() {
    assertProblems(
        """
        version: 1
        switches:
          - {name: tor1}
          - {name: agg3}
          - {name: tor3}
          - {name: core}
          - {name: tor2}
          - {name: tor4}
          - {name: spare}
        links:
          - {between: [tor1, core], capacity: 1}
          - {between: [tor2, core], capacity: 1}
          - {between: [tor3, agg3], capacity: 1}
        servers:
          - {hosts: "a[1-2]", switch: tor1}
          - {hosts: "b[1-2]", switch: tor2}
          - {hosts: "c[1-3]", switch: tor3}
          - {hosts: d, switch: tor4}
        """,
        """
        PEACE-TOPO-028 t.yaml:5 switches[2].name: no links lead from the 3 servers of \
        switches 'agg3' and 'tor3' to the 4 servers of switches 'tor1', 'core' and 'tor2'.
        Maybe add a link that joins them, such as '- {between: [tor1, tor3], capacity: 8}'.
        PEACE-TOPO-028 t.yaml:8 switches[5].name: no links lead from the server of \
        switch 'tor4' to the 4 servers of switches 'tor1', 'core' and 'tor2'.
        Maybe add a link that joins them, such as '- {between: [tor1, tor4], capacity: 8}'.
        """);
  }

  @Test
  void parse_brokenLink_doesNotMakeServersUnreachable() {
    assertProblems(
        with("links", "[{between: [tor1, tor9], capacity: 1}]"),
        """
        PEACE-TOPO-003 t.yaml:4 links[0].between[1]: switch 'tor9' is not declared.
        Maybe add it under 'switches', or use 'tor1'.
        """);
    assertProblems(
        with("links", "[{between: [tor1, tor2], capacity: 0}]"),
        """
        PEACE-TOPO-014 t.yaml:4 links[0].capacity: 0 chunks per timestep is less than 1.
        Maybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s.
        """);
  }

  @Test
  void parse_missingSwitches_isOneProblem() {
    assertProblems(
        """
        version: 1
        links: [{between: [tor1, tor2], capacity: 1}]
        servers: [{hosts: a, switch: tor1}]
        """,
        """
        PEACE-TOPO-010 t.yaml:1: required key 'switches' is missing.
        Maybe add 'switches: [{name: tor1}]'.
        """);
  }

  @Test
  void parse_wrongPlacement_isReported() {
    assertProblems(
        with("placement", "[local, same_rack, local, Any, elsewhere]"),
        """
        PEACE-TOPO-030 t.yaml:6 placement[1]: constraint 'same_rack' is not known.
        Maybe use 'same-rack'; known are 'local', 'same-rack', 'other-rack', 'new-rack' and 'any'.
        PEACE-TOPO-032 t.yaml:6 placement[2]: 'local' is only possible for the first replica.
        Maybe use 'same-rack'; every replica needs a datanode of its own.
        PEACE-TOPO-030 t.yaml:6 placement[3]: constraint 'Any' is not known.
        Maybe use 'any'; known are 'local', 'same-rack', 'other-rack', 'new-rack' and 'any'.
        PEACE-TOPO-030 t.yaml:6 placement[4]: constraint 'elsewhere' is not known.
        Known are 'local', 'same-rack', 'other-rack', 'new-rack' and 'any'.
        """);
  }
}
