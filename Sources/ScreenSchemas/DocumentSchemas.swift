package import JSONText
package import Screens

/// The JSON Schemas (draft-07) of the documents in a folder of screens, for editors.
///
/// Editors complete nested members only up to draft-07, so view types, which are schemas of 2020-12, are translated. A
/// schema accepts every document that Marquee accepts. It refuses errors of structure. Only `marquee validate` finds
/// errors that involve several files or the meaning of a document, such as a repeated id.
package struct DocumentSchemas: Sendable {
  let catalogue: Catalogue
  /// The routes that editors propose in scenarios and endpoints.
  let routes: [String]

  /// The address of the dialect.
  static let dialect = "http://json-schema.org/draft-07/schema#"
  /// The largest number of routes to propose. Lists of more are of little use, and make a schema large.
  static let maximumRoutes = 1000

  /// - Parameters:
  ///   - catalogue: the view types, formats and groups that documents can name.
  ///   - routes: the routes of the screens.
  package init(_ catalogue: Catalogue, routes: [String]) {
    self.catalogue = catalogue
    self.routes = Array(routes.sorted().prefix(Self.maximumRoutes))
  }

  /// The schema of a kind of documents.
  package func schema(of kind: FileKind) -> JSONValue {
    switch kind {
    case .definition: definition
    case .viewType: Self.viewType
    case .format: Self.format
    case .preview: preview
    case .group: Self.group
    case .guard: Self.guard
    case .scenario: scenario
    case .endpoint: endpoint
    case .languages: Self.languages
    case .links: Self.links
    case .translation: Self.translation
    }
  }

  /// A schema as a document of its own.
  static func document(
    _ title: String, _ schema: JSONValue, definitions: JSONObject = [:]
  ) -> JSONValue {
    var document: JSONObject = ["$schema": .string(dialect), "title": .string(title)]
    for member in schema.objectValue ?? [:] { document[member.name] = member.value }
    if !definitions.isEmpty { document["definitions"] = .object(definitions) }
    return .object(document)
  }
}
