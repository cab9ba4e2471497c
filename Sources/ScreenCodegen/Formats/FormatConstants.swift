package import JSONText

/// The wire formats that generated source has as constants: those that Marquee ships, and those of a folder.
package struct FormatConstants: Sendable {
  /// A wire format and the name of its constant.
  struct Constant {
    let name: String
    let identifier: String
    let description: String
    /// The members of the document that a reader needs.
    let document: JSONValue
  }

  let all: [Constant]

  /// Creates the constants.
  /// - Parameters:
  ///   - shipped: The formats that Marquee ships: the name and the document of each.
  ///   - formats: The formats of the folder. One with the name of a shipped format replaces it.
  package init(
    shipped: [(name: String, document: JSONValue)], _ formats: [(name: String, document: JSONValue)] = []
  ) {
    let own = Dictionary(formats.map { ($0.name, $0.document) }) { first, _ in first }
    let shipped = shipped.map { (name: $0.name, document: own[$0.name] ?? $0.document) }
    let names = Set(shipped.map(\.name))
    let others = own.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
    // Shipped formats first, so that another format does not change their names.
    var allocator = NameAllocator(reserved: [])
    all = (shipped + others.map { (name: $0.key, document: $0.value) }).map { name, document in
      Constant(
        name: name, identifier: allocator.allocate(Identifier.lowerCamel(name, fallback: "format")),
        description: document["description"]?.stringValue ?? "The wire format \(CommentText.code(name)).",
        document: Self.readable(document))
    }
  }

  /// The document without what only the server needs.
  private static func readable(_ document: JSONValue) -> JSONValue {
    guard case .object(let members) = document else { return document }
    return .object(
      members.reduce(into: JSONObject()) { object, member in
        if !["$schema", "description", "values"].contains(member.name) {
          object[member.name] = member.value
        }
      })
  }
}
