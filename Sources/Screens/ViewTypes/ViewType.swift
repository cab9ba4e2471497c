import JSONSchema
package import JSONText

/// A kind of cell that server and apps have agreed on; its content is described by a JSON Schema.
package struct ViewType: Sendable {
  package let name: String
  private let content: ContentSchema
  /// The places for items inside the content; nil if there are none.
  let itemPlaces: ReferencePlaces?

  package var schema: JSONValue { content.schema }
  var compiled: CompiledSchema { content.compiled }
  /// The texts and links in content; nil if there are none.
  var meanings: MeaningPlaces? { content.meanings }

  /// The base URI of a view type's schema, so that the relative reference `OTHER.json` refers to the view type OTHER.
  static func uri(of name: String) -> String { "marquee:/types/\(name).json" }

  /// The view type of a URI; nil for another URI.
  static func name(at uri: String) -> String? {
    let (prefix, suffix) = ("marquee:/types/", ".json")
    guard uri.hasPrefix(prefix), uri.hasSuffix(suffix) else { return nil }
    return String(uri.dropFirst(prefix.count).dropLast(suffix.count))
  }

  /// The URI with which a schema refers to an item: `{"$ref": "marquee:item"}` is a place for one.
  package static let itemURI = "marquee:item"
  /// The schema of an item accepts everything: ``DefinitionReader`` reads the item, and reports its errors.
  package static let itemSchema = JSONValue.object([:])

  /// Compiles a schema, which may refer to those of the registry.
  /// - Throws: ``InvalidDocument`` with all errors of the schema.
  init(name: String, schema: JSONValue, registry: SchemaRegistry) throws(InvalidDocument) {
    self.name = name
    content = try ContentSchema(schema, of: name, uri: Self.uri(of: name), registry: registry)
    itemPlaces = ReferencePlaces(content.compiled, to: Self.itemURI, distinguishedBy: "viewType")
  }

  package func accepts(_ content: JSONValue) -> Bool { self.content.compiled.isValid(content) }

  /// Validates content.
  /// - Parameters:
  ///   - location: the content's place in the document.
  ///   - original: the content before changes; what was wrong with it already is not reported.
  ///   - budget: the steps that all validations of the document may take together.
  func validate(
    _ content: JSONValue, at location: JSONPointer, besides original: JSONValue? = nil,
    within budget: ValidationBudget, _ diagnostics: inout Diagnostics
  ) {
    self.content.validate(content, at: location, besides: original, within: budget, &diagnostics)
  }
}
