import JSONText
package import Screens

/// The scenarios of a folder.
package enum ScenarioFiles {
  /// Reads them, and looks whether they apply to the screens in force.
  /// - Parameter namedAlone: whether screens that only a pattern names are left out.
  /// - Returns: those that can be switched on, and what is wrong with files. One that does not apply to all screens is
  ///   among both: it may once others are published.
  package static func read(
    _ files: [FolderContents.File], catalogue: Catalogue, screens: [CurrentScreen], namedAlone: Bool
  ) -> (scenarios: [Scenario], problems: [FileProblem]) {
    var scenarios: [Scenario] = []
    var problems: [FileProblem] = []
    for file in files {
      guard case .scenario(let name) = file.kind else { continue }
      var found: Diagnostics
      do {
        let document = try JSONDocument(file.text)
        let scenario = try ScenarioReader.read(document, name: name, catalogue: catalogue)
        scenarios.append(scenario)
        found = scenario.diagnostics(for: screens, catalogue: catalogue, namedAlone: namedAlone)
      } catch let error as JSONSyntaxError {
        found = Diagnostics(error)
      } catch let error as InvalidDocument {
        found = error.diagnostics
      } catch {
        continue
      }
      if !found.isEmpty {
        problems.append(FileProblem(path: file.shownPath, diagnostics: found, text: file.text))
      }
    }
    return (scenarios, problems)
  }
}
