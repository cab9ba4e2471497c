import JSONSchema
import JSONText

/// The schemas of all view types, with their references resolved.
struct ContentSchemas {
  private let library: SchemaLibrary
  private let names: Set<ExactString>

  init(_ schemas: [String: JSONValue]) {
    names = Set(schemas.keys.map { ExactString($0) })
    library = SchemaLibrary(
      Dictionary(schemas.map { (Self.uri(of: $0.key), $0.value) }) { first, _ in first })
  }

  /// The base URI of the server's view types.
  private static func uri(of viewType: String) -> String { "marquee:/types/\(viewType).json" }

  func contains(_ viewType: String) -> Bool { names.contains(ExactString(viewType)) }

  /// The schema of a view type; nil for an unknown view type, which accepts everything.
  func root(of viewType: String) -> ResolvedSchema? { library.schema(at: Self.uri(of: viewType)) }
}
