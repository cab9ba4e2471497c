import JSONSchema
import JSONText

/// Resolves a `$ref`, in the same document or to another one. Returns nil for subschemas with their own base and for
/// ambiguous anchors, which makes everything that depends on them undecidable. The compiler has checked that each
/// reference has a target.
struct ReferenceResolver {
  private let documents: [String: JSONValue]
  /// The base URI of each document, if it is known.
  private var bases: [String: String] = [:]
  /// The documents by their URIs.
  private var names: [ExactString: String] = [:]
  /// The places of the anchors of each document that a reference has named an anchor of.
  private var anchors: [String: [ExactString: [JSONPointer]]] = [:]

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

  /// - Parameter location: the place of the schema with the reference.
  mutating func target(of reference: String, from location: SchemaLocation) -> SchemaLocation? {
    guard !isEmbedded(location), let base = bases[location.document] else { return nil }
    let resolved = URIReference(reference).resolved(against: URIReference(base))
    // Two documents can have the same URI; a document's references to it mean the document itself.
    let named =
      reference.utf8.first == UInt8(ascii: "#")
      ? location.document : names[resolved.withoutFragment.description]
    guard let document = named, let root = documents[document], let decoded = resolved.decodedFragment
    else { return nil }
    if decoded.isEmpty { return SchemaLocation(document: document, pointer: .root) }
    if decoded.utf8.first == UInt8(ascii: "/"), let pointer = JSONPointer(decoded) {
      let target = SchemaLocation(document: document, pointer: pointer)
      return isEmbedded(target) ? nil : target
    }
    let known = anchors[document] ?? Self.anchors(in: root)
    anchors[document] = known
    let anchored = known[decoded] ?? []
    guard anchored.count == 1, let pointer = anchored.first else { return nil }
    let target = SchemaLocation(document: document, pointer: pointer)
    return isEmbedded(target) ? nil : target
  }

  /// Whether a place is within a subschema with an `$id`, which has its own base (core §8.2.1).
  func isEmbedded(_ location: SchemaLocation) -> Bool {
    guard var value = documents[location.document] else { return true }
    for token in location.pointer.tokens {
      guard let next = JSONPointer(tokens: [token]).value(in: value) else { return true }
      if next["$id"]?.stringValue != nil { return true }
      value = next
    }
    return false
  }

  /// The places of all anchors. Data can look like an anchor too, which gives more than one place.
  private static func anchors(in root: JSONValue) -> [ExactString: [JSONPointer]] {
    var locations: [ExactString: [JSONPointer]] = [:]
    var pending: [(JSONPointer, JSONValue)] = [(.root, root)]
    while let (pointer, value) = pending.popLast() {
      switch value {
      case .object(let object):
        let named = [object["$anchor"]?.stringValue, object["$dynamicAnchor"]?.stringValue]
        for name in Set(named.compactMap { $0.map { ExactString($0) } }) {
          locations[name, default: []].append(pointer)
        }
        for member in object { pending.append((pointer.appending(member.name), member.value)) }
      case .array(let elements):
        for (index, element) in elements.enumerated() { pending.append((pointer.appending(index), element)) }
      default: break
      }
    }
    return locations
  }
}
