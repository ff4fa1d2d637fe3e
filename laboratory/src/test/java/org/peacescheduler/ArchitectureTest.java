package org.peacescheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Each command that measures stands alone, but for {@code flink} and {@code freeze}, which stand on
 * the testbed; what they share is in {@code laboratory} and, with {@code calibrate}, in {@code
 * measure}.
 *
 * <p>Rules are methods: as fields, Surefire runs none of them, and says nothing.
 */
@AnalyzeClasses(
    packages = "org.peacescheduler",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String COMMANDS =
      "org.peacescheduler.(calibrate|checkpoints|experiment|testbed)..";
  private static final String ON_TESTBED = "org.peacescheduler.(flink|freeze)..";

  @ArchTest
  static void commands_knowNothingOfEachOther(JavaClasses classes) {
    ArchRule rule = slices().matching(COMMANDS).should().notDependOnEachOther();
    rule.check(classes);
  }

  @ArchTest
  static void commandsOnTheTestbed_knowNothingOfEachOther(JavaClasses classes) {
    ArchRule rule = slices().matching(ON_TESTBED).should().notDependOnEachOther();
    rule.check(classes);
  }

  @ArchTest
  static void commands_knowNothingOfThoseOnTheTestbed(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage(COMMANDS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ON_TESTBED);
    rule.check(classes);
  }

  @ArchTest
  static void whatIsShared_knowsNoCommand(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAnyPackage("org.peacescheduler.measure..", "org.peacescheduler.laboratory..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COMMANDS, ON_TESTBED);
    rule.check(classes);
  }
}
