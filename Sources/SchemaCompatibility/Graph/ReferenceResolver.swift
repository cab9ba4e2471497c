import JSONSchema
import JSONText

/// Finds what a `$ref` leads to, within the same document or in another one. Subschemas with a base of their own, and
/// anchors that are not clear, are answered with nil, which makes what depends on them undecidable; the compiler has
/// made sure that they lead somewhere.
struct ReferenceResolver {
  private let documents: [String: JSONValue]
  /// The URI that a document's references are relative to, when it is known.
  private var bases: [String: String] = [:]
  /// The documents by the URIs that may name them.
  private var names: [String: String] = [:]

  init(_ documents: [String: JSONValue]) {
    self.documents = documents
    for (uri, document) in documents {
      let id = document["$id"]?.stringValue ?? ""
      bases[uri] = URIReference(id).resolved(against: URIReference(uri)).withoutFragment.description
    }
    for uri in documents.keys.sorted() {
      if let base = bases[uri], names[base] == nil { names[base] = uri }
    }
    for uri in documents.keys { names[uri] = uri }
  }

  /// - Parameter place: where the schema that has the reference stands.
  func target(of reference: String, from place: SchemaPlace) -> SchemaPlace? {
    guard !isEmbedded(place), let base = bases[place.document] else { return nil }
    let resolved = URIReference(reference).resolved(against: URIReference(base))
    // Two documents may claim the same URI: one's own fragments are one's own.
    let named = reference.hasPrefix("#") ? place.document : names[resolved.withoutFragment.description]
    guard let document = named, let root = documents[document], let decoded = resolved.decodedFragment
    else { return nil }
    if decoded.isEmpty { return SchemaPlace(document: document, pointer: .root) }
    if decoded.hasPrefix("/"), let pointer = JSONPointer(decoded) {
      let target = SchemaPlace(document: document, pointer: pointer)
      return isEmbedded(target) ? nil : target
    }
    let anchored = Self.places(ofAnchor: decoded, in: root)
    guard anchored.count == 1, let pointer = anchored.first else { return nil }
    let target = SchemaPlace(document: document, pointer: pointer)
    return isEmbedded(target) ? nil : target
  }

  /// Whether a place is within a subschema that has an `$id`, and so a base of its own (core §8.2.1).
  func isEmbedded(_ place: SchemaPlace) -> Bool {
    guard var value = documents[place.document] else { return true }
    for token in place.pointer.tokens {
      guard let next = JSONPointer(tokens: [token]).value(in: value) else { return true }
      if next["$id"]?.stringValue != nil { return true }
      value = next
    }
    return false
  }

  /// Where a value has that anchor. Data may look like an anchor, too: then there is more than one place.
  private static func places(ofAnchor name: String, in root: JSONValue) -> [JSONPointer] {
    var places: [JSONPointer] = []
    var pending: [(JSONPointer, JSONValue)] = [(.root, root)]
    while let (pointer, value) = pending.popLast() {
      switch value {
      case .object(let object):
        let anchors = [object["$anchor"]?.stringValue, object["$dynamicAnchor"]?.stringValue]
        if anchors.contains(where: { $0?.hasSameScalars(as: name) ?? false }) { places.append(pointer) }
        for member in object { pending.append((pointer.appending(member.name), member.value)) }
      case .array(let elements):
        for (index, element) in elements.enumerated() { pending.append((pointer.appending(index), element)) }
      default: break
      }
    }
    return places
  }
}
