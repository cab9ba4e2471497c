import JSONSchema
package import JSONText

/// A kind of cell that server and apps have agreed on; its content is described by a JSON Schema.
package struct ViewType: Sendable {
  package let name: String
  package let schema: JSONValue
  private let compiled: CompiledSchema

  /// What relative references between view types are relative to: `OTHER.json` names the type OTHER.
  static func uri(of name: String) -> String { "marquee:/types/\(name).json" }

  /// Compiles a schema that may refer to those of the registry.
  /// - Throws: ``InvalidDocument`` with every fault of the schema.
  init(name: String, schema: JSONValue, registry: SchemaRegistry) throws(InvalidDocument) {
    self.name = name
    self.schema = schema
    do throws(SchemaError) {
      compiled = try SchemaCompiler.compile(
        schema, uri: Self.uri(of: name), registry: registry, formats: .assert)
    } catch {
      throw InvalidDocument(Self.diagnostics(of: error, in: name))
    }
  }

  private static func diagnostics(of error: SchemaError, in name: String) -> Diagnostics {
    var diagnostics = Diagnostics()
    for fault in error.faults {
      if fault.document == uri(of: name) {
        diagnostics.add(Diagnostic(.invalidSchema, at: fault.pointer, fault.message, hint: fault.hint))
      } else {
        diagnostics.add(
          Diagnostic(
            .invalidSchema, at: .root,
            "refers to \(quoted(fault.document)), which is invalid at \(quoted(fault.pointer.description)): "
              + fault.message, hint: fault.hint))
      }
    }
    return diagnostics
  }

  package func accepts(_ content: JSONValue) -> Bool { compiled.isValid(content) }

  /// What is wrong with a content object that stands at `place`.
  package func diagnostics(of content: JSONValue, at place: JSONPointer) -> Diagnostics {
    var diagnostics = Diagnostics()
    for error in compiled.validate(content, limit: Diagnostics.maximumKept) {
      add(error, at: place.appending(error.instanceLocation), of: content, to: &diagnostics)
    }
    return diagnostics
  }

  private func add(
    _ error: ValidationError, at place: JSONPointer, of content: JSONValue, to diagnostics: inout Diagnostics
  ) {
    switch error.kind {
    case .required(let missing), .dependentRequired(_, let missing):
      for member in missing {
        diagnostics.add(
          Diagnostic(.missingMember, at: place, "\(name) needs the member \(quoted(member))"))
      }
    case .additionalProperties(let member, let known), .unevaluatedProperties(let member, let known):
      diagnostics.add(
        Diagnostic(
          .unknownMember, at: place.appending(member), anchor: .name,
          "\(name) has no member \(quoted(member))", hint: NearestName.hint(for: member, among: known)))
    case .type:
      diagnostics.add(Diagnostic(.wrongType, at: place, error.message))
    case .enumeration(let allowed):
      let written = error.instanceLocation.value(in: content)?.stringValue
      let nearest = written.flatMap { NearestName.to($0, among: allowed.compactMap(\.stringValue)) }
      diagnostics.add(
        Diagnostic(.invalidValue, at: place, error.message, hint: nearest.map { "did you mean \($0)?" }))
    default:
      diagnostics.add(Diagnostic(.invalidValue, at: place, error.message))
    }
  }
}
