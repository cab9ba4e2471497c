package import JSONText
import SchemaCompatibility

/// What a folder of screens would change, given what is in force.
///
/// View types and screens are looked at together, so that a new required member and the screens that have it
/// can come in one step. A changed view type that would make a screen in force invalid is left out.
package struct FolderImport {
  package private(set) var catalogue: Catalogue
  /// Schemas that are new or changed.
  package private(set) var viewTypes: [String: JSONValue] = [:]
  package private(set) var formats: [String: WireFormat] = [:]
  /// Lists that are new or changed.
  package private(set) var groups: [String: JSONValue] = [:]
  /// New versions.
  package private(set) var screens: [PublishedScreen] = []
  /// What is now imported from each changed file.
  package private(set) var imports: [String: ImportMark] = [:]
  package private(set) var problems: [FileProblem]
  /// What is in force when it is done.
  package private(set) var current: [CurrentScreen] = []
  /// Files of scenarios: what they mean is for the mock to say, each time anew.
  package private(set) var scenarios: [FolderContents.File] = []
  /// Files that were understood, changed or not.
  package private(set) var validFiles = 0

  private var documents: [String: JSONDocument] = [:]
  private let gate: Definition.Gate?
  /// What each new version means for the releases, by the path of its file.
  package private(set) var impacts: [(path: String, impact: Impact)] = []

  /// Checks a folder by itself, as if nothing had been published before.
  package init(checking folder: FolderContents, releases: [Release] = [], gate: Definition.Gate? = nil) {
    var ledger = ScreenLedger()
    for release in releases { ledger.catalogue.setRelease(release) }
    self.init(folder, ledger: ledger, gate: gate)
  }

  init(_ folder: FolderContents, ledger: ScreenLedger, gate: Definition.Gate?) {
    self.gate = gate
    catalogue = ledger.catalogue
    problems = folder.problems
    catalogue.setAssets(folder.assets)
    scenarios = folder.files.filter { if case .scenario = $0.kind { true } else { false } }
    let changed = readChanged(folder, imports: ledger.imports)
    importFormats(changed)
    importGroups(changed, ledger: ledger)
    importViewTypes(changed, ledger: ledger)
    importScreens(changed, ledger: ledger)
    problems.sort { $0.path < $1.path }
  }

  /// The files whose content is not what was last imported from them.
  private mutating func readChanged(
    _ folder: FolderContents, imports: [String: ImportMark]
  ) -> [FolderContents.File] {
    folder.files.filter { file in
      if case .scenario = file.kind { return false }
      if let mark = imports[file.path], let text = mark.text, text == ImportMark.digest(file.text) {
        validFiles += 1
        return false
      }
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(file.text)
        if imports[file.path]?.content == ImportMark.digest(document.value.serialized()) {
          // Other white space. Remembered, so that the file need not be read as JSON the next time.
          self.imports[file.path] = ImportMark(document)
          validFiles += 1
          return false
        }
        documents[file.path] = document
        return true
      } catch {
        problems.append(FileProblem(path: file.shownPath, diagnostics: Diagnostics(error), text: file.text))
        return false
      }
    }
  }

  private mutating func importFormats(_ files: [FolderContents.File]) {
    for file in files {
      guard case .format(let name) = file.kind, let document = documents[file.path] else { continue }
      do throws(InvalidDocument) {
        let format = try WireFormat(name: name, document)
        formats[name] = format
        catalogue.setFormat(format)
        accept(file, document)
      } catch {
        problems.append(FileProblem(path: file.shownPath, diagnostics: error.diagnostics, text: file.text))
      }
    }
  }

  private mutating func importGroups(_ files: [FolderContents.File], ledger: ScreenLedger) {
    for file in files {
      guard case .group(let name) = file.kind, let document = documents[file.path] else { continue }
      do throws(InvalidDocument) {
        try GroupReader.read(document)
        groups[name] = document.value
        accept(file, document)
      } catch {
        problems.append(FileProblem(path: file.shownPath, diagnostics: error.diagnostics, text: file.text))
      }
    }
    if !groups.isEmpty { catalogue.setGroups(ledger.groups.merging(groups) { _, new in new }) }
  }

  private mutating func importViewTypes(_ files: [FolderContents.File], ledger: ScreenLedger) {
    var candidates: [String: FolderContents.File] = [:]
    for file in files { if case .viewType(let name) = file.kind { candidates[name] = file } }
    guard !candidates.isEmpty else { return }
    // Each round leaves out at least one candidate, so there are at most as many rounds as candidates.
    while true {
      var schemas = ledger.viewTypes
      for (name, file) in candidates { schemas[name] = documents[file.path]?.value }
      let invalid = catalogue.setViewTypes(schemas).filter { candidates[$0.key] != nil }
      for (name, error) in invalid { refuse(name, error.diagnostics, &candidates) }
      guard invalid.isEmpty else { continue }
      guard refuseBreaking(&candidates, files, ledger: ledger) else { break }
    }
    for (name, file) in candidates {
      guard let document = documents[file.path] else { continue }
      viewTypes[name] = document.value
      accept(file, document)
    }
  }

  private mutating func refuse(
    _ name: String, _ found: Diagnostics, _ candidates: inout [String: FolderContents.File]
  ) {
    guard let file = candidates.removeValue(forKey: name), let document = documents[file.path] else { return }
    var diagnostics = found
    diagnostics.locate(in: document)
    problems.append(FileProblem(path: file.shownPath, diagnostics: diagnostics, text: file.text))
  }

  /// Leaves out the candidates that make screens in force invalid. Screens that come with them, and are valid,
  /// do not count.
  private mutating func refuseBreaking(
    _ candidates: inout [String: FolderContents.File], _ files: [FolderContents.File], ledger: ScreenLedger
  ) -> Bool {
    var renewed: Set<Route> = []
    for file in files {
      guard case .screen(let route) = file.kind, let document = documents[file.path] else { continue }
      if (try? DefinitionReader.read(document, route: route, catalogue: catalogue)) != nil {
        renewed.insert(route)
      }
    }
    if refuseBreakingReleases(&candidates) { return true }
    let broken = ledger.brokenScreens(with: catalogue, except: renewed)
    guard let first = broken.first else { return false }
    let used = Set(
      broken.flatMap { screen in
        (try? ledger.current(screen.route))?.arms.flatMap { $0.layout.items.map(\.viewType) } ?? []
      })
    let blamed = candidates.keys.filter { used.contains($0) && ledger.viewTypes[$0] != nil }
    let routes = broken.map { quoted($0.route.name) }.joined(separator: ", ")
    for name in blamed.isEmpty ? Array(candidates.keys) : blamed {
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .breaksScreen, at: .root, "the change would make screens in force invalid: \(routes)",
          hint: first.diagnostics.kept.first.map { "\(first.route): \($0.message) at \($0.pointer)" }))
      refuse(name, diagnostics, &candidates)
    }
    return true
  }

  /// Leaves out the candidates that a supported release's own schema of the view type cannot decode.
  private mutating func refuseBreakingReleases(_ candidates: inout [String: FolderContents.File]) -> Bool {
    guard catalogue.releases.values.contains(where: { $0.isSupported && $0.hasSchemas }) else { return false }
    let schemas = catalogue.viewTypes.mapValues(\.schema)
    var isRefused = false
    for (name, file) in candidates.sorted(by: { $0.key < $1.key }) {
      guard let document = documents[file.path] else { continue }
      let comparison = ViewTypeComparison(name, new: document, among: schemas)
      guard let broken = comparison.broken(among: catalogue.releases.values).first else { continue }
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .breaksRelease, at: broken.report.reasons.first?.new.place.pointer ?? .root,
          "the supported release \(broken.release) could not decode all content of the changed view type",
          hint: broken.report.reasons.first?.message))
      refuse(name, diagnostics, &candidates)
      isRefused = true
    }
    return isRefused
  }

  private mutating func importScreens(_ files: [FolderContents.File], ledger: ScreenLedger) {
    // Screens of this import take part in the check for an experiment's key.
    var ledger = ledger
    for file in files {
      guard case .screen(let route) = file.kind, let document = documents[file.path] else { continue }
      do throws(InvalidDocument) {
        let version = (ledger[route]?.version ?? 0) + 1
        let screen = try ledger.read(document, route: route, version: version, catalogue: catalogue)
        let impact = catalogue.impact(of: screen, gate: gate)
        guard impact.refusals.isEmpty else {
          var refusals = impact.refusals
          refusals.locate(in: document)
          throw InvalidDocument(refusals)
        }
        impacts.append((file.shownPath, impact))
        accept(file, document)
        if case .published(let current)? = ledger[route],
          let inForce = try? current.screen(), inForce.definition.json == screen.definition.json
        {
          continue
        }
        ledger.put(.published(CurrentScreen(screen)), at: route)
        screens.append(screen)
      } catch {
        problems.append(FileProblem(path: file.shownPath, diagnostics: error.diagnostics, text: file.text))
      }
    }
    current = ledger.screens
  }

  private mutating func accept(_ file: FolderContents.File, _ document: JSONDocument) {
    imports[file.path] = ImportMark(document)
    validFiles += 1
  }
}

/// What came of reading a folder.
package struct ImportReport: Sendable {
  package let published: [(route: Route, version: Int)]
  package let problems: [FileProblem]
  /// Files of scenarios.
  package let scenarios: [FolderContents.File]
}
