import JSONSchema
package import JSONText

/// A release of an app, by what it can show.
package struct Release: Sendable {
  package let name: ReleaseName
  /// Whether the app's makers still stand by it: what is published is checked against it.
  package let isSupported: Bool
  /// The manifest as it was registered.
  package let json: JSONValue
  /// The view types that it has cells for; with the schema that its decoder was made for, where it has one of its own.
  private let viewTypes: [String: ViewType?]

  init(name: ReleaseName, isSupported: Bool, viewTypes: [String: ViewType?], json: JSONValue) {
    self.name = name
    self.isSupported = isSupported
    self.viewTypes = viewTypes
    self.json = json
    hasSchemas = viewTypes.values.contains { $0 != nil }
  }

  /// Whether it knows the item's view type, and its decoder takes the content.
  package func shows(_ item: Item) -> Bool {
    guard let viewType = viewTypes[item.viewType] else { return false }
    return viewType?.accepts(item.sample) ?? true
  }

  /// Whether it has a cell for the view type.
  package func names(_ viewType: String) -> Bool { viewTypes[viewType] != nil }

  /// Whether it has schemas of its own.
  package let hasSchemas: Bool

  /// The schema of a view type that this release decodes, where it has one of its own.
  package func schema(of viewType: String) -> JSONValue? { viewTypes[viewType].flatMap { $0?.schema } }
}
