import Assignment
import JSONSchema
import JSONText
import ScreenSchemas
import Screens

/// The file that a value names: a view type, a wire format, a group, or the screen that a link leads to.
enum NamedFile {
  /// The result of `textDocument/definition`; null if the value names no file.
  static func result(_ document: OpenDocument, at offset: Int, in check: FolderCheck) -> JSONValue {
    let spot = document.tree.spot(at: offset)
    guard case .value = spot.kind, let name = document.tree.node(at: spot.location)?.text else {
      return .null
    }
    let path: String
    switch spot.location.tokens.last {
    case "viewType" where check.catalogue.viewType(name) != nil: path = "_types/\(name).json"
    case "format" where check.hasFile(ofFormat: name): path = "_formats/\(name).json"
    case "$inGroup", "$notInGroup":
      guard check.catalogue.groups.names.contains(name) else { return .null }
      path = "_groups/\(name).json"
    default:
      guard let kind = check.kind(of: document.path),
        check.screens.contains(where: { $0.route.name == name }),
        SchemaWalk(check.schema(of: kind))
          .schemas(at: spot.location, in: document.tree.root.json ?? .object([:])).contains(where: \.isRoute)
      else { return .null }
      path = "\(name).json"
    }
    let start: JSONValue = ["line": 0, "character": 0]
    return [
      "uri": .string(DocumentURI.uri(of: check.folder + "/" + path)),
      "range": ["start": start, "end": start],
    ]
  }
}

extension ResolvedSchema {
  /// Whether the strings that it accepts are routes of screens.
  var isRoute: Bool { self[Meaning.keyword]?.stringValue == Meaning.route.rawValue }
}
