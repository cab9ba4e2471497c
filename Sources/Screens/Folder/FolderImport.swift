import JSONText
import SchemaCompatibility

/// The changes that a folder of screens makes to the published state.
///
/// View types and screens are validated together, so a new required member and the screens that have it can be imported
/// in one step. A changed view type that would make a current screen invalid is left out.
package struct FolderImport {
  package private(set) var catalogue: Catalogue
  /// New and changed documents.
  package private(set) var documents = StoredDocuments()
  /// New versions.
  package private(set) var screens: [PublishedScreen] = []
  /// The marks of the imported files.
  package private(set) var imports: [String: ImportMark] = [:]
  package private(set) var problems: [FileProblem]
  /// The warnings about files that are imported.
  package private(set) var warnings: [FileProblem] = []
  /// The current screens after the import.
  package private(set) var current: [LazyPublishedScreen] = []
  /// The routes of files without a valid version, so they are not in ``current``.
  package private(set) var invalidRoutes: Set<Route> = []
  /// The files of scenarios, changed or not. The mock parses them.
  package private(set) var scenarios: [FolderContents.File] = []
  /// The files of endpoints, changed or not. The mock parses them.
  package private(set) var endpoints: [FolderContents.File] = []
  /// The number of valid files, changed or not.
  package private(set) var validFiles = 0

  /// The names of the formats that the folder does not have itself, because Marquee ships them.
  package private(set) var shippedFormats: Set<String> = []

  /// The documents of the files that have changed, by path.
  private var texts: [String: JSONDocument] = [:]
  private let gate: Definition.Gate?
  private var refused = RefusedFiles()
  /// The files of each new version, and the version that it replaces.
  private var taken: [Route: (files: [FolderContents.File], replaced: PublishedScreen?)] = [:]
  /// The effects of each new version on supported releases, with the path of its file.
  package private(set) var impacts: [(path: String, impact: Impact)] = []

  /// Validates a folder on its own, without a published state.
  package init(checking folder: FolderContents, releases: [Release] = [], gate: Definition.Gate? = nil) {
    var state = PublishedState()
    for release in releases { state.catalogue.setRelease(release) }
    self.init(folder, state: state, gate: gate)
    catalogue.refused = refused
  }

  init(_ folder: FolderContents, state: PublishedState, gate: Definition.Gate?) {
    self.gate = gate
    catalogue = state.catalogue
    problems = folder.problems
    catalogue.setAssets(folder.assets)
    for kind in folder.unread { catalogue.refused.insert(kind) }
    scenarios = folder.files.filter { if case .scenario = $0.kind { true } else { false } }
    endpoints = folder.files.filter { if case .endpoint = $0.kind { true } else { false } }
    let changed = readChanged(folder, imports: state.imports)
    importFormats(changed)
    if !folder.hasFormats { addShippedFormats(imports: state.imports) }
    importDocuments(.setting, changed) { (name, document, catalogue) throws(InvalidDocument) in
      try Setting(rawValue: name)?.read(document, &catalogue)
    }
    importGroups(changed, state: state)
    importViewTypes(changed, state: state)
    importPreviews(changed)
    importDocuments(.guard, changed) { (_, document, _) throws(InvalidDocument) in _ = try Guard(document) }
    importScreens(changed, state: state)
    invalidRoutes.subtract(current.map(\.route))
    (refused, catalogue.refused) = (catalogue.refused, RefusedFiles())
    problems.sort { $0.path < $1.path }
  }

  /// The files whose content differs from the content last imported from them.
  private mutating func readChanged(
    _ folder: FolderContents, imports: [String: ImportMark]
  ) -> [FolderContents.File] {
    folder.files.filter { file in
      switch file.kind {
      case .scenario, .endpoint: return false
      case .screen, .document, .translation: break
      }
      if let mark = imports[file.path], let text = mark.text, text == ImportMark.digest(file.text) {
        validFiles += 1
        return false
      }
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(file.text)
        if imports[file.path]?.content == ImportMark.digest(document.value.serialized()) {
          // Only white space has changed. Update the mark, so that the file is not parsed again next time.
          self.imports[file.path] = ImportMark(document)
          validFiles += 1
          return false
        }
        texts[file.path] = document
        return true
      } catch {
        refuse(file, Diagnostics(error))
        return false
      }
    }
  }

  /// Imports the documents of a kind that can be read one at a time.
  /// - Parameter read: validates a document, and adds it to the catalogue.
  private mutating func importDocuments(
    _ kind: DocumentKind, _ files: [FolderContents.File],
    _ read: (_ name: String, JSONDocument, inout Catalogue) throws(InvalidDocument) -> Void
  ) {
    for file in files {
      guard case .document(kind, let name) = file.kind, let document = texts[file.path] else { continue }
      do throws(InvalidDocument) {
        try read(name, document, &catalogue)
        documents[kind][name] = document.value
        accept(file, document)
      } catch {
        refuse(file, error.diagnostics)
      }
    }
  }

  private mutating func importFormats(_ files: [FolderContents.File]) {
    importDocuments(.format, files) { (name, document, catalogue) throws(InvalidDocument) in
      catalogue.setFormat(try WireFormat(name: name, document))
    }
  }

  /// Adds the formats that Marquee ships, unless they were added before or the server has others of their names.
  private mutating func addShippedFormats(imports: [String: ImportMark]) {
    for (name, json) in ShippedFormats.all where catalogue.format(name) == nil {
      let path = "_formats/\(name).json"
      guard imports[path] == nil, let document = try? JSONDocument(json.serialized()),
        let format = try? WireFormat(name: name, document)
      else { continue }
      documents[.format][name] = json
      shippedFormats.insert(name)
      catalogue.setFormat(format)
      self.imports[path] = ImportMark(document)
    }
  }

  /// Imports preview templates. Runs after ``importViewTypes(_:state:)``, because a template names members of schemas.
  private mutating func importPreviews(_ files: [FolderContents.File]) {
    let schemas = catalogue.schemas
    let known = files.filter { file in
      guard case .document(.preview, let name) = file.kind else { return false }
      return schemas.names.contains(name) || !catalogue.refused[.viewType].contains(name)
    }
    importDocuments(.preview, known) { (name, document, catalogue) throws(InvalidDocument) in
      catalogue.setPreview(try PreviewTemplate(viewType: name, document, schemas: schemas))
    }
  }

  private mutating func importGroups(_ files: [FolderContents.File], state: PublishedState) {
    importDocuments(.group, files) { (_, document, _) throws(InvalidDocument) in
      try GroupReader.read(document)
    }
    let groups = documents[.group]
    if !groups.isEmpty { catalogue.setGroups(state.groups.merging(groups) { _, new in new }) }
  }

  private mutating func importViewTypes(_ files: [FolderContents.File], state: PublishedState) {
    var candidates: [String: FolderContents.File] = [:]
    for file in files { if case .document(.viewType, let name) = file.kind { candidates[name] = file } }
    guard !candidates.isEmpty else { return }
    // Leaving out a view type may make others invalid, so repeat until a round leaves out none.
    var remaining = candidates.count + 1
    while candidates.count < remaining {
      remaining = candidates.count
      var schemas = state.viewTypes
      for (name, file) in candidates { schemas[name] = texts[file.path]?.value }
      let invalid = catalogue.setViewTypes(schemas)
      for (name, error) in invalid { refuse(name, error.diagnostics, &candidates) }
      if candidates.count == remaining {
        let types = state.brokenViewTypes(invalid, except: Set(candidates.keys))
        refuseBreaking(types, schemas, &candidates)
      }
      if candidates.count == remaining { refuseBreakingScreens(&candidates, files, state: state) }
    }
    // Report invalid screens that no candidate has caused. They stay published.
    for screen in state.invalidScreens(with: catalogue, except: renewedRoutes(files, state: state)) {
      problems.append(
        FileProblem(
          path: "screen \(screen.route), version \(screen.version)", diagnostics: screen.diagnostics))
    }
    for (name, file) in candidates {
      guard let document = texts[file.path] else { continue }
      documents[.viewType][name] = document.value
      accept(file, document)
    }
  }

  private mutating func refuse(
    _ name: String, _ found: Diagnostics, _ candidates: inout [String: FolderContents.File]
  ) {
    guard let file = candidates.removeValue(forKey: name), let document = texts[file.path] else { return }
    refuse(file, found.located(in: document))
  }

  /// Leaves out the candidates that make other view types invalid.
  private mutating func refuseBreaking(
    _ broken: [BrokenViewType], _ schemas: [String: JSONValue],
    _ candidates: inout [String: FolderContents.File]
  ) {
    guard !broken.isEmpty else { return }
    var victims: [String: [BrokenViewType]] = [:]
    let library = ViewTypeSchemas(schemas).library
    let changed = Set(candidates.keys)
    for type in broken {
      for cause in type.causes(among: changed, in: library) {
        victims[cause, default: []].append(type)
      }
    }
    for (name, types) in victims { refuse(name, Diagnostics(.breaking(types)), &candidates) }
  }

  /// The routes of the published screens that the same import replaces by ones that are valid with the new view types.
  private func renewedRoutes(_ files: [FolderContents.File], state: PublishedState) -> Set<Route> {
    var state = state
    var routes: Set<Route> = []
    for file in files {
      guard case .screen(let route) = file.kind, state[route] != nil, let document = texts[file.path],
        let screen = try? state.read(document, route: route, version: 1, catalogue: catalogue),
        catalogue.impact(of: screen, gate: gate).refusals.isEmpty
      else { continue }
      routes.insert(route)
    }
    return routes
  }

  /// Leaves out the candidates that make current screens invalid. Screens that the same import replaces by valid ones
  /// do not count.
  private mutating func refuseBreakingScreens(
    _ candidates: inout [String: FolderContents.File], _ files: [FolderContents.File], state: PublishedState
  ) {
    if refuseBreakingReleases(&candidates) { return }
    let broken = state.brokenScreens(with: catalogue, except: renewedRoutes(files, state: state))
    guard let first = broken.first else { return }
    let used = Set(
      broken.flatMap { screen in
        state.readableCurrent(screen.route)?.combinations.flatMap { $0.layout.allItems.map(\.viewType) } ?? []
      })
    let blamed = candidates.keys.filter { used.contains($0) && state.viewTypes[$0] != nil }
    let routes = broken.map { quoted($0.route.name) }.joined(separator: ", ")
    for name in blamed.isEmpty ? Array(candidates.keys) : blamed {
      let diagnostic = Diagnostic(
        .breaksScreen, at: .root, "the change would make current screens invalid: \(routes)",
        hint: first.diagnostics.kept.first.map { "\(first.route): \($0.message) at \($0.pointer)" })
      refuse(name, Diagnostics(diagnostic), &candidates)
    }
  }

  /// Leaves out the candidates that a supported release cannot decode.
  private mutating func refuseBreakingReleases(_ candidates: inout [String: FolderContents.File]) -> Bool {
    guard catalogue.releases.values.contains(where: { $0.isSupported && $0.hasSchemas }) else { return false }
    var isRefused = false
    for (name, file) in candidates.sorted(by: { $0.key < $1.key }) {
      guard let document = texts[file.path] else { continue }
      let comparison = ViewTypeComparison(name, new: document, in: catalogue)
      guard let broken = comparison.broken(among: catalogue.releases.values).first else { continue }
      let diagnostic = Diagnostic(
        .breaksRelease, at: broken.report.reasons.first?.new.pointer ?? .root,
        "the supported release \(broken.release) could not decode all content of the changed view type",
        hint: broken.report.reasons.first?.message)
      refuse(name, Diagnostics(diagnostic), &candidates)
      isRefused = true
    }
    return isRefused
  }

  private mutating func importScreens(_ files: [FolderContents.File], state: PublishedState) {
    // A copy that includes the screens of this import, so that their experiment keys are checked against each other.
    var state = state
    state.catalogue = catalogue
    var read: [Route: PublishedScreen] = [:]
    for file in files {
      guard case .screen(let route) = file.kind, let document = texts[file.path] else { continue }
      do throws(InvalidDocument) {
        let screen = try state.read(document, route: route, version: state.nextVersion(of: route))
        read[route] = try take(screen, of: file, document, &state)
      } catch {
        refuse(file, error.diagnostics)
      }
    }
    for file in files {
      guard case .translation(let language, let route) = file.kind, let document = texts[file.path] else {
        continue
      }
      do throws(InvalidDocument) {
        guard let current = read[route] ?? state.readableCurrent(route) else {
          if !invalidRoutes.contains(route) {
            refuse(file, Diagnostics(noScreen(at: route, state)))
          }
          continue
        }
        let screen = try current.translated(
          document, in: language, version: read[route]?.version ?? state.nextVersion(of: route), catalogue)
        read[route] = try take(screen, of: file, document, &state)
      } catch {
        refuse(file, error.diagnostics)
      }
    }
    screens = read.values.sorted { $0.route < $1.route }
    warnLast(&state)
    current = state.screens
  }

  private func noScreen(at route: Route, _ state: PublishedState) -> Diagnostic {
    Diagnostic(
      .invalidName, at: .root, "there is no screen \(quoted(route.name)) to translate",
      hint: NearestName.hint(for: route.name, among: state.screens.map(\.route.name).sorted()))
  }

  /// Takes over a version from a file, unless it is the current one.
  /// - Returns: nil for the current version.
  private mutating func take(
    _ screen: PublishedScreen, of file: FolderContents.File, _ document: JSONDocument,
    _ state: inout PublishedState
  ) throws(InvalidDocument) -> PublishedScreen? {
    let impact = catalogue.impact(of: screen, gate: gate)
    guard impact.refusals.isEmpty else { throw InvalidDocument(impact.refusals.located(in: document)) }
    impacts.append((file.shownPath, impact))
    warn(file, state.warnings(about: screen, in: document))
    if let published = state.readableCurrent(screen.route), published.definition.isSame(as: screen.definition)
    {
      accept(file, document)
      return published.version == screen.version ? screen : nil
    }
    if let rollout = state.rollouts.open(at: screen.route) {
      throw InvalidDocument(
        Diagnostics(
          Diagnostic(
            .rolloutRunning, at: .root, rollout.refusal,
            hint: "save the file again after that, or end it: marquee rollout finish \(rollout.id)")))
    }
    accept(file, document)
    let before = taken[screen.route]
    taken[screen.route] = (
      (before?.files ?? []) + [file], before == nil ? state.readableCurrent(screen.route) : before?.replaced
    )
    state.put(.published(LazyPublishedScreen(screen)), at: screen.route)
    return screen
  }

  private mutating func warn(_ file: FolderContents.File, _ found: Diagnostics) {
    guard !found.isEmpty else { return }
    warnings.append(
      FileProblem(path: file.shownPath, diagnostics: found, text: file.text, severity: .warning))
  }

  /// Looks at the new versions together: they can link to each other, and a definition comes before its translations.
  private mutating func warnLast(_ state: inout PublishedState) {
    var refused: Set<Route> = []
    for screen in screens {
      guard let (files, replaced) = taken[screen.route], let file = files.first,
        let document = texts[file.path]
      else { continue }
      let found = PublicationFindings(of: screen, replacing: replaced, in: state)
      guard found.refusals.isEmpty else {
        refused.insert(screen.route)
        for other in files { imports[other.path] = nil }
        state.put(
          replaced.map { .published(LazyPublishedScreen($0)) } ?? .deleted(version: 0), at: screen.route)
        validFiles -= 1
        refuse(file, found.refusals.located(in: document))
        continue
      }
      warn(file, found.warnings.located(in: document))
    }
    screens.removeAll { refused.contains($0.route) }
  }

  private mutating func refuse(_ file: FolderContents.File, _ diagnostics: Diagnostics) {
    if diagnostics.count > 0 {
      problems.append(FileProblem(path: file.shownPath, diagnostics: diagnostics, text: file.text))
    }
    catalogue.refused.insert(file.kind)
    if case .screen(let route) = file.kind { invalidRoutes.insert(route) }
  }

  private mutating func accept(_ file: FolderContents.File, _ document: JSONDocument) {
    imports[file.path] = ImportMark(document)
    validFiles += 1
  }
}

/// The result of importing a folder.
package struct ImportReport: Sendable {
  package let published: [(route: Route, version: Int)]
  package let problems: [FileProblem]
  /// The warnings about files that were published.
  package let warnings: [FileProblem]
  /// The routes of files without a valid version.
  package let invalidRoutes: Set<Route>
  /// The files of scenarios.
  package let scenarios: [FolderContents.File]
  /// The files of endpoints.
  package let endpoints: [FolderContents.File]
}
