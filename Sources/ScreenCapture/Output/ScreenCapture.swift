import JSONText
package import Screens

/// Makes screens, view types and wire formats from a recording, so that a server responds to the recorded requests with
/// equal JSON.
package struct ScreenCapture {
  /// The new files, and those of earlier captures that change.
  package private(set) var files: [CapturedFile] = []
  /// The schemas that a person has written or edited, with what the responses would need in them.
  package private(set) var protected: [ProtectedSchema] = []
  /// What this capture and earlier ones have written.
  package private(set) var record: CaptureRecord
  /// The screens of the folder that already send the recorded responses, in the order of the recording.
  package private(set) var unchanged: [Route] = []
  /// The result of each request, in the order of the recording.
  package private(set) var outcomes: [CaptureOutcome] = []

  /// Remarks on the new files and the recording.
  package private(set) var notes: [String] = []

  private let existing: ExistingScreens
  /// What the author says about the responses.
  private let hints: ElementHints
  /// The same, then what they said before.
  private let allHints: [ElementHints]
  /// The responses that screens of the folder have sent so far, which they keep.
  private var earlierResponses: [Route: [CapturedScreen.Expectation]] = [:]
  private var results: [Int: CaptureOutcome] = [:]
  private var formats: CaptureFormats
  private var types: TypeNames
  /// The keys of experiments, each of which belongs to one screen.
  private var experimentKeys = DistinctNames()

  /// Whether at least one request gets equal JSON, or its page of a screen, and none gets different JSON or is left out.
  /// - Parameter allowsLeftOut: whether requests may be left out.
  package func isComplete(allowsLeftOut: Bool) -> Bool {
    outcomes.contains { $0.result.isSent }
      && outcomes.allSatisfy { outcome in
        switch outcome.result {
        case .equal, .endpoint: true
        case .page(let page): page.difference == nil
        case .differs: false
        case .leftOut: allowsLeftOut
        }
      }
  }

  /// The personal data of the requests that are captured. A place that several requests have is named once.
  package var personalData: [(request: RecordedRequest, data: PersonalData)] {
    var found: [(request: RecordedRequest, data: PersonalData)] = []
    var known: [String: Set<PersonalData>] = [:]
    for outcome in outcomes {
      guard outcome.route != nil || outcome.endpoint != nil else { continue }
      let owner = outcome.route?.name ?? "_endpoints/" + (outcome.endpoint ?? "")
      for data in outcome.request.personalData where known[owner, default: []].insert(data).inserted {
        found.append((outcome.request, data))
      }
    }
    return found
  }

  /// How the responses of each screen were understood, in the order of the recording.
  package var explanations: [ScreenExplanation] {
    var definitions: [Route: JSONValue] = [:]
    for case (let route, let json?) in existing.screens { definitions[route] = json }
    for file in files where file.kind == .screen {
      if let route = try? Route(file.name) { definitions[route] = file.json }
    }
    let documents = Dictionary(formats.all.map { ($0.name, $0.format) }) { first, _ in first }
    var seen: Set<Route> = []
    return outcomes.compactMap(\.route).filter { seen.insert($0).inserted }.compactMap { route in
      guard let definition = definitions[route] else { return nil }
      let format = definition["format"]?.stringValue ?? Definition.defaultFormat
      return ScreenExplanation(route, definition, format: format, documents[format] ?? .null)
    }
  }

  /// - Parameters:
  ///   - existing: the folder to which the files will be written.
  ///   - hints: what the author says about the responses.
  package init(
    _ recording: Recording, existing: ExistingScreens = ExistingScreens(), hints: ElementHints = .none
  ) {
    self.existing = existing
    record = existing.record
    self.hints = hints
    allHints = (hints.isEmpty ? [] : [hints]) + record.hints.filter { $0 != hints }
    record.add(hints)
    formats = CaptureFormats(existing)
    types = TypeNames(existing: existing.viewTypes.keys)
    takeKeys(of: [])
    let known = formats.known
    var routes = RecordedRoutes(recording, existing: existing.screens.keys)
    for outcome in routes.leftOut { results[outcome.request.index] = outcome }
    compareWithFolder(&routes)
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
    formats.reuseNames(for: &screens)
    addFiles(for: screens)
    addEndpoints(of: recording)
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

  /// Adds endpoints for screens at the addresses of the app, and for other requests.
  private mutating func addEndpoints(of recording: Recording) {
    let endpoints = CapturedEndpoints(recording, results, existing: existing)
    results.merge(endpoints.outcomes) { $1 }
    for file in endpoints.files {
      record.add(file)
      if file.isChanged { files.append(file) }
    }
    notes += endpoints.notes
  }

  // MARK: The folder

  /// Keeps the routes whose screen is missing in the folder or may be replaced. A screen that is replaced keeps the
  /// responses of earlier recordings to other queries.
  private mutating func compareWithFolder(_ routes: inout RecordedRoutes) {
    guard !existing.screens.isEmpty else { return }
    let catalogue = existing.catalogue
    routes.responses = routes.responses.compactMap { route, expectations in
      guard existing.screens[route] != nil else { return (route, expectations) }
      do throws(Omission) {
        switch try ExistingScreen(at: route, in: existing, expectations, with: catalogue) {
        case .unchanged(let outcomes):
          for outcome in outcomes { results[outcome.request.index] = outcome }
          unchanged.append(route)
          record.add(expectations, of: CapturedFile.path(.screen, route.name))
          return nil
        case .replaceable(let all, earlier: let earlier):
          earlierResponses[route] = earlier
          return (route, RecordedRoutes.sorted(all + earlier))
        }
      } catch {
        leaveOut(expectations.flatMap(\.requests).map(\.request), error)
        return nil
      }
    }
  }

  /// The screens that formats of the folder can send, if need be with more values. Takes their routes out of the app.
  private mutating func adoptedScreens(
    of app: inout AppResponses, _ names: inout TypeTable
  ) -> [(screen: CapturedScreen, others: [CapturedScreen.Expectation])] {
    let places = formats.places.filter { $0.agrees(with: hints) && $0.isUsable(with: allHints) }
    guard !places.isEmpty else { return [] }
    var rest = app
    // A response that fails the first time must not widen a format the second time.
    for isLast in [false, true] {
      let (savedFormats, savedKeys) = (formats, experimentKeys)
      var (copy, types) = (rest, names)
      let drafts = copy.adopted(places, present: existing.format(of:), &types)
      let screens = drafts.compactMap { draft in
        formats.take(draft.shape)
          ? screen(of: draft, format: draft.shape.suggestedName).map { ($0, draft.others) } : nil
      }
      let catalogue = catalogue(for: screens.map(\.0))
      let sent = screens.filter { screen, _ in
        (try? screen.outcomes(with: catalogue))?.allSatisfy(\.result.isSent) ?? false
      }
      if isLast || sent.count == drafts.count {
        let kept = Set(sent.map(\.0.route))
        app.keep { !kept.contains($0) }
        names = types
        return sent.map { (screen: $0.0, others: $0.1) }
      }
      (formats, experimentKeys) = (savedFormats, savedKeys)
      let kept = Set(sent.map(\.0.route))
      rest.keep { kept.contains($0) }
    }
    return []
  }

  // MARK: Apps

  /// The screens that share a wire format with other screens of their app, and are served equal.
  private mutating func appScreens(
    of routes: RecordedRoutes, known: [(name: String, format: JSONValue)]
  ) -> [Route: CapturedScreen] {
    let earlier = formats.all.count
    var screens: [CapturedScreen] = []
    var others: [Route: [CapturedScreen.Expectation]] = [:]
    var names = TypeTable(existing: existing.viewTypes.keys, aliases: formats.aliases)
    for var app in AppResponses.apps(of: routes) {
      for (screen, missing) in adoptedScreens(of: &app, &names) {
        screens.append(screen)
        others[screen.route] = missing
      }
      var drafts: [AppResponses.Draft] = []
      let all = app
      for (own, walks) in app.takingWalks() {
        let hints = own.hints(forListAt: walks[0].list, in: all)
        drafts += own.screens(&names, hints, pages: PageWalk.commonMembers(of: walks))
      }
      for hints in allHints { drafts += app.taking(hints).screens(&names, hints) }
      // A screen of the folder keeps the places of types and ids even if it needs another format.
      for places in formats.places where hints.isEmpty && !places.hints.isEmpty {
        let own = app.taking { route, _ in existing.format(of: route) == places.name }
        drafts += own.screens(&names, places.hints)
      }
      app.removeRoutes(thatFit: known)
      for draft in drafts + app.screens(&names) {
        let format = formats.name(of: draft.shape.format, suggested: draft.shape.suggestedName)
        guard let screen = screen(of: draft, format: format) else { continue }
        screens.append(screen)
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
          PageAdvice.omission(
            of: other, besides: screen.expectations.first, at: FirstDifference.between(first, other.response),
            in: screen.route))
      }
    }
    noteMisfits(in: routes, besides: kept)
    // The names of those that are not kept are free again.
    types.reserve(Set(kept.values.flatMap(\.items).flatMap(\.all).map(\.viewType)))
    formats.keep(first: earlier, and: Set(kept.values.map(\.format)))
    takeKeys(of: kept.values)
    return kept
  }

  /// Says for which responses the author's hints are wrong.
  private mutating func noteMisfits(in routes: RecordedRoutes, besides kept: [Route: CapturedScreen]) {
    guard !hints.isEmpty else { return }
    let firsts = routes.responses.compactMap { route, list in
      list.first.map { (route: route, response: $0.response) }
    }
    let fitting = firsts.filter { hints.fit($0.response) }
    let isUsed = fitting.contains { kept[$0.route] != nil }
    // Hints without a place for items are for whatever response has such elements.
    guard !isUsed || !hints.items.isEmpty else { return }
    if fitting.isEmpty || hints.items.isEmpty, !firsts.isEmpty {
      notes.append("no response has items as --items, --type and --id say")
      return
    }
    for (route, response) in fitting where kept[route] == nil {
      let misfit = hints.misfit(in: response)
      notes.append(
        "\(route.name) is not read as --items, --type and --id say: "
          + (misfit.map { "at \(quoted($0.place.description)): \($0.reason)" }
            ?? "no wire format can send it so"))
    }
  }

  private mutating func screen(of draft: AppResponses.Draft, format: String) -> CapturedScreen? {
    let json = try? DefinitionBuilder.json(
      of: draft.responses, format: format, hasSections: draft.shape.hasSections,
      pages: draft.expectations.lazy.compactMap(\.walk).first?.json,
      experimentKey: experimentKey(for: draft.route))
    return json.map {
      CapturedScreen(
        route: draft.route, format: format, json: $0, isLiteral: false,
        items: draft.responses.flatMap(\.layout.items), expectations: draft.expectations)
    }
  }

  /// Takes the keys of the experiments that the folder and some of the new screens have.
  private mutating func takeKeys(of screens: some Sequence<CapturedScreen>) {
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
          PageAdvice.omission(of: expectation, besides: expectations.first, at: location, in: route))
        continue
      }
      kept.append(expectation)
      responses.append((expectation.query, layout))
    }
    let candidate = shape.candidate
    let format = formats.name(of: candidate.format, known: candidate.name, suggested: candidate.suggestedName)
    let json = try DefinitionBuilder.json(
      of: responses, format: format, hasSections: shape.candidate.hasSections,
      experimentKey: experimentKey(for: route))
    return CapturedScreen(
      route: route, format: format, json: json, isLiteral: shape.candidate.isLiteral,
      items: responses.flatMap(\.layout.items), expectations: kept)
  }

  /// A key that no other screen's experiment has. Different routes can become the same name.
  private mutating func experimentKey(for route: Route) -> String {
    // A screen that is replaced keeps its key.
    if case let file?? = existing.screens[route], let key = file["experiment"]?["key"]?.stringValue {
      return key
    }
    return experimentKeys.next("captured-" + Name.made(from: [route.name], default: "screen"))
  }

  // MARK: Checking and writing

  /// Renders each screen, and keeps those that a server accepts. A screen that replaces one of the folder must send all
  /// responses, those of earlier recordings too.
  private mutating func check(_ screens: inout [CapturedScreen]) {
    let catalogue = catalogue(for: screens)
    var refused: [CapturedScreen] = []
    screens = screens.filter { screen in
      do throws(Omission) {
        let outcomes = try screen.outcomes(with: catalogue)
        if existing.screens[screen.route] != nil {
          let queries = Set(screen.expectations.flatMap(\.queries).map(\.key))
          let keepsQueries = existing.queries(of: screen.route).allSatisfy {
            // New pages replace the earlier ones.
            $0.page != nil || queries.contains($0.key)
          }
          let keepsEarlier = try screen.sends(earlierResponses[screen.route] ?? [], with: catalogue)
          guard keepsQueries, keepsEarlier, outcomes.allSatisfy(\.result.isSent) else {
            throw Omission(
              "no screen can send both this response and those that \(screen.route.name).json has for other queries",
              in: "response")
          }
        }
        for outcome in outcomes { results[outcome.request.index] = outcome }
        return true
      } catch {
        leaveOut(screen.expectations.flatMap(\.requests).map(\.request), error)
        refused.append(screen)
        return false
      }
    }
    protected = CaptureViewTypes(of: refused, existing).protected
  }

  private func catalogue(for screens: [CapturedScreen]) -> Catalogue {
    CaptureViewTypes(of: screens, existing).catalogue(with: formats)
  }

  private mutating func addFiles(for screens: [CapturedScreen]) {
    files = CaptureViewTypes(of: screens, existing).changedFiles + formats.changedFiles(for: screens)
    for file in files { record.add(file) }
    for screen in screens {
      let file = CapturedFile(
        kind: .screen, name: screen.route.name, json: screen.json,
        replaced: existing.screens[screen.route] ?? nil)
      // Only the queries may be new.
      if file.isChanged { files.append(file) }
      record.add(file, queries: screen.expectations.flatMap(\.queries))
      notes +=
        screen.expectations.lazy.compactMap(\.walk).first.map { PageAdvice.notes(on: $0, screen.route) } ?? []
      guard screen.isLiteral else { continue }
      notes.append(
        "\(screen.route.name) has no list of objects that could be its items, so the wire format "
          + "\(screen.format) holds the whole response; \(ItemsAdvice.text(on: screen))")
    }
  }
}
