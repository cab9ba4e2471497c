import JSONSchema
import JSONText

/// The members of the content of view types as preview templates name them: `$title`, `$titleText.text`.
///
/// Within `each` a path begins at an element, so it can begin with a member of any object of the schema.
struct ContentMembers {
  private var found: Set<String> = []
  private var visited: Set<ResolvedSchema> = []

  /// The largest number of members to propose.
  static let maximumPaths = 500
  /// The largest number of schemas to visit.
  private static let maximumSchemas = 50_000
  /// The largest number of schemas of one member.
  private static let maximumApplied = 50

  var paths: [String] { ["$"] + found.sorted().prefix(Self.maximumPaths) }

  /// Adds the members that a schema names, and those of the schemas that it refers to.
  mutating func add(_ schema: ResolvedSchema) {
    var waiting = [schema]
    while let next = waiting.popLast(), visited.count < Self.maximumSchemas {
      guard visited.insert(next).inserted else { continue }
      for (name, member) in next.parts("properties") where Self.isPathPart(name) {
        found.insert("$\(name)")
        for part in [member].expanded(limit: Self.maximumApplied).schemas {
          for (inner, _) in part.parts("properties") where Self.isPathPart(inner) {
            found.insert("$\(name).\(inner)")
          }
        }
      }
      waiting += next.parts + [next.reference].compactMap(\.self)
    }
  }

  private static func isPathPart(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
  }
}
