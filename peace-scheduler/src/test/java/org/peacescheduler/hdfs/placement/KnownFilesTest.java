package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.config.PeaceKeys;
import org.peacescheduler.hdfs.placement.KnownFiles.KnownFile;

/** Whatever a client calls its file, it is the one that HDFS has, by the path that it has there. */
class KnownFilesTest {
  private static final List<String> PIECES = List.of("yes", "no", "shared", "job7", "x", ".a");
  private static final Optional<String> ANN = Optional.of("ann");
  private static final PeaceConfig CONFIG = config();

  private static PeaceConfig config() {
    Configuration conf = new Configuration(false);
    conf.set(PeaceKeys.PATHS, "/yes");
    conf.set(PeaceKeys.PATHS_EXCLUDED, "/yes/no");
    conf.set(PeaceKeys.GROUPS, "/yes/{job}/**");
    conf.set(PeaceKeys.SHARES, "/**/shared/**=4");
    return PeaceConfig.of(conf, () -> 1);
  }

  /** What HDFS has. */
  private static final class Namespace {
    final FSNamesystem namesystem = mock(withSettings().stubOnly());
    final Map<Long, INodeFile> files = new HashMap<>();
    final Map<String, Long> names = new HashMap<>();

    Namespace() {
      FSDirectory directory = mock(withSettings().stubOnly());
      when(namesystem.getFSDirectory()).thenReturn(directory);
      when(directory.getInode(anyLong())).thenAnswer(call -> files.get(call.<Long>getArgument(0)));
      try {
        when(directory.unprotectedResolvePath(anyString()))
            .thenAnswer(call -> resolved(call.getArgument(0)));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private INodesInPath resolved(String name) {
      INodesInPath resolved = mock(withSettings().stubOnly());
      INodeFile file = files.get(names.get(name));
      when(resolved.getLastINode()).thenReturn(file);
      return resolved;
    }

    /** A file of ann's, that HDFS finds by each of its names. */
    void add(long id, String path) {
      INodeFile file = mock(withSettings().stubOnly());
      when(file.isFile()).thenReturn(true);
      when(file.getId()).thenReturn(id);
      when(file.getUserName()).thenReturn("ann");
      when(file.getFullPathName()).thenReturn(path);
      files.put(id, file);
      names(id, path).forEach(name -> names.put(name, id));
    }
  }

  private static List<String> names(long id, String path) {
    return List.of(
        path,
        path + "/",
        path.replace("/", "//"),
        "/.reserved/raw" + path,
        "/.reserved/.inodes/" + id,
        "/.reserved/.inodes/" + (id + 1_000) + path.substring(path.lastIndexOf('/')));
  }

  private static String anyPath(SplittableRandom random) {
    return Stream.generate(() -> "/" + PIECES.get(random.nextInt(PIECES.size())))
        .limit(1 + random.nextInt(5))
        .collect(Collectors.joining("", "", "/f" + random.nextInt(100)));
  }

  /** Of somebody who names the file's id, HDFS does not read the path. */
  private static String anything(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> "/yes/../" + anyPath(random);
      case 1 -> "./no/..";
      case 2 -> "/yes" + "/y".repeat(random.nextInt(20_000));
      case 3 -> "";
      default -> anyPath(random);
    };
  }

  @Property(tries = 200)
  void of_anyNameOfAFile_isJudgedAsByItsOwnPath(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Namespace namespace = new Namespace();
    KnownFiles known = new KnownFiles(namespace.namesystem);
    Map<Long, String> paths = new HashMap<>();
    for (long id = 1; id <= 5; id++) {
      String path = anyPath(random) + id;
      namespace.add(id, path);
      paths.put(id, path);
    }
    for (int i = 0; i < 20; i++) {
      long id = 1 + random.nextInt(5);
      String path = paths.get(id);
      boolean byId = random.nextBoolean();
      List<String> names = names(id, path);
      String name = byId ? anything(random) : names.get(random.nextInt(names.size()));
      Asked asked = new Asked(byId ? id : 0, "client " + random.nextInt(2), 0);
      KnownFile file = known.of(asked, name, ANN, CONFIG).orElseThrow();
      assertEquals(path, file.path(), name);
      assertEquals(CONFIG.paths().matches(path), file.isScheduled(), name);
      assertEquals(CONFIG.groups().group(path), file.group(), name);
      assertEquals(CONFIG.shares().of(path, ANN), file.share(), name);
      assertEquals(byId ? "inode " + id : file.key(), file.key());
    }
  }

  /** The owner has asked; who has heard the name of the client that has the lease asks besides. */
  @Property(tries = 100)
  void of_othersAskForAFile_areNotTakenForItsOwnerNorHeForThem(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Namespace namespace = new Namespace();
    KnownFiles known = new KnownFiles(namespace.namesystem);
    namespace.add(1, "/yes/f");
    Set<String> owned = new HashSet<>();
    String latest = "";
    for (int i = 0; i < 20; i++) {
      String client = "client " + random.nextInt(2);
      Optional<String> user = Optional.of(List.of("ann", "bob", "eve").get(random.nextInt(3)));
      owned.removeIf(other -> !other.equals(client)); // The lease is another one's.
      KnownFile file = known.of(new Asked(1, client, 0), "/", user, CONFIG).orElseThrow();
      if (user.equals(ANN)) {
        owned.add(client);
      }
      assertTrue(!owned.contains(client) || file.user().equals(ANN), client + " " + latest);
      latest = client;
    }
  }

  @Test
  void of_fileIsRenamedAfterItsFirstChunk_isWhatItWasThen() {
    Namespace namespace = new Namespace();
    KnownFiles known = new KnownFiles(namespace.namesystem);
    Asked asked = new Asked(1, "client", 0);
    namespace.add(1, "/yes/f");
    assertTrue(known.of(asked, "/yes/f", ANN, CONFIG).orElseThrow().isScheduled());

    namespace.add(1, "/yes/no/f");
    KnownFile file = known.of(asked, "/yes/no/f", ANN, CONFIG).orElseThrow();
    assertEquals("/yes/f", file.path());
    assertTrue(file.isScheduled());

    Asked another = new Asked(1, "who has recovered its lease", 0);
    assertFalse(known.of(another, "/yes/no/f", ANN, CONFIG).orElseThrow().isScheduled());
    namespace.add(1, "/yes/f");
    assertTrue(known.of(another, "/yes/no/f", ANN, config()).orElseThrow().isScheduled());
  }

  @Test
  void of_pathIsLongerThanAnyClientCanWrite_isNotScheduledAndCut() {
    Namespace namespace = new Namespace();
    namespace.add(1, "/yes" + "/shared".repeat(1_200));
    KnownFile file =
        new KnownFiles(namespace.namesystem)
            .of(new Asked(1, "client", 0), "/", ANN, CONFIG)
            .orElseThrow();
    assertFalse(file.isScheduled());
    assertEquals(KnownFiles.MOST_PATH + 1, file.path().length());
    assertEquals(Optional.empty(), file.group());
    assertEquals(Share.ofUser("ann"), file.share());
  }
}
