package org.peacescheduler.network;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

@AnalyzeClasses(
    packages = "org.peacescheduler.network",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static void networkModel_anywhere_knowsNothingOfHadoop(JavaClasses classes) {
    ArchRule rule =
        noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hadoop..");
    rule.check(classes);
  }

  @ArchTest
  static void networkModel_anywhere_isGivenItsTime(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethodWhere(
                target(owner(assignableTo(Clock.class))).and(target(nameMatching("system.*"))))
            .orShould()
            .callMethodWhere(target(owner(assignableTo(Temporal.class))).and(target(name("now"))))
            .orShould()
            .callMethodWhere(target(owner(assignableTo(Instant.class))).and(target(name("now"))))
            .because("time comes in through the constructor");
    rule.check(classes);
  }

  @ArchTest
  static void networkModel_anywhere_isGivenItsRandomness(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ThreadLocalRandom.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(Random.class)
            .orShould()
            .callConstructor(SplittableRandom.class)
            .because("one seed makes a run repeatable");
    rule.check(classes);
  }

  @ArchTest
  static void networkModel_packages_haveNoCycles(JavaClasses classes) {
    ArchRule rule = slices().matching("org.peacescheduler.(**)").should().beFreeOfCycles();
    rule.check(classes);
  }
}
