import JSONSchema
import JSONText
import ScreenSchemas
import Screens

/// The description of the name or value at a position.
enum Hover {
  /// The result of `textDocument/hover`; null if nothing is known.
  static func result(_ document: OpenDocument, at offset: Int, in check: FolderCheck) -> JSONValue {
    guard let kind = check.kind(of: document.path) else { return .null }
    let spot = document.tree.spot(at: offset)
    var location = spot.location
    if case .name(let name, _) = spot.kind {
      guard !name.isEmpty else { return .null }
      location = location.appending(name)
    }
    let text =
      viewType(at: location, spot, document, check) ?? description(at: location, document, kind, check)
    guard let text else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(text)], "range": document.lines.range(spot.range),
    ]
  }

  /// The first description of the schemas of a place.
  private static func description(
    at location: JSONPointer, _ document: OpenDocument, _ kind: FileKind, _ check: FolderCheck
  ) -> String? {
    let value = document.tree.root.json ?? .object([:])
    let schemas = SchemaWalk(check.schema(of: kind)).schemas(at: location, in: value)
    return schemas.lazy.compactMap { $0["description"]?.stringValue }.first { !$0.isEmpty }
  }

  /// The largest number of schemas of one content.
  private static let maximumSchemas = 200

  /// The view type that a value names, with the members of its content.
  private static func viewType(
    at location: JSONPointer, _ spot: SourceTree.Spot, _ document: OpenDocument, _ check: FolderCheck
  ) -> String? {
    guard case .value = spot.kind, location.tokens.last == "viewType",
      let name = document.tree.node(at: location)?.text, check.catalogue.viewType(name) != nil,
      let schema = check.catalogue.schemas.library.schema(of: name)
    else { return nil }
    var lines = ["**\(name)**"]
    if let title = schema["title"]?.stringValue { lines[0] += ": " + title }
    if let description = schema["description"]?.stringValue { lines += ["", description] }
    let schemas = [schema].expanded(limit: maximumSchemas, \.isCertain).schemas
    let required = Set(
      schemas.flatMap { ($0["required"]?.arrayValue ?? []).compactMap(\.stringValue).map { ExactString($0) } }
    )
    var known: Set<ExactString> = []
    let members = schemas.flatMap { $0.parts("properties") }.filter {
      known.insert(ExactString($0.name)).inserted
    }
    .map { name, member in
      let note = required.contains(ExactString(name)) ? " (required)" : ""
      let description = SchemaWalk.description(of: member).map { ": " + $0 } ?? ""
      return "- `\(name)`\(note)\(description)"
    }
    if !members.isEmpty { lines += [""] + members }
    return lines.joined(separator: "\n")
  }
}
