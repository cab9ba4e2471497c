import JSONText

/// Finds what a `$ref` leads to, for the references that view types have: within the same document, and to
/// another document by a plain relative path or its whole URI. Others are answered with nil, which makes what
/// depends on them undecidable; the compiler has made sure that they lead somewhere.
struct ReferenceResolver {
  private let documents: [String: JSONValue]
  /// The URI that a document's references are relative to, when it is known.
  private var bases: [String: String] = [:]
  /// The documents by the URIs that may name them.
  private var names: [String: String] = [:]

  init(_ documents: [String: JSONValue]) {
    self.documents = documents
    for (uri, document) in documents {
      bases[uri] = document["$id"]?.stringValue.map { Self.resolve($0, against: uri) } ?? uri
    }
    for uri in documents.keys.sorted() {
      if let base = bases[uri], names[base] == nil { names[base] = uri }
    }
    for uri in documents.keys { names[uri] = uri }
  }

  /// - Parameter place: where the schema that has the reference stands.
  func target(of reference: String, from place: SchemaPlace) -> SchemaPlace? {
    guard !isEmbedded(place) else { return nil }
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let fragment = parts.count > 1 ? parts[1] : ""
    var document = place.document
    if let path = parts.first, !path.isEmpty {
      guard let base = bases[document], let uri = Self.resolve(path, against: base), let named = names[uri]
      else {
        return nil
      }
      document = named
    }
    guard let root = documents[document], let decoded = Self.percentDecoded(fragment) else { return nil }
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

  /// RFC 3986 §5.2 for the simplest cases: a reference with a scheme, and a path without dot segments that
  /// takes the place of the base's last segment. Nil for the others.
  private static func resolve(_ reference: String, against base: String) -> String? {
    let end = reference.firstIndex { ":/?#".contains($0) } ?? reference.endIndex
    if end != reference.endIndex, reference[end] == ":" { return reference }
    let segments = reference.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = segments.allSatisfy { segment in
      !segment.isEmpty && segment != "." && segment != ".."
        && segment.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "-._~".utf8.contains(byte)
        }
    }
    guard isPlain, !base.contains("?"), !base.contains("#"), let slash = base.lastIndex(of: "/") else {
      return nil
    }
    return base[...slash] + reference
  }

  /// RFC 3986 §2.1. Nil for a broken escape, and for what is not UTF-8.
  private static func percentDecoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
        else {
          return nil
        }
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
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
