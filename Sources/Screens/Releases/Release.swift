import JSONSchema
package import JSONText

/// A release of an app, with the view types that it can show.
package struct Release: Sendable {
  package let name: ReleaseName
  /// Whether the release is supported. Publications are checked against supported releases.
  package let isSupported: Bool
  /// The registered manifest.
  package let json: JSONValue
  /// The view types that the release has cells for. The value is the release's own schema; nil if it has none.
  private let viewTypes: [ExactString: ViewType?]

  init(name: ReleaseName, isSupported: Bool, viewTypes: [ExactString: ViewType?], json: JSONValue) {
    self.name = name
    self.isSupported = isSupported
    self.viewTypes = viewTypes
    self.json = json
    hasSchemas = viewTypes.values.contains { $0 != nil }
  }

  /// Whether the release has a cell for an item and accepts its content.
  package func shows(_ item: Item) -> Bool {
    guard let viewType = viewTypes[item.viewType] else { return false }
    return viewType?.accepts(item.sample) ?? true
  }

  /// Whether the release has a cell for a view type.
  package func names(_ viewType: String) -> Bool { viewTypes[viewType] != nil }

  /// Whether the release has schemas of its own.
  package let hasSchemas: Bool

  /// The release's own schema of a view type; nil if it has none.
  package func schema(of viewType: String) -> JSONValue? { viewTypes[viewType].flatMap { $0?.schema } }
}
