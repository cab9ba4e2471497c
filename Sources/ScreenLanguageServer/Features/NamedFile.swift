import Assignment
import JSONText
import Screens

/// The file that a value names: a view type, a wire format or a group.
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
    default: return .null
    }
    let start: JSONValue = ["line": 0, "character": 0]
    return [
      "uri": .string(DocumentURI.uri(of: check.folder + "/" + path)),
      "range": ["start": start, "end": start],
    ]
  }
}
