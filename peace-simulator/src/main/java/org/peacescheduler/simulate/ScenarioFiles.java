package org.peacescheduler.simulate;

import static java.util.stream.Collectors.counting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peacescheduler.cli.CommandFailure;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The scenarios that a command is to run. */
final class ScenarioFiles {
  private ScenarioFiles() {}

  /**
   * Reads them, by the names of their folders.
   *
   * @param named files and folders; none: a folder of those that come with Peace
   */
  static Map<String, List<Scenario>> read(List<Path> named, String ownFolder, CommandSpec spec)
      throws CommandFailure {
    return read(files(named.isEmpty() ? List.of(own(ownFolder, spec)) : named));
  }

  private static List<Path> files(List<Path> paths) throws CommandFailure {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      try (Stream<Path> all = Files.walk(path)) {
        List<Path> found = all.filter(ScenarioFiles::isScenario).sorted().toList();
        if (found.isEmpty()) {
          throw CommandFailure.badInput(
              "There is no scenario in '%s'.\nMaybe name a folder with files *.yaml."
                  .formatted(path),
              null);
        }
        files.addAll(found);
      } catch (UncheckedIOException e) { // What is further down is read on the way.
        throw unreadable(path, e.getCause());
      } catch (IOException e) {
        throw unreadable(path, e);
      }
    }
    return files;
  }

  private static CommandFailure unreadable(Path path, IOException e) {
    return CommandFailure.badInput(
        "'%s' cannot be read: %s\nMaybe check its permissions.".formatted(path, e), e);
  }

  private static boolean isScenario(Path path) {
    return path.toString().endsWith(".yaml") && Files.isRegularFile(path);
  }

  private static Path own(String folder, CommandSpec spec) {
    String home = System.getProperty("peace.home");
    if (home == null) {
      throw new ParameterException(spec.commandLine(), "No scenario is named.");
    }
    return Path.of(home, "peace-simulator", "scenarios", folder);
  }

  /**
   * By the folder's name, or where two have the same name by their paths; every problem of every
   * file at once.
   */
  private static Map<String, List<Scenario>> read(List<Path> files) throws CommandFailure {
    Map<Path, List<Scenario>> folders = new LinkedHashMap<>();
    List<String> messages = new ArrayList<>();
    int problems = 0;
    for (Path file : files) {
      Path folder = file.toAbsolutePath().normalize().getParent();
      try {
        folders.computeIfAbsent(folder, name -> new ArrayList<>()).add(ScenarioReader.read(file));
      } catch (ScenarioException e) {
        messages.add(e.getMessage());
        problems += e.problems().size();
      }
    }
    if (problems > 0) {
      messages.add(problems == 1 ? "1 problem found." : problems + " problems found.");
      throw CommandFailure.badInput(String.join(System.lineSeparator(), messages), null);
    }
    return named(folders);
  }

  private static Map<String, List<Scenario>> named(Map<Path, List<Scenario>> folders) {
    Map<String, Long> alike =
        folders.keySet().stream().collect(Collectors.groupingBy(ScenarioFiles::name, counting()));
    Map<String, List<Scenario>> named = new LinkedHashMap<>();
    folders.forEach(
        (folder, scenarios) ->
            named.put(alike.get(name(folder)) == 1 ? name(folder) : folder.toString(), scenarios));
    return named;
  }

  private static String name(Path folder) {
    return String.valueOf(folder.getFileName());
  }
}
