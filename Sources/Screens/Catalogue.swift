import JSONSchema
package import JSONText

/// What screens are made of: the view types and the wire formats, by name.
package struct Catalogue: Sendable {
  package private(set) var viewTypes: [String: ViewType] = [:]
  package private(set) var formats: [String: WireFormat] = [:]

  package init() {}

  /// Compiles a set of view types, which may refer to each other, in place of the present ones.
  /// - Returns: what is wrong with those that can't be used; they are left out.
  package mutating func setViewTypes(_ schemas: [String: JSONValue]) -> [String: InvalidDocument] {
    var registry = SchemaRegistry()
    for (name, schema) in schemas { registry.add(uri: ViewType.uri(of: name), document: schema) }
    var problems: [String: InvalidDocument] = [:]
    viewTypes = [:]
    for (name, schema) in schemas {
      do throws(InvalidDocument) {
        viewTypes[name] = try ViewType(name: name, schema: schema, registry: registry)
      } catch {
        problems[name] = error
      }
    }
    return problems
  }

  /// Puts a wire format in, in place of one of the same name.
  package mutating func setFormat(_ format: WireFormat) { formats[format.name] = format }
}
