import JSONText
import Screens

/// The recorded responses of one app, which share their wire formats.
struct AppResponses {
  /// The definition of a route in the making.
  struct Draft {
    let route: Route
    let shape: AppShape
    let responses: [DefinitionBuilder.Response]
    let expectations: [CapturedScreen.Expectation]
    /// Those that the screen cannot send, because they differ outside of its items.
    let others: [CapturedScreen.Expectation]
  }

  private var routes: [(route: Route, expectations: [CapturedScreen.Expectation])] = []
  /// Responses of routes that have been taken out, which tell what the elements of the app are like.
  private var takenResponses: [JSONValue] = []

  /// The apps of a recording: each server is one.
  static func apps(of recorded: RecordedRoutes) -> [AppResponses] {
    var apps: [String: AppResponses] = [:]
    var order: [String] = []
    for (route, expectations) in recorded.responses {
      var origin = ""
      if case .response(let url, _)? = expectations.first?.requests.first?.request.content {
        origin = url.origin
      }
      if apps[origin] == nil { order.append(origin) }
      apps[origin, default: AppResponses()].routes.append((route, PageWalk.joined(expectations)))
    }
    return order.compactMap { apps[$0] }
  }

  /// Takes out the routes that have pages, those with the same list and the same members for pages together.
  mutating func takingWalks() -> [(app: AppResponses, walks: [PageWalk])] {
    var groups: [[PageWalk]] = []
    for case let walk? in routes.flatMap(\.expectations).map(\.walk) {
      if let index = groups.firstIndex(where: { $0[0].hasMembers(of: walk) }) {
        groups[index].append(walk)
      } else {
        groups.append([walk])
      }
    }
    return groups.map { walks in
      takenResponses += walks.flatMap(\.pages).map(\.response)
      let own = taking { _, expectations in
        expectations.lazy.compactMap(\.walk).first.map { walks[0].hasMembers(of: $0) } ?? false
      }
      return (own, walks)
    }
  }

  /// What is known about the elements of a list: where they have their types and ids, if they have them where most
  /// elements of the app do.
  func hints(forListAt list: JSONPointer, in app: AppResponses) -> ElementHints {
    var hints = ElementHints(items: [list])
    let elements = routes.flatMap(\.expectations).flatMap { list.value(in: $0.response)?.arrayValue ?? [] }
    guard let form = ElementForm(of: app.routes.flatMap(\.expectations).map(\.response)) else { return hints }
    if case .pointer(let pointer) = form.type, elements.allSatisfy({ form.type(of: $0) != nil }) {
      hints.type = pointer
    }
    if let id = form.id, elements.allSatisfy({ form.id(of: $0) != nil }) { hints.id = id }
    return hints
  }

  /// Takes out the routes that the hints are about.
  mutating func taking(_ hints: ElementHints) -> AppResponses {
    taking { _, expectations in expectations.first.map { hints.fit($0.response) } ?? false }
  }

  /// Takes out some of the routes.
  mutating func taking(_ isTaken: (Route, [CapturedScreen.Expectation]) -> Bool) -> AppResponses {
    var taken = AppResponses()
    taken.routes = routes.filter { isTaken($0.route, $0.expectations) }
    let found = Set(taken.routes.map(\.route))
    keep { !found.contains($0) }
    return taken
  }

  /// Keeps only some of the routes.
  mutating func keep(_ isKept: (Route) -> Bool) { routes.removeAll { !isKept($0.route) } }

  /// Leaves out the routes whose responses one of the formats sends.
  mutating func removeRoutes(thatFit known: [(name: String, format: JSONValue)]) {
    routes.removeAll { route, expectations in
      let naming = TypeNaming(fallback: Name.made(from: [route.name], default: "ITEM"))
      return known.contains { format in
        expectations.first.map {
          FormatMatch(format.format, route: route, naming: naming).layout(of: $0.response) != nil
        } ?? false
      }
    }
  }

  /// The definitions of routes whose responses formats of the folder can send, perhaps with more values. The other
  /// routes are left.
  /// - Parameters:
  ///   - formats: the formats that may be used; changed ones are replaced.
  ///   - present: the format that the screen of a route has in the folder, which is tried first.
  mutating func adopted(
    _ formats: [FormatPlaces], present: (Route) -> String?, _ types: inout TypeTable
  ) -> [Draft] {
    var groups: [Int: [Int]] = [:]
    for (index, entry) in routes.enumerated() {
      guard let first = entry.expectations.first?.response else { continue }
      let own = present(entry.route)
      let order =
        formats.indices.filter { formats[$0].name == own }
        + formats.indices.filter { formats[$0].name != own }
      let format = order.first {
        var copy = formats[$0]
        return copy.canSend(entry.expectations) && copy.extend(by: first)
      }
      if let format { groups[format, default: []].append(index) }
    }
    var drafts: [Draft] = []
    for (format, members) in groups.sorted(by: { $0.key < $1.key }) {
      // A format that a person has edited stays unchanged. So each route is tried on its own: one that does not fit must
      // not keep the others from using the format.
      let parts = formats[format].isProtected ? members.map { [$0] } : [members]
      for part in parts { drafts += adopted(formats[format], part, &types) }
    }
    let found = Set(drafts.map(\.route))
    routes.removeAll { found.contains($0.route) }
    return drafts
  }

  private func adopted(_ format: FormatPlaces, _ members: [Int], _ types: inout TypeTable) -> [Draft] {
    var format = format
    var places: [(route: Int, expectation: Int)] = []
    var responses: [JSONValue] = []
    for route in members {
      for (index, expectation) in routes[route].expectations.enumerated()
      where format.extend(by: expectation.response) {
        places.append((route, index))
        responses.append(expectation.response)
      }
    }
    guard let form = format.form(of: responses) else { return [] }
    // An element that was in a list of the earlier recording is one everywhere.
    var listTypes = types.types
    for response in responses { form.collectListTypes(in: response, &listTypes) }
    var reader = ElementReader(
      form, contentMember: format.contentMember, listTypes: listTypes, types: types)
    let shape = AppShape(format, of: responses, routes: places.map(\.route), &reader)
    types = reader.types
    var layouts: [Int: [Int: (shape: Int, layout: CapturedLayout)]] = [:]
    for (place, layout) in zip(places, shape.layouts) {
      layouts[place.route, default: [:]][place.expectation] = (0, layout)
    }
    return members.compactMap { draft(of: routes[$0], layouts[$0] ?? [:], [shape]) }
  }

  /// The definitions, with one format for all of the same shape.
  /// - Parameters:
  ///   - hints: what the author says about the responses.
  ///   - pages: the members that say something about the page, if the responses are in pages.
  func screens(
    _ types: inout TypeTable, _ hints: ElementHints = .none, pages: [PageMember] = []
  ) -> [Draft] {
    let all = routes.flatMap { route in route.expectations.map(\.response) }
    guard let form = ElementForm(of: all + takenResponses, hints) else { return [] }
    // Pages divide a list of items, not one of sections.
    let places = ListPlaces(of: all, form, hints, allowsSections: pages.isEmpty)
    guard !places.places.isEmpty else { return [] }
    let listed = places.items(in: all)
    var listTypes: Set<ExactString> = []
    for response in all + takenResponses { form.collectListTypes(in: response, &listTypes) }
    var reader = ElementReader(
      form, contentMember: form.contentMember(of: listed), listTypes: listTypes, types: types)
    defer { types = reader.types }
    // The responses that have lists at the same places.
    var groups: [[JSONPointer]: [(route: Int, expectation: Int)]] = [:]
    var order: [[JSONPointer]] = []
    for (route, entry) in routes.enumerated() {
      for (index, expectation) in entry.expectations.enumerated() {
        let key = places.places(in: expectation.response).map(\.pointer)
        guard !key.isEmpty else { continue }
        if groups[key] == nil { order.append(key) }
        groups[key, default: []].append((route, index))
      }
    }
    var layouts: [Int: [Int: (shape: Int, layout: CapturedLayout)]] = [:]
    var shapes: [AppShape] = []
    for key in order {
      let members = groups[key] ?? []
      let responses = members.map { routes[$0.route].expectations[$0.expectation].response }
      guard let first = responses.first else { continue }
      guard
        let shape = AppShape(
          of: responses, routes: members.map(\.route), form, places.restricted(to: first), pages, &reader)
      else { continue }
      for (member, layout) in zip(members, shape.layouts) {
        layouts[member.route, default: [:]][member.expectation] = (shapes.count, layout)
      }
      shapes.append(shape)
    }
    return routes.enumerated().compactMap { index, entry in
      draft(of: entry, layouts[index] ?? [:], shapes)
    }
  }

  /// The definition of a route; nil if its responses do not fit on one screen.
  private func draft(
    of entry: (route: Route, expectations: [CapturedScreen.Expectation]),
    _ layouts: [Int: (shape: Int, layout: CapturedLayout)], _ shapes: [AppShape]
  ) -> Draft? {
    guard let first = layouts[0] else { return nil }
    let shape = shapes[first.shape]
    let size = entry.expectations.lazy.compactMap(\.walk).first?.size
    var responses: [DefinitionBuilder.Response] = []
    var (kept, others): ([CapturedScreen.Expectation], [CapturedScreen.Expectation]) = ([], [])
    for (index, expectation) in entry.expectations.enumerated() {
      // A screen has its values and its name once, and each named section.
      guard let (own, layout) = layouts[index], own == first.shape, layout.values == first.layout.values,
        layout.screenName == first.layout.screenName, !shape.namesSections || layout == first.layout,
        expectation.walk != nil || layout.items.count <= size ?? .max
      else {
        others.append(expectation)
        continue
      }
      responses.append((expectation.query, layout))
      kept.append(expectation)
    }
    return Draft(
      route: entry.route, shape: shape, responses: responses, expectations: kept, others: others)
  }
}

extension ElementForm {
  /// Collects the types of the elements of all arrays.
  func collectListTypes(in value: JSONValue, _ types: inout Set<ExactString>) {
    switch value {
    case .array(let elements):
      let found = elements.compactMap { type(of: $0) }
      if found.count == elements.count { types.formUnion(found.map { ExactString($0.text) }) }
      for element in elements { collectListTypes(in: element, &types) }
    case .object(let object):
      for member in object where ElementForm.canHoldItems(member.name) {
        collectListTypes(in: member.value, &types)
      }
    default: break
    }
  }

  /// The member of all elements that holds the content, beside a type and perhaps an id; nil if an element has more.
  func contentMember(of elements: [JSONValue]) -> String? {
    guard case .pointer(let pointer) = type, pointer.tokens.count == 1,
      let first = elements.first?.objectValue,
      let typeName = pointer.tokens.first
    else { return nil }
    let others = first.names.filter { $0 != typeName }
    // Elements of a type and an id alone have no content.
    guard others.count == 1, let content = others.first, id != JSONPointer(tokens: [content]) else {
      return nil
    }
    return elements.allSatisfy { isSplit($0, names: first.names) && innerAreSplit($0, names: first.names) }
      ? content : nil
  }

  private func isSplit(_ element: JSONValue, names: [String]) -> Bool { element.objectValue?.names == names }

  private func innerAreSplit(_ value: JSONValue, names: [String]) -> Bool {
    switch value {
    case .object(let object):
      object.allSatisfy { member in
        (type(of: member.value) == nil || isSplit(member.value, names: names)
          || !ElementForm.canHoldItems(member.name)) && innerAreSplit(member.value, names: names)
      }
    case .array(let elements):
      elements.allSatisfy {
        (type(of: $0) == nil || isSplit($0, names: names)) && innerAreSplit($0, names: names)
      }
    default: true
    }
  }
}

extension ListPlaces {
  /// The places at which a response has a list.
  func places(in response: JSONValue) -> [(pointer: JSONPointer, kind: Kind)] {
    places.filter { place in
      switch (place.kind, place.pointer.value(in: response)) {
      case (.root, .object?), (.map, .object?), (.array, .array?), (.sections, .array?): true
      default: false
      }
    }
  }

  /// The same without the places at which a response has no list.
  func restricted(to response: JSONValue) -> ListPlaces {
    var restricted = self
    restricted.places = places(in: response)
    return restricted
  }
}
