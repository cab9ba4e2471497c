package import JSONText

/// A file of a folder of screens.
package struct CapturedFile: Sendable {
  package enum Kind: String, Sendable {
    case viewType = "viewTypes"
    case format = "formats"
    case screen = "screens"
  }

  package let kind: Kind
  /// The name of the view type or wire format, or the route.
  package let name: String
  package let json: JSONValue

  /// The path within the folder. Names and routes have no segment that leads out of it.
  package var path: String {
    switch kind {
    case .viewType: "_types/\(name).json"
    case .format: "_formats/\(name).json"
    case .screen: "\(name).json"
    }
  }
}
