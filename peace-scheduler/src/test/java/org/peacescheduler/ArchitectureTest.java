package org.peacescheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * What the house rests on: a pure core, time and chance through constructors, no cycles.
 *
 * <p>Rules are methods: as fields, Surefire runs none of them, and says nothing.
 */
@AnalyzeClasses(
    packages = {
      "org.peacescheduler",
      "org.apache.hadoop.hdfs.server.blockmanagement",
      "org.apache.hadoop.hdfs.server.namenode",
      "org.apache.hadoop.ipc"
    },
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.OnlyOurs.class})
class ArchitectureTest {
  private static final String HADOOP = "org.apache.hadoop..";
  private static final String BINDING = "org.peacescheduler.hdfs..";
  private static final String POLICY = "org.apache.hadoop.hdfs.server.blockmanagement";
  private static final String ACCESS = "org.apache.hadoop.hdfs.server.namenode";
  private static final String CALLS = "org.apache.hadoop.ipc";
  private static final String PROTOCOL = "org.peacescheduler.protocol";

  /** The binding's rooms: each may know those before it, and none knows {@code hdfs} itself. */
  private static final List<String> ROOMS =
      List.of(
          "telemetry",
          "waiting",
          "config",
          "placement",
          "turns",
          "binding",
          "stock",
          "patched",
          "web");

  private static final String[] CORE = {
    "org.peacescheduler.network..",
    "org.peacescheduler.schedule..",
    "org.peacescheduler.coordinate..",
    "org.peacescheduler.turns.."
  };

  /** Hadoop's own classes of these packages are none of ours. */
  static final class OnlyOurs implements ImportOption {
    @Override
    public boolean includes(com.tngtech.archunit.core.importer.Location location) {
      return !location.contains("/org/apache/hadoop/") || location.contains("Peace");
    }
  }

  private static ClassesShould noCoreClassShould() {
    return noClasses().that().resideInAnyPackage(CORE).should();
  }

  @ArchTest
  static void hadoop_isSeenByTheBindingAlone(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackages(BINDING, POLICY, ACCESS, CALLS, PROTOCOL)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(HADOOP);
    rule.check(classes);
  }

  @ArchTest
  static void core_knowsNothingOfTheBinding(JavaClasses classes) {
    ArchRule rule = noCoreClassShould().dependOnClassesThat().resideInAnyPackage(BINDING, HADOOP);
    rule.check(classes);
  }

  @ArchTest
  static void core_hasNoClockOfItsOwn(JavaClasses classes) {
    ArchRule rule =
        noCoreClassShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(ZonedDateTime.class, "now")
            .orShould()
            .callMethod(InstantSource.class, "system")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone")
            .orShould()
            .callConstructor(Date.class);
    rule.check(classes);
  }

  @ArchTest
  static void core_hasNoChanceOfItsOwn(JavaClasses classes) {
    ArchRule rule =
        noCoreClassShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callConstructorWhere(isUnseeded());
    rule.check(classes);
  }

  @ArchTest
  static void core_startsNoThreads(JavaClasses classes) {
    ArchRule rule = noCoreClassShould().dependOnClassesThat().areAssignableTo(Thread.class);
    rule.check(classes);
  }

  @ArchTest
  static void packages_haveNoCycles(JavaClasses classes) {
    ArchRule rule = slices().matching("org.peacescheduler.(*)..").should().beFreeOfCycles();
    rule.check(classes);
  }

  @ArchTest
  static void binding_roomsKnowEarlierOnesAlone(JavaClasses classes) {
    for (int i = 0; i < ROOMS.size(); i++) {
      List<String> later = ROOMS.subList(i + 1, ROOMS.size());
      ArchRule rule =
          noClasses()
              .that()
              .resideInAPackage(room(ROOMS.get(i)))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(
                  Stream.concat(
                          Stream.of("org.peacescheduler.hdfs"),
                          later.stream().map(ArchitectureTest::room))
                      .toArray(String[]::new));
      rule.check(classes);
    }
  }

  private static String room(String name) {
    return "org.peacescheduler.hdfs." + name;
  }

  @ArchTest
  static void binding_everyRoomIsListed(JavaClasses classes) {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage(BINDING)
            .should()
            .resideInAnyPackage(
                Stream.concat(
                        Stream.of("org.peacescheduler.hdfs"),
                        ROOMS.stream().map(ArchitectureTest::room))
                    .toArray(String[]::new));
    rule.check(classes);
  }

  @ArchTest
  static void patches_areSeenByOneRoomAlone(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage(room("patched"))
            .should()
            .dependOnClassesThat()
            .haveSimpleNameStartingWith("NewBlock");
    rule.check(classes);
  }

  @ArchTest
  static void schedule_knowsNothingOfTheCoordinator(JavaClasses classes) {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("org.peacescheduler.schedule..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "java..", "org.peacescheduler.network..", "org.peacescheduler.schedule..");
    rule.check(classes);
  }

  private static DescribedPredicate<JavaConstructorCall> isUnseeded() {
    return DescribedPredicate.describe(
        "a random source without a seed", call -> isRandom(call) && hasNoArguments(call));
  }

  private static boolean isRandom(JavaAccess<?> call) {
    JavaClass owner = call.getTargetOwner();
    return owner.isAssignableTo(Random.class) || owner.isAssignableTo(SplittableRandom.class);
  }

  private static boolean hasNoArguments(JavaConstructorCall call) {
    return call.getTarget().getRawParameterTypes().isEmpty();
  }
}
