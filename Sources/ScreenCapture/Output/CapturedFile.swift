package import JSONText

/// A file of a folder of screens.
package struct CapturedFile: Sendable {
  package enum Kind: String, Sendable {
    case viewType = "viewTypes"
    case format = "formats"
    case screen = "screens"
    case endpoint = "endpoints"
  }

  package let kind: Kind
  /// The name of the view type, wire format or endpoint, or the route.
  package let name: String
  package let json: JSONValue
  /// The document that the file has before; nil for a new file.
  package var replaced: JSONValue?
  /// What a widened schema or wire format allows now.
  package var changes: [SchemaChange] = []

  /// Whether the file is new or differs from the document that it replaces.
  package var isChanged: Bool { replaced != json }

  /// The path within the folder. Names and routes have no segment that leads out of it.
  package var path: String { Self.path(kind, name) }

  static func path(_ kind: Kind, _ name: String) -> String {
    switch kind {
    case .viewType: "_types/\(name).json"
    case .format: "_formats/\(name).json"
    case .screen: "\(name).json"
    case .endpoint: "_endpoints/\(name).json"
    }
  }
}
