package import JSONText
package import Screens

/// The documents that a folder has before the capture. None of them is changed.
package struct ExistingScreens: Sendable {
  /// The schemas by name; nil for a file that is not JSON.
  package private(set) var viewTypes: [String: JSONValue?] = [:]
  package private(set) var formats: [String: JSONValue?] = [:]
  package private(set) var screens: [Route: JSONValue?] = [:]
  /// Whether the folder has a `_formats/`. Without one, its screens use the formats that Marquee ships.
  private(set) var hasFormats = false

  /// The keys of the screens' experiments.
  var experimentKeys: Set<String> {
    var keys: Set<String> = []
    for case let screen? in screens.values {
      let several = screen["experiments"]?.arrayValue ?? []
      for experiment in [screen["experiment"]].compactMap(\.self) + several {
        if let key = experiment["key"]?.stringValue { keys.insert(key) }
      }
    }
    return keys
  }

  /// An empty folder.
  package init() {}

  package init(_ folder: FolderContents) {
    hasFormats = folder.hasFormats
    for file in folder.files {
      let json = try? JSONDocument(file.text).value
      switch file.kind {
      case .viewType(let name): viewTypes.updateValue(json, forKey: name)
      case .format(let name): formats.updateValue(json, forKey: name)
      case .screen(let route): screens.updateValue(json, forKey: route)
      case .preview, .group, .scenario: break
      }
    }
  }
}
