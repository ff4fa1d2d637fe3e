package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CalibrateCommandTest {
  private final StringWriter err = new StringWriter();

  private int calibrate(String... arguments) {
    return new CommandLine(new CalibrateCommand())
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void command_severalWrongOptions_areAllTold(@TempDir Path directory) throws IOException {
    Path out = Files.writeString(directory.resolve("topology.yaml"), "mine");
    assertEquals(
        2,
        calibrate(
            "--fs=hdfs://nn:8020",
            "--concurrent=0,2",
            "--rounds=0",
            "--sample=0",
            "--minutes=0",
            "--enough=1.5",
            "--chunk-size=1000",
            "--directory=tmp",
            "--out=" + out));
    assertEquals(
        """
        --concurrent 0,2: numbers of chunks, from 1 to 128, are needed. Maybe 1,2,3,4,6,8.
        --rounds 0: it has to be at least 1. Maybe 3.
        --sample 0: it has to be at least 1. Maybe 2.
        --enough 1.5: it is a share, from 0 to 1. Maybe 0.95.
        --chunk-size 1000 B: it has to be a whole number of 512 bytes. Maybe 64MiB.
        --minutes 0: it has to be at least 1. Maybe 10.
        --directory tmp: it has to be an absolute path in HDFS. Maybe /tmp.
        --out %s is there already. Maybe another name, or --force to replace it.
        """
            .formatted(out),
        err.toString());
    assertEquals("mine", Files.readString(out));
  }

  @Test
  void command_noFolderForOut_isWrongUse(@TempDir Path directory) {
    Path out = directory.resolve("none").resolve("topology.yaml");
    assertEquals(2, calibrate("--fs=hdfs://nn:8020", "--out=" + out));
    assertEquals(
        "--out %s: there is no such folder. Maybe make it before.\n".formatted(out),
        err.toString());
  }

  @Test
  void command_directoryAsOut_isWrongUseAlsoWithForce(@TempDir Path directory) {
    assertEquals(2, calibrate("--fs=hdfs://nn:8020", "--force", "--out=" + directory));
    assertEquals(
        "--out %s is a directory. Maybe name a file in it.\n".formatted(directory), err.toString());
  }

  @Test
  void command_topologyWithAliases_isRefusedBeforeMeasuring(@TempDir Path directory)
      throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("aliases.yaml"),
            """
            version: 1
            streamRate: &rate 60 MB/s
            switches: [{name: tor1}, {name: tor2}]
            links:
              - {between: [tor1, tor2], capacity: &gig 1 Gbit/s}
            servers:
              - {hosts: "a[1-2]", switch: tor1, up: *gig, down: *gig}
              - {hosts: "b[1-2]", switch: tor2, up: *rate, down: 1 Gbit/s}
            """);
    assertEquals(3, calibrate("--fs=hdfs://nn:8020", "--topology=" + file));
    String remedy = "stands for what is written elsewhere, so it cannot be changed here alone.";
    assertEquals(
        """
        %1$s:7: '*gig' %2$s
        %1$s:7: '*gig' %2$s
        %1$s:8: '*rate' %2$s
        Maybe write the value out.
        """
            .formatted(file, remedy),
        err.toString());
  }

  @Test
  void command_otherFileSystem_isWrongUse() {
    assertEquals(2, calibrate("--fs=s3a://bucket"));
    assertEquals(
        """
        s3a://bucket is no HDFS.
        Maybe --fs hdfs://nn:8020, or --conf with the cluster's configuration.
        """,
        err.toString());
  }

  @Test
  void command_configurationWithoutCoreSite_isBadInput(@TempDir Path directory) {
    assertEquals(3, calibrate("--conf=" + directory));
    assertEquals(
        directory
            + " has no core-site.xml that can be read.\n"
            + "Maybe another --conf names the right directory; or leave --conf out and name the"
            + " NameNode, --fs hdfs://nn:8020.\n",
        err.toString());
  }

  @Test
  void command_configurationWithoutCoreSiteBesideFs_isNotToldToNameTheNameNode(
      @TempDir Path directory) {
    assertEquals(3, calibrate("--conf=" + directory, "--fs=hdfs://nn:8020"));
    assertEquals(
        directory
            + " has no core-site.xml that can be read.\n"
            + "Maybe leave --conf out; --fs names the NameNode.\n",
        err.toString());
  }

  @Test
  void superuser_whoHasNamedAUser_isNotToldToNameHdfs() {
    assertEquals(
        "HDFS's superuser alone may list datanodes. Maybe that is another user than 'hdfs' here: the"
            + " one that runs the NameNode.",
        Hdfs.superuser("hdfs"));
  }

  @Test
  void command_badTopology_isBadInputWithAllProblems(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("bad.yaml"), "version: 2\nservers: []\n");
    assertEquals(3, calibrate("--fs=hdfs://nn:8020", "--topology=" + file));
    assertTrue(err.toString().contains("PEACE-TOPO-013 " + file + ":1"), err.toString());
    assertTrue(err.toString().contains("PEACE-TOPO-029"), err.toString());
  }

  @Test
  void command_badDefaultFs_namesTheKey(@TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve("core-site.xml"),
        """
        <configuration>
          <property><name>fs.defaultFS</name><value>hdfs://name node:8020</value></property>
        </configuration>
        """);
    assertEquals(3, calibrate("--conf=" + directory));
    assertEquals(
        "fs.defaultFS hdfs://name node:8020 is no address.\nMaybe --fs hdfs://nn:8020.\n",
        err.toString());
  }

  @Test
  void command_nobodyListens_saysSoAndFails() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertEquals(1, calibrate("--fs=hdfs://127.0.0.1:" + port));
    assertEquals(
        "The NameNode hdfs://127.0.0.1:%d cannot be reached: ".formatted(port),
        err.toString().substring(0, err.toString().indexOf("reached: ") + "reached: ".length()));
    assertEquals(
        "Maybe it is down, or has another host or port: fs.defaultFS in the cluster's core-site.xml"
            + " names them.",
        err.toString().lines().toList().get(1));
  }
}
