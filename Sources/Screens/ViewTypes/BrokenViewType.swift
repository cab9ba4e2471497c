import JSONSchema
import JSONText

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
