import JSONText

/// The schemas of all view types. Resolves their references (JSON Schema 2020-12 core §8.2).
///
/// References can lead to `#`, to pointers and anchors, and to the documents of other view types. Any other target,
/// such as an embedded resource with its own `$id`, is unknown.
struct SchemaSet {
  private let documents: [String: JSONValue]
  private var anchors: [String: [ExactString: JSONValue]] = [:]

  /// The values of a document that are searched for anchors.
  private static let maximumScanned = 100_000
  /// The depth of the search for anchors.
  private static let maximumDepth = 64
  /// The base URI of the server's view types.
  private static let base = "marquee:/types/"

  init(_ documents: [String: JSONValue]) { self.documents = documents }

  func contains(_ viewType: String) -> Bool { documents[viewType] != nil }

  /// The schema of a view type; for an unknown view type, a schema that accepts everything.
  func root(of viewType: String) -> LocatedSchema {
    LocatedSchema(document: viewType, value: documents[viewType] ?? true, isDocument: true)
  }

  /// The target of a `$ref` in a document.
  mutating func target(of reference: String, in document: String) -> LocatedSchema? {
    let parts = reference.utf8.split(
      separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard let resource = parts.first, let name = owner(of: String(resource), from: document),
      let root = documents[name]
    else { return nil }
    guard parts.count > 1, let fragment = PercentEncoding.decoded(parts[1]) else {
      return parts.count > 1 ? nil : LocatedSchema(document: name, value: root, isDocument: true)
    }
    let found: JSONValue? =
      if fragment.isEmpty || fragment.utf8.first == UInt8(ascii: "/") {
        JSONPointer(fragment)?.value(in: root)
      } else {
        anchor(fragment, of: name, root)
      }
    return found.map { LocatedSchema(document: name, value: $0, isDocument: fragment.isEmpty) }
  }

  /// The view type of the document that a reference names, without its fragment.
  private func owner(of resource: String, from document: String) -> String? {
    if resource.isEmpty { return document }
    if let id = documents[document]?["$id"]?.stringValue {
      // The document's `$id` is the base of its relative references, and no view type has such a URI.
      if resource.hasSameScalars(as: id) { return document }
      guard resource.hasPrefix(Self.base) else { return nil }
    }
    var name = resource[...]
    if name.hasPrefix(Self.base) {
      name = name.dropFirst(Self.base.count)
    } else if name.hasPrefix("./") {
      name = name.dropFirst(2)
    }
    guard name.hasSuffix(".json") else { return nil }
    return String(name.dropLast(5))
  }

  private mutating func anchor(_ name: String, of document: String, _ root: JSONValue) -> JSONValue? {
    if let known = anchors[document] { return known[ExactString(name)] }
    var found: [ExactString: JSONValue] = [:]
    var left = Self.maximumScanned
    Self.gather(root, depth: 0, left: &left, into: &found)
    anchors[document] = found
    return found[ExactString(name)]
  }

  private static func gather(
    _ value: JSONValue, depth: Int, left: inout Int, into found: inout [ExactString: JSONValue]
  ) {
    guard depth < maximumDepth, left > 0 else { return }
    left -= 1
    switch value {
    case .object(let object):
      for keyword in ["$anchor", "$dynamicAnchor"] {
        if let name = object[keyword]?.stringValue, found[ExactString(name)] == nil {
          found[ExactString(name)] = value
        }
      }
      for member in object.members { gather(member.value, depth: depth + 1, left: &left, into: &found) }
    case .array(let elements):
      for element in elements { gather(element, depth: depth + 1, left: &left, into: &found) }
    case .null, .bool, .number, .string:
      break
    }
  }
}
