import JSONSchema
import JSONText

/// A link to a screen that is not there.
package struct LinkFinding: Sendable {
  /// The screen with the link.
  package let route: Route
  package let place: TextPlace
  package let target: String
  let pointer: JSONPointer
  private let hint: String?

  var diagnostic: Diagnostic {
    Diagnostic(
      .linkToNowhere, at: pointer, "\(place.phrase) links to \(quoted(target)), which is no screen",
      hint: hint,
      place: place)
  }

  /// The links to nowhere of a version.
  static func all(of screen: PublishedScreen, in state: PublishedState) -> [LinkFinding] {
    guard state.catalogue.hasLinks else { return [] }
    let lost = ScreenStrings(of: screen, in: state.catalogue).links.filter {
      !state.leadsSomewhere($0.target, from: screen.route)
    }
    guard !lost.isEmpty else { return [] }
    let routes = state.screens.map(\.route.name).sorted()
    return lost.enumerated().map { number, link in
      // Later findings are only counted.
      let hint = number < maximumHints ? NearestName.hint(for: link.target, among: routes) : nil
      return LinkFinding(
        route: screen.route, place: link.place, target: link.target, pointer: link.pointer, hint: hint)
    }
  }

  private static let maximumHints = 100

  /// The links of other screens to one that is not there any more. Parses every screen.
  static func all(to route: Route, in state: PublishedState) -> [LinkFinding] {
    guard state.catalogue.hasLinks, !state.catalogue.links.allow(route.name) else { return [] }
    return state.screens.sorted { $0.route < $1.route }.filter { $0.route != route }.flatMap { other in
      guard let screen = try? other.screen() else { return [LinkFinding]() }
      return ScreenStrings(of: screen, in: state.catalogue).links.filter { $0.target == route.name }.map {
        LinkFinding(route: other.route, place: $0.place, target: $0.target, pointer: $0.pointer, hint: nil)
      }
    }
  }
}

extension PublishedState {
  /// Whether a link names a screen, or a route of the app's own.
  func leadsSomewhere(_ target: String, from route: Route) -> Bool {
    if target == route.name || catalogue.links.allow(target) { return true }
    guard let other = try? Route(target), case .published? = self[other] else { return false }
    return true
  }
}

extension Catalogue {
  /// Whether the content of a view type, or values, can have links.
  var hasLinks: Bool {
    viewTypes.values.contains { $0.meanings?.hasRoutes ?? false }
      || formats.values.contains(where: \.hasRoutes)
  }
}

extension WireFormat {
  fileprivate var hasRoutes: Bool {
    [values.screen, values.section].contains { $0?.meanings?.hasRoutes ?? false }
  }
}
