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

  /// The current screens that are invalid with a catalogue, whether or not they are valid now.
  func invalidScreens(
    with catalogue: Catalogue, except routes: Set<Route> = [],
    where counts: (JSONDocument, Route, Diagnostics) -> Bool = { _, _, _ in true }
  ) -> [BrokenScreen] {
    screens.sorted { $0.route < $1.route }.compactMap { current in
      // A damaged screen is not served, so a change cannot break it.
      guard !routes.contains(current.route), let screen = try? current.screen(),
        let document = try? JSONDocument(screen.definition.json.serialized())
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

/// A view type that a change of another one would make invalid.
package struct BrokenViewType: Sendable {
  package let name: String
  package let diagnostics: Diagnostics

  /// The changed view types that may have broken this one: those that it refers to, directly or indirectly. All of
  /// `changed` if it refers to none of them.
  /// - Parameter schemas: all view types after the change.
  func causes(among changed: Set<String>, in schemas: [String: JSONValue]) -> Set<String> {
    var reached: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      guard let schema = schemas[next] else { continue }
      for other in Self.references(in: schema, base: URIReference(ViewType.uri(of: next)))
      where reached.insert(other).inserted { open.append(other) }
    }
    let causes = reached.intersection(changed)
    return causes.isEmpty ? changed : causes
  }

  /// The names of the view types that a schema refers to.
  private static func references(in schema: JSONValue, base: URIReference) -> Set<String> {
    let names: Set<String>
    switch schema {
    case .object(let object):
      // An `$id` changes the base URI of the references below it (JSON Schema core §8.2.1).
      let own = object["$id"]?.stringValue.map { URIReference($0).resolved(against: base) } ?? base
      names = object.reduce(into: []) { names, member in
        if member.name == "$ref" || member.name == "$dynamicRef", let text = member.value.stringValue {
          if let name = viewType(at: URIReference(text).resolved(against: own)) { names.insert(name) }
        } else {
          names.formUnion(references(in: member.value, base: own))
        }
      }
    case .array(let elements):
      names = elements.reduce(into: []) { $0.formUnion(references(in: $1, base: base)) }
    default:
      names = []
    }
    return names
  }

  /// The view type of a URI such as `marquee:/types/OTHER.json#anchor`.
  private static func viewType(at address: URIReference) -> String? {
    let text = address.withoutFragment.description
    let (prefix, suffix) = ("marquee:/types/", ".json")
    guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return nil }
    return String(text.dropFirst(prefix.count).dropLast(suffix.count))
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
