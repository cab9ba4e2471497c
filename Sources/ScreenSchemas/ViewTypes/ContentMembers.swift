import JSONText

/// The members of the content of view types as preview templates name them: `$title`, `$titleText.text`.
///
/// Within `each` a path begins at an element, so it can begin with a member of any object of the schema.
struct ContentMembers {
  private var found: Set<String> = []

  /// The largest number of members to propose.
  static let maximumPaths = 500
  private static let maximumDepth = 16

  var paths: [String] { ["$"] + found.sorted().prefix(Self.maximumPaths) }

  mutating func add(_ schema: JSONValue) { visit(schema, root: schema, depth: 0) }

  private mutating func visit(_ schema: JSONValue, root: JSONValue, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    switch schema {
    case .array(let elements):
      for element in elements { visit(element, root: root, depth: depth + 1) }
    case .object(let object):
      for member in object["properties"]?.objectValue ?? [:] where Self.isPathPart(member.name) {
        found.insert("$\(member.name)")
        for inner in Self.target(of: member.value, root)["properties"]?.objectValue ?? [:]
        where Self.isPathPart(inner.name) {
          found.insert("$\(member.name).\(inner.name)")
        }
      }
      for member in object { visit(member.value, root: root, depth: depth + 1) }
    default: break
    }
  }

  private static func isPathPart(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
  }

  /// A schema, or the target of its reference within the document.
  private static func target(of schema: JSONValue, _ root: JSONValue) -> JSONValue {
    guard let reference = schema["$ref"]?.stringValue, reference.hasPrefix("#"),
      let pointer = JSONPointer(String(reference.dropFirst()))
    else { return schema }
    return pointer.value(in: root) ?? schema
  }
}
