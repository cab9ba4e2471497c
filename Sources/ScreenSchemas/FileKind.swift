package import Screens

/// A kind of document in a folder of screens. The raw value is the name of its schema.
package enum FileKind: String, Sendable, CaseIterable {
  case definition
  case viewType = "view-type"
  case format
  case preview
  case group
  case `guard`
  case endpoint
  case languages
  case links
  case translation
  case scenario

  /// The kind of a file of a folder of screens.
  package init(_ kind: FolderContents.Kind) {
    self =
      switch kind {
      case .screen: .definition
      // Each kind of files has a schema of its name.
      case .document(.setting, let name): FileKind(rawValue: name) ?? .definition
      case .document(let kind, _): FileKind(rawValue: kind.word) ?? .definition
      case .translation: .translation
      case .scenario: .scenario
      case .endpoint: .endpoint
      }
  }

  /// The name of the schema's file in `.schema/`, and the end of its address at `/schemas/`.
  package var fileName: String { "\(rawValue).json" }
}
