package org.peacescheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.schedule.Constant;

/**
 * How large the core is: all packages on the way of an addBlock, or of a block's end, but the HDFS
 * binding and the network model. A line counts that is no blank, comment, import or package.
 *
 * <p>The bounds are those of today, and become smaller; what is aimed at stands beside them. Only
 * what an issue asks for raises them, in a commit that says so: turns that hold their links did,
 * jobs without names, slow servers, favored nodes that wait, chunks that wait for nothing that is
 * not scheduled, looks at chunks in flight that take the lock for a part of them each time, and no
 * turns where durations do not grow with how many share links. Six classes of up to 30 fields
 * became seventeen smaller ones, for 217 lines, a turn of which nobody says the size is taken to be
 * as large as others, and what its place stood for is counted once. {@code mvn -pl peace-scheduler
 * -am test -Dtest=CoreSizeTest -Dsurefire.failIfNoSpecifiedTests=false} prints the table.
 */
class CoreSizeTest {
  private static final Path SOURCES = Path.of("src/main/java/org/peacescheduler");
  private static final List<String> CORE = List.of("coordinate", "coordinate/order", "schedule");
  private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

  /** Aimed at: 3,800. */
  private static final int MOST_LINES = 8_067;

  private static final int MOST_LINES_OF_A_CLASS = 400;

  private static final int MOST_FIELDS = 12;

  /** Aimed at: 12. */
  private static final int MOST_CONSTANTS = 35;

  private static int linesOf(Path file) {
    try {
      return (int)
          COMMENTS
              .matcher(Files.readString(file))
              .replaceAll("")
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .filter(line -> Stream.of("//", "import ", "package ").noneMatch(line::startsWith))
              .count();
    } catch (IOException e) {
      throw new AssertionError(file.toString(), e);
    }
  }

  private static Map<String, Integer> linesIn(String folder) throws IOException {
    try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  CoreSizeTest::linesOf,
                  Integer::sum,
                  TreeMap::new));
    }
  }

  private static Map<String, Integer> over(Map<String, Integer> counts, int bound) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > bound)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void core_linesOfCode_areNoMoreThanTheyWere() throws IOException {
    int sum = 0;
    Map<String, Integer> large = new TreeMap<>();
    for (String folder : CORE) {
      Map<String, Integer> lines = linesIn(folder);
      int ofFolder = lines.values().stream().mapToInt(Integer::intValue).sum();
      System.out.printf("%-18s %3d classes %5d lines%n", folder, lines.size(), ofFolder);
      sum += ofFolder;
      large.putAll(over(lines, MOST_LINES_OF_A_CLASS));
    }
    System.out.printf("%-18s %17d lines%n", "core", sum);
    int all = sum;
    assertTrue(sum <= MOST_LINES, () -> all + " lines; they are to become fewer.");
    assertEquals(Map.of(), large, "classes of more than " + MOST_LINES_OF_A_CLASS + " lines");
  }

  @Test
  void core_fieldsOfAClass_areFew() {
    Predicate<JavaField> isOfInstance =
        field -> !field.getModifiers().contains(JavaModifier.STATIC);
    Map<String, Integer> fields =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.peacescheduler.coordinate", "org.peacescheduler.schedule")
                .stream()
                .filter(type -> !type.isRecord())
                .collect(
                    Collectors.toMap(
                        JavaClass::getName,
                        type -> (int) type.getFields().stream().filter(isOfInstance).count()));
    Map<String, Integer> large = over(fields, MOST_FIELDS);
    System.out.printf("over %d fields: %s%n", MOST_FIELDS, large);
    assertEquals(Map.of(), large);
  }

  @Test
  void core_constants_areNoMoreThanTheyWere() {
    System.out.printf("constants: %d%n", Constant.values().length);
    assertTrue(Constant.values().length <= MOST_CONSTANTS);
  }
}
