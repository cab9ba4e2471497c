import JSONText
import Screens

/// The wire format that sends the most answers of a route, and the layout of each answer.
struct RouteShape {
  let candidate: FormatCandidate
  /// The layout of each answer; nil for an answer that the format cannot send on one screen with the earlier ones.
  let layouts: [CapturedLayout?]

  private var count: Int { layouts.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  /// Chooses a format for the answers of a route.
  /// - Parameters:
  ///   - answers: the answers, one for each query. The format must be able to send the first.
  ///   - known: existing and shipped formats, in the order in which they are preferred.
  init?(of answers: [JSONValue], route: Route, known: [(name: String, format: JSONValue)]) {
    var best: RouteShape?
    let naming = TypeNaming(fallback: Name.made(from: [route.name], default: "ITEM"))
    let existing = known.map { FormatCandidate(name: $0.name, format: $0.format, naming: naming) }
    for candidate in existing {
      guard let shape = RouteShape(candidate, answers: answers, route: route) else { continue }
      if shape.count > best?.count ?? 0 { best = shape }
      if shape.count == answers.count { break }
    }
    // Without a known format for all answers, a new one may send more of them.
    let missing = answers.count - (best?.count ?? 0)
    let parts = missing == 0 ? [] : FormatInference(answers: answers, route: route).candidates()
    for candidate in parts.lazy.flatMap({ $0() }) {
      guard let shape = RouteShape(candidate, answers: answers, route: route) else { continue }
      if shape.count > best?.count ?? 0 { best = shape }
      if shape.count == answers.count { break }
    }
    guard let best else { return nil }
    self = best
  }

  /// Nil if the format cannot send the first answer.
  private init?(_ candidate: FormatCandidate, answers: [JSONValue], route: Route) {
    let match = FormatMatch(candidate.format, route: route, naming: candidate.naming)
    var kept: [CapturedLayout] = []
    var ids: Set<String> = []
    var layouts: [CapturedLayout?] = []
    for answer in answers {
      guard let layout = match.layout(of: answer) else {
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
  }
}
