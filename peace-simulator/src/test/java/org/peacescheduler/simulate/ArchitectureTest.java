package org.peacescheduler.simulate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.peacescheduler.hdfs.config.GroupGlobs;
import org.peacescheduler.hdfs.config.NamedShares;

/** The same files and the same seed give the same figures. */
@AnalyzeClasses(
    packages = {
      "org.peacescheduler.forecast",
      "org.peacescheduler.simulate",
      "org.peacescheduler.trace"
    },
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static void simulator_hasNoClockOfItsOwn(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(InstantSource.class, "system")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);
    rule.check(classes);
  }

  @ArchTest
  static void simulator_hasNoChanceOfItsOwn(JavaClasses classes) {
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .callMethod(Math.class, "random");
    rule.check(classes);
  }

  @ArchTest
  static void simulator_knowsNoHadoop(JavaClasses classes) {
    // The globs that tell which paths belong together know none either.
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat(
                JavaClass.Predicates.resideInAnyPackage(
                        "org.apache.hadoop..", "org.peacescheduler.hdfs..")
                    .and(DescribedPredicate.not(JavaClass.Predicates.type(GroupGlobs.class)))
                    .and(DescribedPredicate.not(JavaClass.Predicates.type(NamedShares.class))));
    rule.check(classes);
  }
}
