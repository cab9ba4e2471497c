import JSONSchema
import JSONText

/// What a change of the catalogue would break. A screen that is already invalid counts only if the change adds a
/// finding.
extension PublishedState {
  /// The current screens that another catalogue would break.
  func brokenScreens(with catalogue: Catalogue, except routes: Set<Route> = []) -> [BrokenScreen] {
    invalidScreens(with: catalogue, except: routes) { document, route, found in
      found.isWorse(than: Self.findings(in: document, of: route, with: self.catalogue))
    }
  }

  /// The current screens that are invalid with a catalogue, whether or not they are valid now. During a rollout, a screen
  /// has two current versions.
  func invalidScreens(
    with catalogue: Catalogue, except routes: Set<Route> = [],
    where counts: (JSONDocument, Route, Diagnostics) -> Bool = { _, _, _ in true }
  ) -> [BrokenScreen] {
    let all = screens + rollouts.open.values.map(\.old)
    return all.sorted { ($0.route, $0.version) < ($1.route, $1.version) }.compactMap { current in
      // A damaged screen is not served, so a change cannot break it.
      guard !Cancellation.isRequested, !routes.contains(current.route), let screen = try? current.screen(),
        let document = try? JSONDocument(screen.definition.stored.serialized())
      else { return nil }
      let found = Self.findings(in: document, of: current.route, with: catalogue)
      guard !found.isEmpty, counts(document, current.route, found) else { return nil }
      return BrokenScreen(route: current.route, version: current.version, diagnostics: found.withoutPositions)
    }
  }

  private static func findings(
    in document: JSONDocument, of route: Route, with catalogue: Catalogue
  ) -> Diagnostics {
    do throws(InvalidDocument) {
      _ = try DefinitionReader.read(document, route: route, catalogue: catalogue)
      return Diagnostics()
    } catch {
      return error.diagnostics
    }
  }

  /// The valid view types that a change would make invalid, sorted by name.
  /// - Parameters:
  ///   - invalid: the result of ``Catalogue/setViewTypes(_:)`` for the changed set.
  ///   - names: the changed types. Their own errors are reported separately.
  func brokenViewTypes(
    _ invalid: [String: InvalidDocument], except names: Set<String>
  ) -> [BrokenViewType] {
    invalid.filter { !names.contains($0.key) && catalogue.viewTypes[$0.key] != nil }
      .map { BrokenViewType(name: $0.key, diagnostics: $0.value.diagnostics.withoutPositions) }
      .sorted { $0.name < $1.name }
  }
}

extension Diagnostic {
  /// The finding, about a changed view type, that it would break others.
  static func breaking(_ broken: [BrokenViewType]) -> Diagnostic {
    let names = broken.map { quoted($0.name) }.joined(separator: ", ")
    let first = broken.first.flatMap { type in
      type.diagnostics.kept.first.map { "\(type.name): \($0.message) at \(quoted($0.pointer.description))" }
    }
    return Diagnostic(
      .breaksViewType, at: .root, "the change would make current view types invalid: \(names)", hint: first)
  }
}

extension Diagnostics {
  /// Whether there are findings that `others` does not have.
  fileprivate func isWorse(than others: Diagnostics) -> Bool {
    count > others.count || kept.contains { !others.kept.contains($0) }
  }
}
