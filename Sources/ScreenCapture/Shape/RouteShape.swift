import JSONText
import Screens

/// The wire format that sends the most responses of a route, and the layout of each response.
struct RouteShape {
  let candidate: FormatCandidate
  /// The layout of each response; nil for a response that the format cannot send on one screen with the earlier ones.
  let layouts: [CapturedLayout?]
  /// The names of view types, with those of the layouts.
  let types: TypeNames

  /// The number of responses that the format sends.
  var count: Int { layouts.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  /// Chooses a format for the responses of a route.
  /// - Parameters:
  ///   - responses: the responses, one for each query. The format must be able to send the first.
  ///   - known: existing and shipped formats, in the order in which they are preferred.
  ///   - types: the names of the view types so far.
  init?(
    of responses: [JSONValue], route: Route, known: [(name: String, format: JSONValue)], types: TypeNames
  ) {
    var best: RouteShape?
    let naming = TypeNaming(fallback: Name.made(from: [route.name], default: "ITEM"))
    let existing = known.map { FormatCandidate(name: $0.name, format: $0.format, naming: naming) }
    for candidate in existing {
      guard let shape = RouteShape(candidate, responses: responses, route: route, types) else { continue }
      if shape.count > best?.count ?? 0 { best = shape }
      if shape.count == responses.count { break }
    }
    // Without a known format for all responses, a new one may send more of them.
    let missing = responses.count - (best?.count ?? 0)
    let parts = missing == 0 ? [] : FormatInference(responses: responses, route: route).candidates()
    for candidate in parts.lazy.flatMap({ $0() }) {
      guard let shape = RouteShape(candidate, responses: responses, route: route, types) else { continue }
      if shape.count > best?.count ?? 0 { best = shape }
      if shape.count == responses.count { break }
    }
    guard let best else { return nil }
    self = best
  }

  /// Nil if the format cannot send the first response.
  private init?(
    _ candidate: FormatCandidate, responses: [JSONValue], route: Route, _ earlierTypes: TypeNames
  ) {
    var types = earlierTypes
    let isSent = candidate.sendsViewTypes
    let match = FormatMatch(candidate.format, route: route, naming: candidate.naming)
    var kept: [CapturedLayout] = []
    var ids: Set<String> = []
    var layouts: [CapturedLayout?] = []
    for response in responses {
      guard let layout = match.layout(of: response).flatMap({ types.layout($0, isSent: isSent) }) else {
        guard !layouts.isEmpty else { return nil }
        layouts.append(nil)
        continue
      }
      if kept.contains(layout) {
        layouts.append(layout)
        continue
      }
      let own = layout.ids
      let hasItsIDs = !candidate.sendsSectionIDs || layout.sections.allSatisfy { $0.id != nil }
      // A definition has one name, unique ids, and an id for each section if it has several layouts.
      let fits =
        kept.first.map { $0.screenName == layout.screenName && hasItsIDs && ids.isDisjoint(with: own) }
        ?? true
      layouts.append(fits ? layout : nil)
      guard fits else { continue }
      kept.append(layout)
      ids.formUnion(own)
    }
    // The same holds for the first layout.
    guard
      kept.count == 1 || !candidate.sendsSectionIDs || kept.flatMap(\.sections).allSatisfy({ $0.id != nil })
    else { return nil }
    self.candidate = candidate
    self.layouts = layouts
    self.types = types
  }
}
