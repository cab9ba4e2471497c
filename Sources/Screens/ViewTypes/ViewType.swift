package import JSONSchema
package import JSONText

/// A kind of cell that server and apps have agreed on; its content is described by a JSON Schema.
package struct ViewType: Sendable {
  package let name: String
  package let schema: JSONValue
  private let compiled: CompiledSchema

  /// The base URI of a view type's schema, so that the relative reference `OTHER.json` refers to the view type OTHER.
  static func uri(of name: String) -> String { "marquee:/types/\(name).json" }

  /// Compiles a schema, which may refer to those of the registry.
  /// - Throws: ``InvalidDocument`` with all errors of the schema.
  init(name: String, schema: JSONValue, registry: SchemaRegistry) throws(InvalidDocument) {
    self.name = name
    self.schema = schema
    do throws(SchemaErrors) {
      compiled = try SchemaCompiler.compile(
        schema, uri: Self.uri(of: name), registry: registry, formats: .assert)
    } catch {
      throw InvalidDocument(Self.diagnostics(of: error.errors, in: name, schema: schema))
    }
  }

  private static func diagnostics(
    of errors: [SchemaError], in name: String, schema: JSONValue
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    for error in errors {
      if error.document == uri(of: name) {
        diagnostics.add(
          Diagnostic(
            .invalidSchema, at: error.pointer, error.message,
            hint: error.hint ?? SchemaHint.hint(for: error, in: schema)))
      } else {
        diagnostics.add(
          Diagnostic(
            .invalidSchema, at: .root,
            "refers to \(quoted(error.document)), which is invalid at \(quoted(error.pointer.description)): "
              + error.message, hint: error.hint))
      }
    }
    return diagnostics
  }

  package func accepts(_ content: JSONValue) -> Bool { compiled.isValid(content) }

  /// Validates content.
  /// - Parameters:
  ///   - location: the content's place in the document.
  ///   - budget: the steps that all validations of the document may take together.
  package func diagnostics(
    of content: JSONValue, at location: JSONPointer, within budget: ValidationBudget? = nil
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    for error in compiled.report(on: content, limit: Diagnostics.maximumKept, within: budget).errors {
      add(error, in: location, of: content, to: &diagnostics)
    }
    return diagnostics
  }

  /// - Parameter root: the content's place in the document.
  private func add(
    _ error: ValidationError, in root: JSONPointer, of content: JSONValue,
    to diagnostics: inout Diagnostics
  ) {
    let location = root.appending(error.instanceLocation)
    let hints = ContentHint(schema: schema, error: error, content: content)
    switch error.kind {
    case .required(let missing), .dependentRequired(_, let missing):
      let owner = owner(of: error, in: content)
      for member in missing {
        diagnostics.add(
          Diagnostic(
            .missingMember, at: location, "\(owner) needs the member \(quoted(member))",
            hint: hints.forMissing(member)))
      }
    case .tag(let member, let allowed, nil):
      diagnostics.add(
        Diagnostic(
          .missingMember, at: location, "\(owner(of: error, in: content)) needs the member \(quoted(member))",
          hint: NearestName.listing(allowed.map { $0.stringValue ?? $0.text })))
    case .additionalProperties(let member, let known), .unevaluatedProperties(let member, let known):
      diagnostics.add(
        Diagnostic(
          .unknownMember, at: location.appending(member), anchor: .name,
          "\(owner(of: error, in: content)) has no member \(quoted(member))",
          hint: hints.forUnknown(member, known: known)))
    case .anyOf(let causes), .oneOf(_, let causes):
      if let meant = error.causesOfMeantBranch(causes) {
        for cause in meant { add(cause, in: root, of: content, to: &diagnostics) }
      } else {
        diagnostics.add(Diagnostic(.invalidValue, at: location, error.message, hint: hints.hint))
      }
    case .type:
      diagnostics.add(Diagnostic(.wrongType, at: location, error.message, hint: hints.hint))
    case .format, .pattern:
      let value = hints.value?.stringValue.map { quoted($0) + " " } ?? ""
      diagnostics.add(Diagnostic(.invalidValue, at: location, value + error.message, hint: hints.hint))
    default:
      diagnostics.add(Diagnostic(.invalidValue, at: location, error.message, hint: hints.hint))
    }
  }

  /// The name, for a message, of the object that lacks a member or has an unknown one.
  private func owner(of error: ValidationError, in content: JSONValue) -> String {
    let location = error.instanceLocation
    guard let last = location.tokens.last, let parent = location.parent else { return name }
    guard case .array? = parent.value(in: content) else { return quoted(last) }
    return parent.tokens.last.map { "an element of \(quoted($0))" } ?? "an element"
  }
}

extension ValidationError {
  /// The errors of the only branch that the author can have meant: those of all others say that the value itself, or
  /// the member that tells the kinds apart, is of another kind.
  fileprivate func causesOfMeantBranch(_ causes: [[ValidationError]]) -> [ValidationError]? {
    let depth = instanceLocation.tokens.count
    let meant = causes.filter { branch in
      !branch.isEmpty
        && branch.allSatisfy { cause in
          let below = cause.instanceLocation.tokens.count - depth
          switch cause.kind {
          case .const, .enumeration: return below > 1
          default: return below > 0
          }
        }
    }
    return meant.count == 1 ? meant[0] : nil
  }
}
