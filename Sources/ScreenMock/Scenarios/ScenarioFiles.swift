import JSONText
package import Screens

/// The scenarios of a folder.
package enum ScenarioFiles {
  /// Reads the scenarios and checks that they apply to the current screens.
  /// - Parameters:
  ///   - definitions: the files of the screens, to find the ids that their authors have not written.
  ///   - invalid: screens that cannot be checked, because their own files are invalid.
  ///   - skipsPatterns: whether to skip screens that are only matched by a pattern.
  /// - Returns: the scenarios that can be switched on, and the problems of files. A scenario that does not apply to all
  ///   screens is in both: later publications can make it apply. The warnings are about valid files.
  package static func read(
    _ files: [FolderContents.File], definitions: [FolderContents.File] = [], catalogue: Catalogue,
    screens: [LazyPublishedScreen], invalid: Set<Route> = [], skipsPatterns: Bool
  ) -> (scenarios: [Scenario], problems: [FileProblem], warnings: [FileProblem]) {
    var definitions = WrittenDefinitions(definitions)
    var scenarios: [Scenario] = []
    var problems: [FileProblem] = []
    var warnings: [FileProblem] = []
    for file in files {
      guard case .scenario(let name) = file.kind else { continue }
      var found: Diagnostics
      do {
        let document = try JSONDocument(file.text)
        let scenario = try ScenarioReader.read(document, name: name, catalogue: catalogue)
        scenarios.append(scenario)
        found = scenario.diagnostics(
          for: screens, invalid: invalid, catalogue: catalogue, skipsPatterns: skipsPatterns)
        guard found.isEmpty else { throw InvalidDocument(found) }
        found = scenario.warnings(
          for: screens, &definitions, catalogue: catalogue, skipsPatterns: skipsPatterns)
        if !found.isEmpty {
          warnings.append(
            FileProblem(path: file.shownPath, diagnostics: found, text: file.text, severity: .warning))
        }
        continue
      } catch let error as JSONSyntaxError {
        found = Diagnostics(error)
      } catch let error as InvalidDocument {
        found = error.diagnostics
      } catch {
        continue
      }
      if found.count > 0 {
        problems.append(FileProblem(path: file.shownPath, diagnostics: found, text: file.text))
      }
    }
    return (scenarios, problems, warnings)
  }
}
