package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.peacescheduler.network.topology.TopologyTexts.assertProblems;
import static org.peacescheduler.network.topology.TopologyTexts.with;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files as people write them who know other programs: what they are told, with their own numbers
 * and names. A comment behind an input says where its kind was found.
 */
class InputsAsWrittenTest {

  // ------------------------------------------------------------------ bandwidths

  // 25000Mb/s: ethtool. 9.41 Gbits/sec: iperf3. 100 Gb/sec (4X EDR): /sys/class/infiniband.
  // Up to 12.5 Gigabit: AjitTK/aws-emr-configuration index.js. 100M: huaweicloudDocs/cce. 4x25G:
  // SONiC platform.json. 25GE, 100BASE-TX: NetBox's types of interfaces. 10gbit, 10gbps: tc.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          10 gb/s                   | '10 Gbit/s' for bits or '10 GB/s' for bytes.
          100 mb/s                  | '100 Mbit/s' for bits or '100 MB/s' for bytes.
          500 Mib/s                 | '524.288 Mbit/s' for bits or '500 MiB/s' for bytes.
          25 Gbps                   | '25 Gbit/s'.
          9.41 Gbits/sec            | '9.41 Gbit/s'.
          10GbE                     | '10 Gbit/s'.
          10 Gigabit                | '10 Gbit/s'.
          1.10 GBytes/sec           | '1.10 GB/s'.
          25000Mb/s                 | '25000 Mbit/s' for bits or '25000 MB/s' for bytes.
          "Speed: 25000Mb/s"        | '25000 Mbit/s'.
          100 Gb/sec (4X EDR)       | '100 Gbit/s'.
          Up to 12.5 Gigabit        | '12.5 Gbit/s'; less, if it does not carry that much all the time.
          100M                      | '100 Mbit/s' for bits or '100 MB/s' for bytes.
          4x25G                     | '100 Gbit/s' for bits or '100 GB/s' for bytes.
          2 x 10GbE                 | '20 Gbit/s'.
          25GE                      | '25 Gbit/s'.
          100BASE-TX                | '100 Mbit/s'.
          10GBASE-SR4               | '10 Gbit/s'.
          40 Gb Ethernet            | '40 Gbit/s'.
          1 Gigabit Ethernet        | '1 Gbit/s'.
          10gbit                    | '10 Gbit/s'.
          10gbps                    | '10 Gbit/s' for bits or '10 GB/s' for bytes.
          150 MBps                  | '150 MB/s'.
          "1,5 Gbit/s"              | '1.5 Gbit/s'.
          "1,500 Mbit/s"            | '1500 Mbit/s', or '1.5 Mbit/s'.
          "10 000 Mbit/s"           | '10000 Mbit/s'.
          10'000 Mbit/s             | '10000 Mbit/s'.
          1_000 Mbit/s              | '1000 Mbit/s'.
          1e3 Mbit/s                | '1000 Mbit/s'.
          .5 Gbit/s                 | '0.5 Gbit/s'.
          10 gigabits per second    | '10 Gbit/s'.
          1 GByte/s                 | '1 GB/s'.
          200 mebibytes/second      | '200 MiB/s'.
          ~10 Gbit/s                | '10 Gbit/s'.
          １０ Gbit/s               | '10 Gbit/s'.
          """)
  void parse_bandwidthOfOthers_remedyHoldsItsNumber(String text, String remedy) {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, up: \"" + text + "\"}]"),
        "PEACE-TOPO-016 t.yaml:5 servers[0].up: '"
            + text
            + "' is not a bandwidth.\nMaybe write "
            + remedy);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-10 Gbit/s",
        "10 Gbit/h",
        "10 Gbit/min",
        "fast",
        "10/20 Gbit/s",
        "10 MT/s",
        "High",
        "10 Gbit/s up, 20 Gbit/s down"
      })
  void parse_rateThatIsNotKnown_isNotGuessed(String text) {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, up: \"" + text + "\"}]"),
        "PEACE-TOPO-016 t.yaml:5 servers[0].up: '"
            + text
            + "' is not a bandwidth.\n"
            + Bandwidth.EXAMPLES);
  }

  // 10000baseT/Full: link modes of ethtool. eth0: scripts over ports. QSFP28 100G: lists of
  // transceivers. GigE, TenGigE0/0/0: ports of switches. 25G x 2, dual: data sheets of servers.
  // 1.000.000, Гбит/с, Go/s: data sheets of other countries. 10 Gbps (burst): types of clouds.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          "eth0: 1 Gbit/s"          | '1 Gbit/s'.
          "enp1s0f0 Speed: 40000Mb/s" | '40000 Mbit/s'.
          eth0=10G                  | '10 Gbit/s' for bits or '10 GB/s' for bytes.
          bond0 2x10GbE             | '20 Gbit/s'.
          "rate: 40 Gb/sec (4X QDR)" | '40 Gbit/s'.
          10000baseT/Full           | '10000 Mbit/s'.
          25000baseCR/Full          | '25000 Mbit/s'.
          2500baseT                 | '2500 Mbit/s'.
          QSFP28 100GbE             | '100 Gbit/s'.
          Gigabit Ethernet          | '1 Gbit/s'.
          FastEthernet0/1           | '100 Mbit/s'.
          TenGigE0/0/0              | '10 Gbit/s'.
          HundredGigE0/0/0/1        | '100 Gbit/s'.
          25GbE x 2                 | '50 Gbit/s'.
          25 Gbit/s x 2             | '50 Gbit/s'.
          25Gx2                     | '50 Gbit/s' for bits or '50 GB/s' for bytes.
          5 x 100GbE                | '500 Gbit/s'.
          dual-port 25GbE           | '25 Gbit/s', or '50 Gbit/s'.
          2 ports of 25 Gbit/s      | '25 Gbit/s', or '50 Gbit/s'.
          1.000.000 kbit/s          | '1000000 kbit/s'.
          "1.000,5 Mbit/s"          | '1000.5 Mbit/s'.
          10 Gbps (burst)           | '10 Gbit/s'; less, if it does not carry that much all the time.
          10 Gbit·s⁻¹               | '10 Gbit/s'.
          10 Гбит/с                 | '10 Gbit/s'.
          125 МБ/с                  | '125 MB/s'.
          125 Mo/s                  | '125 MB/s'.
          10 Gbit/s            | '10 Gbit/s'.
          1000 Mbit/s          | '1000 Mbit/s'.
          """)
  void parse_bandwidthWithWordsAroundIt_remedyHoldsItsNumber(String text, String remedy) {
    parse_bandwidthOfOthers_remedyHoldsItsNumber(text, remedy);
  }

  @Test
  void parse_speedThatADeviceDoesNotKnow_saysWhatThatMeans() {
    // ethtool's Speed: Unknown!, and -1 of /sys/class/net/*/speed, without a cable.
    assertProblems(
        with(
            "servers",
            "[{hosts: a, switch: tor1, up: Unknown!, down: -1}, {hosts: b, switch: tor1, up:"
                + " 4294967295}]"),
        """
        PEACE-TOPO-016 t.yaml:5 servers[0].up: 'Unknown!' is not a bandwidth.
        Maybe write what the link can carry; a device says that while no cable is in it, or if it \
        is a virtual one.
        PEACE-TOPO-014 t.yaml:5 servers[0].down: -1 is what a device says that does not know its speed.
        Maybe write what the link can carry; a device says that while no cable is in it, or if it \
        is a virtual one.
        PEACE-TOPO-014 t.yaml:5 servers[1].up: 4294967295 is what a device says that does not know \
        its speed.
        Maybe write what the link can carry; a device says that while no cable is in it, or if it \
        is a virtual one.
        """);
  }

  @Test
  void parse_chunksWithMoreThanDigits_remedyIsTheNumber() {
    assertProblems(
        with(
            "servers",
            "[{hosts: a, switch: tor1, up: 2 chunks, down: 010}, {hosts: b, switch: tor1, up:"
                + " 1.000.000}]"),
        """
        PEACE-TOPO-016 t.yaml:5 servers[0].up: '2 chunks' is not a bandwidth.
        Maybe write 2, the number alone.
        PEACE-TOPO-016 t.yaml:5 servers[0].down: '010' is not a bandwidth.
        Maybe write 10 for chunks, without the 0 before it, or add a unit such as '10 Mbit/s'.
        PEACE-TOPO-016 t.yaml:5 servers[1].up: '1.000.000' is not a bandwidth.
        Maybe add a unit such as '1000000 Mbit/s', or write chunks as a number without quotes.
        """);
  }

  @Test
  void parse_decimalCommaInBraces_remedyHoldsTheNumber() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, up: 1,5 Gbit/s}]"),
        """
        PEACE-TOPO-011 t.yaml:5 servers[0].5 Gbit/s: the comma in '1,5 Gbit/s' ends the value \
        before it.
        Maybe write '1.5 Gbit/s'.
        """);
  }

  @Test
  void load_pointThatMaySeparateThousands_isAWarning() throws TopologyException {
    assertWarnings(
        with("servers", "[{hosts: a, switch: tor1, up: 1.000 Gbit/s, down: 1.250 Gbit/s}]"),
        """
        PEACE-TOPO-105 t.yaml:5 servers[0].up: '1.000 Gbit/s' is taken for 1 Gbit/s, not for a \
        thousand times as much.
        Maybe write '1 Gbit/s', or '1000 Gbit/s'.
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          100000000000 | PEACE-TOPO-015 | 100000000000 chunks per timestep is more than 1000000. | '100 Gbit/s' for bits or '100 GB/s' for bytes.
          1250000000   | PEACE-TOPO-015 | 1250000000 chunks per timestep is more than 1000000. | '1.25 Gbit/s' for bits or '1.25 GB/s' for bytes.
          1e9          | PEACE-TOPO-014 | 1e9 is not a whole number of chunks. | '1 Gbit/s' for bits or '1 GB/s' for bytes.
          """)
  void parse_rateOfADevice_remedyHoldsItsNumber(
      String number, String code, String message, String remedy) {
    // 100000000000: speed_bps of a chassis configuration of Stratum. 1e9: models of networks.
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, up: " + number + "}]"),
        code + " t.yaml:5 servers[0].up: " + message + "\nMaybe write " + remedy);
  }

  @Test
  void parse_numberWithSeparators_remedyHoldsItsNumber() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, up: 1_000}]"),
        """
        PEACE-TOPO-016 t.yaml:5 servers[0].up: '1_000' is not a bandwidth.
        Maybe add a unit such as '1000 Mbit/s', or write chunks as a number without quotes.
        """);
  }

  @Test
  void load_speedOfADevice_isAWarning() throws TopologyException {
    // /sys/class/net/*/speed; "speed" of ports in SONiC's config_db.json.
    assertWarnings(
        with("servers", "[{hosts: a, switch: tor1, up: 25000, down: 16}]"),
        """
        PEACE-TOPO-104 t.yaml:5 servers[0].up: 25000 is taken for chunks at a time, but it is \
        what a device says that carries 25000 Mbit/s.
        Maybe write '25000 Mbit/s'.
        """);
  }

  // ------------------------------------------------------------------ hosts

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [1-8]             | [0] | 1-8 | "[1-8]", with the start of the names before it for 8 hosts.
          n1-n8             |     | n1-n8 | "n[1-8]" for 8 hosts.
          n1-8              |     | n1-8 | "n[1-8]" for 8 hosts.
          10.0.0.1-20       |     | 10.0.0.1-20 | "10.0.0.[1-20]" for 20 hosts.
          10.0.0.1-10.0.0.9 |     | 10.0.0.1-10.0.0.9 | "10.0.0.[1-9]" for 9 hosts.
          n01-20            |     | n01-20 | "n[01-20]" for 20 hosts.
          n1-8.corp         |     | n1-8.corp | "n[1-8].corp" for 8 hosts.
          n-1-n-8           |     | n-1-n-8 | "n-[1-8]" for 8 hosts.
          """)
  void load_rangeWithoutBrackets_isAWarning(String hosts, String at, String text, String remedy)
      throws TopologyException {
    assertWarnings(
        with("servers", "[{hosts: " + hosts + ", switch: tor1}]"),
        "PEACE-TOPO-101 t.yaml:5 servers[0].hosts%s: '%s' is the name of one host.\nMaybe write %s"
            .formatted(at == null ? "" : at, text, remedy));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[r1-12, r1-13]", "\"r1-[1-12]\"", "ip-10-0-0-1", "ip-10-0-0-1.ec2.internal", "dn-1",
            "n-1-8",
        "n8-1", "n01-100", "n1-08", "web-01", "datanode-0.datanode.hdfs.svc.cluster.local",
            "10.0.0.7",
        "\"10.0.0.[0-255]\"", "\"2001:db8::1\"", "svr1.1", "a_b", "1.2.3"
      })
  void load_usualNames_areNoWarning(String hosts) throws TopologyException {
    assertWarnings(with("servers", "[{hosts: " + hosts + ", switch: tor1}]"), "");
  }

  @Test
  void load_addressesThatAreNone_areWarnings() throws TopologyException {
    assertWarnings(
        """
        version: 1
        switches: [{name: tor1}]
        servers:
          - {hosts: 256.1.1.1, switch: tor1}
          - {hosts: "10.0.0.[250-300]", switch: tor1}
          - {hosts: "10.0.1.[01-20]", switch: tor1}
        """,
        """
        PEACE-TOPO-102 t.yaml:4 servers[0].hosts: '256.1.1.1' is no address: a number is more than 255.
        Maybe correct the number; no datanode registers with that.
        PEACE-TOPO-102 t.yaml:5 servers[1].hosts: '10.0.0.256' and 44 more are no addresses: a \
        number is more than 255.
        Maybe correct the number; no datanode registers with that.
        PEACE-TOPO-102 t.yaml:6 servers[2].hosts: '10.0.1.01' and 8 more are no addresses: a number \
        begins with 0.
        Maybe write it like '10.0.1.1'.
        """);
  }

  @Test
  void load_charactersThatLookLikeOthers_areWarnings() throws TopologyException {
    assertWarnings(
        """
        version: 1
        switches: [{name: tor1}]
        servers:
          - {hosts: n１, switch: tor1}
          - {hosts: сn2, switch: tor1}
        """,
        """
        PEACE-TOPO-103 t.yaml:4 servers[0].hosts: 'n１' contains '１' (U+FF11), which no \
        datanode's name has.
        Maybe write 'n1'.
        PEACE-TOPO-103 t.yaml:5 servers[1].hosts: 'сn2' contains 'с' (U+0441), which no \
        datanode's name has.
        Maybe type it anew; letters, digits, '.', '-' and '_' are usual.
        """);
  }

  // www[01:50]: faja/mightymanuals src/APPS/ANSIBLE/01_inventory.md. n[1-9/4]: ClusterShell.
  // a[01-02],b0501: ResearchComputing/curc-bench src/bench/configuration.py. n{01..20}: shells.
  // n1 n2: qiniu-ava/ava-alluxio worker.write.sh. 10.0.4.0/24: evisb/datalayer jvm/hdfs/README.md.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          www[01:50].corp          | '01:50' in host pattern 'www[01:50].corp' is neither a number nor a range. | "www[01-50].corp"
          db-[a:d]                 | 'a:d' in host pattern 'db-[a:d]' is neither a number nor a range. | ["db-a", "db-b", "db-c", "db-d"]
          n[1-9/4]                 | '1-9/4' in host pattern 'n[1-9/4]' is neither a number nor a range. | "n[1,5,9]"
          n[1, 2]                  | ' 2' in host pattern 'n[1, 2]' is neither a number nor a range. | "n[1,2]"
          n[1–8]                   | '1–8' in host pattern 'n[1–8]' is neither a number nor a range. | "n[1-8]"
          [2001:db8::7]:9866       | '2001:db8::7' in host pattern '[2001:db8::7]:9866' is neither a number nor a range. | "2001:db8::7"
          a[01-02],b0501,c[01-28]  | host name 'a[01-02],b0501,c[01-28]' contains ','. | ["a[01-02]", "b0501", "c[01-28]"]
          n{01..20}                | host name 'n{01..20}' contains '{'. | "n[01-20]"
          n{1,3}.corp              | host name 'n{1,3}.corp' contains '{'. | "n[1,3].corp"
          n1 n2                    | host name 'n1 n2' contains ' '. | ["n1", "n2"]
          hdfs://n1.corp:8020/     | host name 'hdfs://n1.corp:8020/' contains '/'. | "n1.corp"
          hadoop@n1                | host name 'hadoop@n1' contains '@'. | "n1"
          10.0.4.0/24              | host name '10.0.4.0/24' contains '/'. | "10.0.4.[1-254]"
          10.0.4.64/27             | host name '10.0.4.64/27' contains '/'. | "10.0.4.[65-94]"
          “n1”                     | host name '“n1”' contains '“'. | "n1"
          """)
  void parse_hostsOfOthers_remedyHoldsThem(String hosts, String message, String remedy) {
    boolean isPattern = message.contains("host pattern");
    assertProblems(
        with("servers", "[{hosts: '" + hosts + "', switch: tor1}]"),
        "PEACE-TOPO-0%s t.yaml:5 servers[0].hosts: %s\nMaybe write %s."
            .formatted(isPattern ? "24" : "19", message, remedy));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n*", "10.0.0.0/16", "n[a-c]x]", "n[1-9999/2]", "n(1-8)"})
  void parse_hostsThatAreNotKnown_areNotGuessed(String hosts) {
    HostPattern.Invalid invalid = (HostPattern.Invalid) HostPattern.parse(hosts);
    assertEquals(true, invalid.flaw().isGeneral(), invalid.flaw().remedy());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          n[1-8]        | while parsing a flow mapping, expected ',' or '}', but got [ | "n[1-8]".
          web[01:20].de | while parsing a flow mapping, expected ',' or '}', but got [ | "web[01-20].de".
          n{1..3}       | while parsing a flow mapping, expected ',' or '}', but got { | "n[1-3]".
          """)
  void parse_patternWithoutQuotes_remedyHoldsIt(String hosts, String message, String remedy) {
    assertProblems(
        with("servers", "[{hosts: " + hosts + ", switch: tor1}]"),
        "PEACE-TOPO-002 t.yaml:5: this is not YAML: " + message + ".\nMaybe write " + remedy);
  }

  @Test
  void parse_glob_isToldToBeNone() {
    // slayoffer/cheatsheets Ansible/Patterns.md
    assertProblems(
        with("servers", "[{hosts: *.corp, switch: tor1}]"),
        """
        PEACE-TOPO-002 t.yaml:5: this is not YAML: while scanning an alias, unexpected \
        character found .(46).
        Maybe list the hosts, such as "n[1-8].corp"; '*' stands for no names here.
        """);
  }

  // ------------------------------------------------------------------ racks and switches

  @Test
  void parse_racksOfATable_remedyHoldsThem() {
    // HDP's rack_topology.data has racks as bare numbers, which its script puts '/rack_' before.
    assertProblems(
        """
        version: 1
        switches: [{name: a, rack: 1}, {name: b, rack: rack2}, {name: c, rack: /dc1/rack3}]
        servers: [{hosts: x, switch: /dc1/rack3}]
        """,
        """
        PEACE-TOPO-009 t.yaml:2 switches[0].rack: text is expected, found the number 1.
        Maybe write '/1', as HDFS does.
        PEACE-TOPO-020 t.yaml:2 switches[1].rack: rack 'rack2' does not start with '/'.
        Maybe write '/rack2'.
        PEACE-TOPO-003 t.yaml:3 servers[0].switch: switch '/dc1/rack3' is not declared.
        Maybe use 'c', the switch of that rack.
        """);
  }

  @Test
  void parse_filesOfOtherPrograms_areToldByName() {
    // ResearchComputing/curc-bench src/bench/configuration.py
    assertProblems(
        """
        # edge switches
        SwitchName=EDGE1 Nodes=gpu[01-02],cpu[01-28]
        # and more
        SwitchName=EDGE2 Nodes=cpu[29-60] LinkSpeed=100
        SwitchName=CORE Switches=EDGE[1-2]
        """,
        """
        PEACE-TOPO-034 t.yaml: this is Slurm's topology.conf, not a topology of Peace.
        Maybe write its first line as '- {name: EDGE1}' under 'switches' and '- {hosts: \
        ["gpu[01-02]", "cpu[01-28]"], switch: EDGE1}' under 'servers'.
        """);
    // Slurm's manual page topology.yaml(5)
    assertProblems(
        "- topology: topo1\n  tree:\n    switches: []\n",
        """
        PEACE-TOPO-034 t.yaml: this is Slurm's topology.yaml, not a topology of Peace.
        Maybe start from conf/topology-two-rack.yaml.
        """);
    // Ambari's topology_mappings.data, read by its topology_script.py
    assertProblems(
        "[network_topology]\nhadoop1.corp=/dc1/rack1\n10.1.1.2=/dc1/rack2\n",
        """
        PEACE-TOPO-034 t.yaml: this is a table of hosts and racks, not a topology of Peace.
        Maybe write its first line as '- {name: tor1, rack: /dc1/rack1}' under 'switches' and \
        '- {hosts: hadoop1.corp, switch: tor1}' under 'servers', or let './peace calibrate' write \
        the file.
        """);
    // Cloudera Manager's topology.map, read by its topology.py
    assertProblems(
        "<?xml version=\"1.0\"?>\n<topology>\n<node name=\"h1\" rack=\"/r1\"/>\n</topology>\n",
        """
        PEACE-TOPO-034 t.yaml: this is XML, not a topology of Peace.
        Maybe start from conf/topology-two-rack.yaml, or let './peace calibrate' write the file.
        """);
    // gndpig/hadoop conf/rack-awareness.sh and the topology.data that it reads
    assertProblems(
        "# host rack\nhadoop1.corp /dc1/rack1\n\n10.1.1.2\t/dc1/rack2\n",
        """
        PEACE-TOPO-034 t.yaml: this is a table of hosts and racks, not a topology of Peace.
        Maybe write its first line as '- {name: tor1, rack: /dc1/rack1}' under 'switches' and \
        '- {hosts: hadoop1.corp, switch: tor1}' under 'servers', or let './peace calibrate' write \
        the file.
        """);
  }

  // Slurm's topology/block, slurm.conf, /etc/hosts, Hadoop's workers, Ansible's inventory.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          BlockName=b1 Nodes=n[1-8]~BlockSizes=8 | Slurm's topology.conf | '- {name: b1}' | '- {hosts: "n[1-8]", switch: b1}' | none
          NodeName=n[1-8] CPUs=8~NodeName=login1 | Slurm's list of nodes | '- {name: tor1}' | '- {hosts: "n[1-8]", switch: tor1}' | none
          n1: /rack1~n2: /rack2 | a table of hosts and racks | '- {name: tor1, rack: /rack1}' | '- {hosts: n1, switch: tor1}' | calibrate
          n1.corp /default-rack | a table of hosts and racks | '- {name: tor1, rack: /default-rack}' | '- {hosts: n1.corp, switch: tor1}' | calibrate
          {"/rack1": ["n1", "n2"], "/rack2": ["n3"]} | a list of racks in JSON | '- {name: tor1, rack: /rack1}' | '- {hosts: n1, switch: tor1}' | calibrate
          Rack: /r1~   10.0.0.1:9866 (n1.corp) In Service~~Rack: /r2~   10.0.0.2:9866 (n2.corp) | what 'hdfs dfsadmin -printTopology' prints | '- {name: tor1, rack: /r1}' | '- {hosts: n1.corp, switch: tor1}' | topology generate --namenode HOST:PORT
          10.0.0.1 n1.corp n1~10.0.0.2 n2.corp n2 | a table of addresses and hosts | '- {name: tor1}' | '- {hosts: n1.corp, switch: tor1}' | topology generate --namenode HOST:PORT
          n1~n2~n3 | a list of hosts | '- {name: tor1}' | '- {hosts: n1, switch: tor1}' | topology generate --namenode HOST:PORT
          [datanodes]~n[01:20]~n30 ansible_host=10.0.0.30 | an inventory of Ansible | '- {name: datanodes}' | '- {hosts: "n[01-20]", switch: datanodes}' | none
          """)
  void parse_fileOfAnotherProgram_isToldByName(
      String text, String what, String first, String second, String command) {
    assertProblems(
        text.replace('~', '\n'),
        "PEACE-TOPO-034 t.yaml: this is %s, not a topology of Peace.%nMaybe write its first line as %s under 'switches' and %s under 'servers'%s."
            .formatted(
                what,
                first,
                second,
                command.equals("none") ? "" : ", or let './peace " + command + "' write the file"));
  }

  @Test
  void parse_inventoryInYaml_isToldByName() {
    assertProblems(
        "all:\n  children:\n    rack1:\n      hosts:\n        n1:\n",
        """
        PEACE-TOPO-034 t.yaml: this is an inventory of Ansible, not a topology of Peace.
        Maybe start from conf/topology-two-rack.yaml.
        """);
  }

  // ------------------------------------------------------------------ YAML

  @Test
  void parse_sectionThatComesTwice_isToBePutTogether() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1}]") + "servers: [{hosts: b, switch: tor1}]\n",
        """
        PEACE-TOPO-012 t.yaml:7 servers: key 'servers' is already set in line 5.
        Maybe put the entries of both under the first one.
        """);
  }

  @Test
  void parse_hostsInSeveralLines_remedyIsAList() {
    assertProblems(
        "version: 1\nswitches: [{name: t}]\nservers:\n- hosts: |\n    n1\n    n2\n  switch: t\n",
        """
        PEACE-TOPO-019 t.yaml:4 servers[0].hosts: host name 'n1\\nn2\\n' contains '\\n'.
        Maybe write ["n1", "n2"].
        """);
  }

  @Test
  void parse_valueWithAColon_remedyHoldsItsNumber() {
    assertProblems(
        "version: 1\ndefaults:\n  server:\n    up: eth0: 1 Gbit/s\n",
        """
        PEACE-TOPO-002 t.yaml:4: this is not YAML: mapping values are not allowed here.
        Maybe write '1 Gbit/s'.
        """);
  }

  @Test
  void parse_spacesOfWebPages_areNamed() {
    assertProblems(
        "version: 1\n"
            + "switches:\n"
            + "\u00a0\u00a0- {name: t}\n"
            + "servers:\n"
            + "\u00a0\u00a0- {hosts: a, switch: t}\n",
        """
        PEACE-TOPO-002 t.yaml:5: this is not YAML: mapping values are not allowed here.
        Maybe write plain spaces in line 3; it has U+00A0, which only looks like one.
        """);
  }

  @Test
  void parse_commentsOfOtherLanguages_areNamed() {
    assertProblems(
        "{\"version\": 1, // the format\n \"switches\": [{\"name\": \"t\"}]}\n",
        """
        PEACE-TOPO-002 t.yaml:2: this is not YAML: while parsing a flow mapping, expected ',' or \
        '}', but got :.
        Maybe begin the comment with '#'; '//' begins none here.
        """);
  }

  @Test
  void load_mergeKeys_areRead() throws TopologyException {
    // symfony/language-tools issue 61 and many others
    Topology topology =
        TopologyReader.parse(
            """
            version: 1
            x-rack: &rack {up: 10 Gbit/s, down: 10 Gbit/s}
            x-fast: &fast {up: 40 Gbit/s, disk: 20 Gbit/s}
            streamRate: 1 Gbit/s
            switches: [{name: tor1}]
            servers:
              - &first {<<: *rack, hosts: a, switch: tor1}
              - {<<: *first, hosts: b}
              - {hosts: c, switch: tor1, <<: [*fast, *rack], down: 20 Gbit/s}
            """,
            "t.yaml");

    assertEquals(
        List.of("a 10 10 -", "b 10 10 -", "c 40 20 20"),
        topology.servers().stream().map(InputsAsWrittenTest::text).toList());
  }

  private static String text(ServerSpec server) {
    return "%s %d %d %s"
        .formatted(
            server.host(),
            server.capacities().up().chunks(),
            server.capacities().down().chunks(),
            server.capacities().disk().map(d -> "" + d.chunks()).orElse("-"));
  }

  @Test
  void parse_mistakesInMergedKeys_areReportedOnceAtTheirLine() {
    assertProblems(
        """
        version: 1
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: 4}]
        servers:
          - &rack
            hosts: a
            switch: tor1
            upp: 10 gb/s
          - {<<: *rack, hosts: b, switch: tor2}
          - {<<: rack, hosts: c, switch: tor2}
          - {<<: &me {<<: *me, hosts: d}, switch: tor2, "<<": 1}
        """,
        """
        PEACE-TOPO-011 t.yaml:8 servers[0].upp: key 'upp' is not known.
        Maybe use 'up'; known here are 'hosts', 'switch', 'up', 'down', 'disk'.
        PEACE-TOPO-016 t.yaml:8 servers[0].upp: '10 gb/s' is not a bandwidth.
        Maybe write '10 Gbit/s' for bits or '10 GB/s' for bytes.
        PEACE-TOPO-009 t.yaml:10 servers[2].<<: a mapping or a list of mappings is expected, \
        found the text 'rack'.
        Maybe write <<: *anchor.
        PEACE-TOPO-011 t.yaml:11 servers[3].<<: key '<<' is not known.
        Maybe remove it; known here are 'hosts', 'switch', 'up', 'down', 'disk'.
        """);
  }

  @Test
  void load_twoHundredRacksOfOneAnchor_areRead() throws TopologyException {
    StringBuilder yaml =
        new StringBuilder(
            "version: 1\nx-r: &r {up: 4, down: 4}\nswitches: [{name: t}]\nservers:\n");
    for (int i = 0; i < 200; i++) {
      yaml.append("- {<<: *r, hosts: h%d, switch: t}\n".formatted(i));
    }
    assertEquals(200, TopologyReader.parse(yaml.toString(), "t.yaml").servers().size());
  }

  @Test
  void parse_chainOfMergeKeys_isBounded() {
    StringBuilder yaml = new StringBuilder("x-0: &m0 {up: 4}\n");
    for (int i = 1; i < 100_000; i++) {
      yaml.append("x-%d: &m%d {<<: *m%d}\n".formatted(i, i, i - 1));
    }
    assertProblems(
        yaml.toString(),
        """
        PEACE-TOPO-008 t.yaml: with its aliases the document has more than 2000000 values.
        A topology needs few levels and few aliases; maybe this is another file.
        """);
  }

  @Test
  void parse_longestChainOfMergeKeysThatIsRead_isRead() throws TopologyException {
    StringBuilder yaml = new StringBuilder("version: 1\nx-0: &m0 {up: 4}\n");
    for (int i = 1; i < 1000; i++) {
      yaml.append("x-%d: &m%d {<<: *m%d}\n".formatted(i, i, i - 1));
    }
    yaml.append("switches: [{name: t}]\nservers: [{<<: *m999, hosts: h, switch: t}]\n");
    Topology topology = TopologyReader.parse(yaml.toString(), "t.yaml");
    assertEquals(4, topology.servers().get(0).capacities().up().chunks());
  }

  @Test
  void load_windowsFile_isRead() throws TopologyException {
    String yaml = "\uFEFF" + with("servers", "[{hosts: a, switch: tor1}]").replace("\n", "\r\n");
    assertEquals(1, TopologyReader.parse(yaml, "t.yaml").servers().size());
  }

  @Test
  void remedy_anyBandwidth_isOneThatCanBeRead() {
    Pattern quoted = Pattern.compile("'([^']*)'");
    for (String number : List.of("10", "2.5", "1,5", "1_000", ".5", "1e2", "2x10")) {
      for (String unit :
          List.of("gb/s", "Gib/s", "KB", "Gigabit", "GBytes/sec", "mbps", "G", "kib/s")) {
        List<String> remedies =
            quoted
                .matcher(Bandwidth.remedy(number + " " + unit))
                .results()
                .map(m -> m.group(1))
                .toList();
        assertEquals(false, remedies.isEmpty());
        remedies.forEach(
            r -> assertEquals(true, Bandwidth.parse(r).isPresent(), number + unit + ": " + r));
      }
    }
  }

  private static void assertWarnings(String yaml, String expected) throws TopologyException {
    assertEquals(
        expected.strip(),
        TopologyReader.load(yaml, "t.yaml").warnings().stream()
            .map(Problem::format)
            .collect(Collectors.joining("\n")));
  }
}
