import JSONText
package import Screens

/// Makes screens, view types and wire formats from a recording, so that a server responds to the recorded requests with
/// equal JSON.
package struct ScreenCapture {
  /// The new files.
  package private(set) var files: [CapturedFile] = []
  /// The screens of the folder that already send the recorded responses, in the order of the recording.
  package private(set) var unchanged: [Route] = []
  /// The result of each request, in the order of the recording.
  package private(set) var outcomes: [CaptureOutcome] = []

  /// Remarks on the new files and the recording.
  package private(set) var notes: [String] = []

  private let existing: ExistingScreens
  private var results: [Int: CaptureOutcome] = [:]
  /// The wire formats by name: existing and shipped ones, and new ones.
  private var formats: [(name: String, format: JSONValue)] = []
  /// The names of `formats`, by their JSON text.
  private var formatNames: [String: String] = [:]
  private var formatFiles = DistinctNames(ignoresCase: true)
  private var types: TypeNames
  /// The keys of experiments, each of which belongs to one screen.
  private var experimentKeys = DistinctNames()

  /// Whether at least one request gets equal JSON, and none gets different JSON or is left out.
  /// - Parameter allowsLeftOut: whether requests may be left out.
  package func isComplete(allowsLeftOut: Bool) -> Bool {
    outcomes.contains { $0.result == .equal }
      && outcomes.allSatisfy { outcome in
        switch outcome.result {
        case .equal: true
        case .differs: false
        case .leftOut: allowsLeftOut
        }
      }
  }

  /// The personal data of the requests that are captured. A place that several requests have is named once.
  package var personalData: [(request: RecordedRequest, data: PersonalData)] {
    var found: [(request: RecordedRequest, data: PersonalData)] = []
    var known: [Route: Set<PersonalData>] = [:]
    for outcome in outcomes {
      guard let route = outcome.route else { continue }
      for data in outcome.request.personalData where known[route, default: []].insert(data).inserted {
        found.append((outcome.request, data))
      }
    }
    return found
  }

  package init(_ recording: Recording, existing: ExistingScreens = ExistingScreens()) {
    self.existing = existing
    formats = existing.formats.sorted { $0.key < $1.key }.compactMap { name, json in json.map { (name, $0) } }
    if !existing.hasFormats { formats += ShippedFormats.all }
    for (name, format) in formats { formatNames[format.text] = formatNames[format.text] ?? name }
    types = TypeNames(existing: existing.viewTypes.keys)
    takeNames(of: [])
    // A response does not tell what formats with these members change in it.
    let known = (formats + ShippedFormats.all.filter { existing.formats[$0.name] == nil }).filter { known in
      ["viewType", "id", "viewTypes", "nesting"].allSatisfy { known.format[$0] == nil }
    }
    let routes = RecordedRoutes(recording, existing: existing.screens.keys)
    for outcome in routes.leftOut { results[outcome.request.index] = outcome }
    var screens: [CapturedScreen] = []
    let shaped = appScreens(of: routes, known: known)
    for (route, responses) in routes.responses {
      if let screen = shaped[route] {
        screens.append(screen)
        continue
      }
      do throws(Omission) {
        screens.append(try screen(at: route, responses, known: known))
      } catch {
        leaveOut(responses.flatMap(\.requests).map(\.request), error)
      }
    }
    check(&screens)
    addFiles(for: screens)
    if recording.unmatched > 0 {
      notes.append("--url does not match \(recording.unmatched) of the recorded requests")
    }
    outcomes = recording.requests.compactMap { results[$0.index] }
  }

  private mutating func leaveOut(_ requests: [RecordedRequest], _ omission: Omission) {
    for request in requests {
      results[request.index] = CaptureOutcome(request: request, route: nil, result: .leftOut(omission))
    }
  }

  /// The screens that share a wire format with other screens of their app, and are served equal.
  private mutating func appScreens(
    of routes: RecordedRoutes, known: [(name: String, format: JSONValue)]
  ) -> [Route: CapturedScreen] {
    let earlier = formats.count
    var screens: [CapturedScreen] = []
    var others: [Route: [CapturedScreen.Expectation]] = [:]
    var names = TypeTable(existing: existing.viewTypes.keys)
    for var app in AppResponses.apps(of: routes) {
      app.removeRoutes(thatFit: known)
      for draft in app.screens(&names) {
        let format = name(of: draft.shape.format, suggested: draft.shape.suggestedName)
        let json = try? DefinitionBuilder.json(
          of: draft.responses, format: format, hasSections: draft.shape.hasSections,
          experimentKey: experimentKey(for: draft.route))
        guard let json else { continue }
        screens.append(
          CapturedScreen(
            route: draft.route, format: format, json: json, isLiteral: false,
            items: draft.responses.flatMap(\.layout.items), expectations: draft.expectations))
        others[draft.route] = draft.others
      }
    }
    let catalogue = catalogue(for: screens)
    var kept: [Route: CapturedScreen] = [:]
    for screen in screens {
      guard let outcomes = try? screen.outcomes(with: catalogue), outcomes.allSatisfy(\.result.isSent) else {
        continue
      }
      let first = screen.expectations.first?.response ?? .null
      let missing = others[screen.route] ?? []
      // A format of the route's own, which has fewer items, may send more of its responses.
      if !missing.isEmpty,
        let own = RouteShape(
          of: (screen.expectations + missing).map(\.response), route: screen.route, known: known, types: types
        ),
        own.count > screen.expectations.count
      {
        continue
      }
      kept[screen.route] = screen
      for other in missing {
        leaveOut(
          other.requests.map(\.request),
          Omission(
            "outside of its items it differs from the other responses of \(quoted(screen.route.name))",
            at: .response(FirstDifference.between(first, other.response) ?? .root)))
      }
    }
    // The names of those that are not kept are free again.
    types.reserve(Set(kept.values.flatMap(\.items).flatMap(\.all).map(\.viewType)))
    let used = Set(kept.values.map(\.format))
    for (name, format) in formats[earlier...] where !used.contains(name) { formatNames[format.text] = nil }
    formats = formats[..<earlier] + formats[earlier...].filter { used.contains($0.name) }
    takeNames(of: kept.values)
    return kept
  }

  /// Takes the names of files and experiments that the folder and some of the new screens have.
  private mutating func takeNames(of screens: some Sequence<CapturedScreen>) {
    formatFiles = DistinctNames(
      taken: ShippedFormats.all.map(\.name) + existing.formats.keys + formats.map(\.name), ignoresCase: true)
    experimentKeys = DistinctNames(
      taken: existing.experimentKeys.union(screens.compactMap { $0.json["experiment"]?["key"]?.stringValue }))
  }

  /// Makes the screen of a route. Responses that it cannot send are left out.
  private mutating func screen(
    at route: Route, _ expectations: [CapturedScreen.Expectation], known: [(name: String, format: JSONValue)]
  ) throws(Omission) -> CapturedScreen {
    let shape = RouteShape(of: expectations.map(\.response), route: route, known: known, types: types)
    guard let shape else { throw Omission("no wire format can send the response", in: "response") }
    types = shape.types
    var kept: [CapturedScreen.Expectation] = []
    var responses: [DefinitionBuilder.Response] = []
    for (expectation, layout) in zip(expectations, shape.layouts) {
      guard let layout else {
        let location = shape.candidate.difference(between: expectations[0].response, expectation.response)
        leaveOut(
          expectation.requests.map(\.request),
          Omission(
            "outside of its items it differs from the other responses of \(quoted(route.name))",
            at: .response(location)))
        continue
      }
      kept.append(expectation)
      responses.append((expectation.query, layout))
    }
    let candidate = shape.candidate
    let format = name(of: candidate.format, known: candidate.name, suggested: candidate.suggestedName)
    let json = try DefinitionBuilder.json(
      of: responses, format: format, hasSections: shape.candidate.hasSections,
      experimentKey: experimentKey(for: route))
    return CapturedScreen(
      route: route, format: format, json: json, isLiteral: shape.candidate.isLiteral,
      items: responses.flatMap(\.layout.items), expectations: kept)
  }

  /// A key that no other screen's experiment has. Different routes can become the same name.
  private mutating func experimentKey(for route: Route) -> String {
    experimentKeys.next("captured-" + Name.made(from: [route.name], default: "screen"))
  }

  /// The name of a format. A new format that equals another one shares its name.
  /// - Parameter known: the name of a shipped format or one of the folder.
  private mutating func name(of format: JSONValue, known: String? = nil, suggested: String) -> String {
    let text = format.text
    if let name = formatNames[text] { return known ?? name }
    let name = known ?? formatFiles.next(suggested)
    formats.append((name, format))
    formatNames[text] = name
    return name
  }

  // MARK: Checking and writing

  /// Renders each screen, and keeps those that a server accepts. Does not change a screen that exists in the folder.
  private mutating func check(_ screens: inout [CapturedScreen]) {
    let catalogue = catalogue(for: screens)
    screens = screens.filter { screen in
      do throws(Omission) {
        guard let file = existing.screens[screen.route] else {
          for outcome in try screen.outcomes(with: catalogue) { results[outcome.request.index] = outcome }
          return true
        }
        var present = screen
        present.json = file ?? .null
        present.format = file?["format"]?.stringValue ?? Definition.defaultFormat
        let outcomes = try present.outcomes(with: catalogue)
        guard outcomes.allSatisfy(\.result.isSent) else {
          throw Omission(
            "the folder already has \(screen.route.name).json, which sends something else", in: "response")
        }
        for outcome in outcomes { results[outcome.request.index] = outcome }
        unchanged.append(screen.route)
        return false
      } catch {
        leaveOut(screen.expectations.flatMap(\.requests).map(\.request), error)
        return false
      }
    }
  }

  /// The schemas of the screens' view types: existing ones, else drafts.
  private func schemas(for screens: [CapturedScreen]) -> [(name: String, schema: JSONValue, isNew: Bool)] {
    var examples: [String: [JSONValue]] = [:]
    for item in screens.lazy.flatMap(\.items).flatMap(\.all) {
      examples[item.viewType, default: []].append(item.draft ?? item.content)
    }
    let draft = SchemaDraft()
    return examples.sorted { $0.key < $1.key }.map { name, contents in
      if let file = existing.viewTypes[name] { return (name, file ?? false, false) }
      return (name, draft.schema(named: name, examples: contents), true)
    }
  }

  private func catalogue(for screens: [CapturedScreen]) -> Catalogue {
    var catalogue = Catalogue()
    // All existing view types, because they may refer to each other.
    var schemas = existing.viewTypes.compactMapValues { $0 }
    // A server does not read larger files. Without the schema, the screens that use it are refused.
    for type in self.schemas(for: screens)
    where type.isNew && type.schema.serialized().count <= CaptureLimits.fileBytes {
      schemas[type.name] = type.schema
    }
    // The catalogue leaves out invalid schemas, with the same effect.
    _ = catalogue.setViewTypes(schemas)
    for (name, format) in formats {
      let text = format.serialized()
      guard text.count <= CaptureLimits.fileBytes, let document = try? JSONDocument(text),
        let format = try? WireFormat(name: name, document)
      else { continue }
      catalogue.setFormat(format)
    }
    return catalogue
  }

  /// The formats that the folder must have after the capture.
  private func usedFormats(of screens: [CapturedScreen]) -> Set<String> {
    let used = Set(screens.map(\.format))
    guard !existing.hasFormats, !existing.screens.isEmpty else { return used }
    // The first file in `_formats/` takes the shipped formats away from the screens that the folder has.
    let shipped = Set(ShippedFormats.all.map(\.name))
    return used.isSubset(of: shipped) ? [] : used.union(shipped)
  }

  private mutating func addFiles(for screens: [CapturedScreen]) {
    for type in schemas(for: screens) where type.isNew {
      files.append(CapturedFile(kind: .viewType, name: type.name, json: type.schema))
    }
    let used = usedFormats(of: screens)
    for (name, format) in formats where used.contains(name) && existing.formats[name] == nil {
      files.append(CapturedFile(kind: .format, name: name, json: format))
    }
    for screen in screens {
      files.append(CapturedFile(kind: .screen, name: screen.route.name, json: screen.json))
      guard screen.isLiteral else { continue }
      notes.append(
        "\(screen.route.name) has no list of objects that could be its items, so the wire format "
          + "\(screen.format) holds the whole response")
    }
  }
}
