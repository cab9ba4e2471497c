import JSONSchema
package import JSONText

/// The schema of what an author writes: the content of a view type, or values. Items with places for others refer to it,
/// so it is an object: each copy of an item would copy its parts.
package final class ContentSchema: Sendable {
  /// What the schema describes, for messages.
  private let owner: String
  package let schema: JSONValue
  private let uri: String
  private let registry: SchemaRegistry
  let compiled: CompiledSchema
  /// The strings that have a meaning; nil if the schema says of none what it means.
  let meanings: MeaningPlaces?

  /// Compiles a schema, which may refer to those of the registry.
  /// - Parameters:
  ///   - owner: what the schema describes, for messages.
  ///   - location: the schema's place in its document.
  /// - Throws: ``InvalidDocument`` with all errors of the schema.
  init(
    _ schema: JSONValue, of owner: String, uri: String, registry: SchemaRegistry = SchemaRegistry(),
    at location: JSONPointer = .root
  ) throws(InvalidDocument) {
    self.owner = owner
    self.schema = schema
    self.uri = uri
    self.registry = registry
    do throws(SchemaErrors) {
      compiled = try SchemaCompiler.compile(schema, uri: uri, registry: registry, formats: .assert)
    } catch {
      throw InvalidDocument(Self.diagnostics(of: error.errors, uri: uri, schema: schema, at: location))
    }
    meanings = MeaningPlaces(compiled)
  }

  /// Compiles a schema of a document that the store does not hold, such as that of an endpoint. It refers to no others.
  package convenience init(
    _ schema: JSONValue, of owner: String, at location: JSONPointer
  ) throws(InvalidDocument) {
    try self.init(schema, of: owner, uri: "marquee:/schema.json", at: location)
  }

  private static func diagnostics(
    of errors: [SchemaError], uri: String, schema: JSONValue, at location: JSONPointer
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    for error in errors {
      if error.document == uri {
        diagnostics.add(
          Diagnostic(
            .invalidSchema, at: location.appending(error.pointer), error.message,
            hint: error.hint ?? SchemaHint.hint(for: error, in: schema)))
      } else {
        diagnostics.add(
          Diagnostic(
            .invalidSchema, at: location,
            "refers to \(quoted(error.document)), which is invalid at \(quoted(error.pointer.description)): "
              + error.message, hint: error.hint))
      }
    }
    return diagnostics
  }

  /// Validates content.
  /// - Parameters:
  ///   - location: the content's place in the document.
  ///   - original: the content before changes; what was wrong with it already is not reported.
  ///   - budget: the steps that all validations of the document may take together.
  func validate(
    _ content: JSONValue, at location: JSONPointer, besides original: JSONValue? = nil,
    within budget: ValidationBudget, _ diagnostics: inout Diagnostics
  ) {
    let report = compiled.report(on: content, limit: diagnostics.room, within: budget)
    var known: [JSONPointer: [ValidationError]] = [:]
    if let original, !report.isValid {
      let before = compiled.report(on: original, limit: diagnostics.room, within: budget)
      known = Dictionary(grouping: before.errors, by: \.instanceLocation)
    }
    for error in report.errors {
      guard let new = error.besides(known[error.instanceLocation] ?? []) else { continue }
      add(new, in: location, of: content, to: &diagnostics)
    }
    diagnostics.count(report.omitted)
  }

  /// Validates a value that stands alone, and adds what is wrong with it.
  package func check(_ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics) {
    let budget = ValidationBudget(steps: DefinitionReader.maximumValidationSteps)
    validate(value, at: location, within: budget, &diagnostics)
  }

  /// Whether a value fits.
  /// - Parameter steps: the largest number of steps. A value that takes more does not fit.
  package func isMet(by value: JSONValue, steps: Int) -> Bool {
    compiled.isValid(value, within: ValidationBudget(steps: steps))
  }

  /// The schema with its references resolved.
  private var resolved: ResolvedSchema? {
    SchemaLibrary(registry).schema(at: uri) ?? SchemaLibrary([uri: schema]).schema(at: uri)
  }

  /// - Parameter root: the content's place in the document.
  private func add(
    _ error: ValidationError, in root: JSONPointer, of content: JSONValue,
    to diagnostics: inout Diagnostics
  ) {
    let location = root.appending(error.instanceLocation)
    let hints = ContentHint(schema: resolved, error: error, content: content)
    switch error.kind {
    case .required(let missing), .dependentRequired(_, let missing):
      let owner = name(of: error, in: content)
      for member in missing {
        diagnostics.add(
          Diagnostic(
            .missingMember, at: location, "\(owner) needs the member \(quoted(member))",
            hint: hints.forMissing(member)))
      }
    case .tag(let member, let allowed, nil):
      diagnostics.add(
        Diagnostic(
          .missingMember, at: location, "\(name(of: error, in: content)) needs the member \(quoted(member))",
          hint: NearestName.listing(allowed.map { $0.stringValue ?? $0.text })))
    case .additionalProperties(let member, let known), .unevaluatedProperties(let member, let known):
      diagnostics.add(
        Diagnostic(
          .unknownMember, at: location.appending(member), anchor: .name,
          "\(name(of: error, in: content)) has no member \(quoted(member))",
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
  private func name(of error: ValidationError, in content: JSONValue) -> String {
    let location = error.instanceLocation
    guard let last = location.tokens.last, let parent = location.parent else { return owner }
    guard case .array? = parent.value(in: content) else { return quoted(last) }
    return parent.tokens.last.map { "an element of \(quoted($0))" } ?? "an element"
  }
}

extension ValidationError {
  /// What the error adds to those from before a change; nil for nothing.
  fileprivate func besides(_ before: [ValidationError]) -> ValidationError? {
    switch kind {
    case .tooCostly:
      // A limit that both exceed says nothing about the change.
      return self
    case .required(let missing):
      let same = before.first {
        if case .required = $0.kind { $0.keywordLocation == keywordLocation } else { false }
      }
      guard case .required(let known)? = same?.kind else { return self }
      let names = Set(known.map { ExactString($0) })
      let new = missing.filter { !names.contains($0) }
      return new.isEmpty ? nil : with(.required(missing: new))
    default:
      return before.contains(self) ? nil : self
    }
  }

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
