import JSONSchema
import JSONText

/// The schemas that may describe a value of the content. They determine which members it can have.
enum SchemaScope {
  /// Nothing is known, so every member is possible.
  case anything
  case schemas([ResolvedSchema])

  /// Whether a value can have a member.
  enum Lookup {
    case found(SchemaScope)
    /// The schemas name other members.
    case missing(known: [String])
  }

  /// The scope of a view type's content.
  init(of viewType: String, in library: SchemaLibrary) {
    self = library.schema(of: viewType).map { .schemas([$0]) } ?? .anything
  }

  /// The maximum number of schemas that describe one value.
  private static let maximumSchemas = 200

  /// The schemas, and those that apply to the same value: targets of references, and branches.
  private var expanded: [ResolvedSchema] { expansion.schemas }

  private var expansion: (schemas: [ResolvedSchema], isComplete: Bool) {
    guard case .schemas(let schemas) = self else { return ([], false) }
    return schemas.expanded(limit: Self.maximumSchemas) {
      !["if", "not", "dependentSchemas"].contains($0.keyword)
    }
  }

  /// Whether the value can have members that the schemas do not name.
  private static func isOpen(_ expansion: (schemas: [ResolvedSchema], isComplete: Bool)) -> Bool {
    !expansion.isComplete
      || expansion.schemas.contains { schema in
        // Patterns of names are not followed.
        schema.value.objectValue == nil || schema.hasUnknownReference
          || schema["patternProperties"] != nil || schema["additionalProperties"]?.objectValue != nil
      }
  }

  /// The scope of a member.
  func member(_ name: String) -> Lookup {
    let expansion = expansion
    let found = expansion.schemas.compactMap { $0.part("properties", name) }
    if !found.isEmpty { return .found(.schemas(found)) }
    let known = expansion.schemas.flatMap { $0.parts("properties").map(\.name) }
    return known.isEmpty || Self.isOpen(expansion) ? .found(.anything) : .missing(known: known)
  }

  /// The scope of the elements of a list.
  var elements: SchemaScope {
    let expansion = expansion
    let found = expansion.schemas.flatMap { schema in
      [schema.part("items")].compactMap(\.self) + schema.parts("prefixItems").map(\.schema)
    }
    return found.isEmpty || Self.isOpen(expansion) ? .anything : .schemas(found)
  }

  /// The members that the schemas name, in their order, each with its scope.
  var members: [(name: String, scope: SchemaScope)] {
    var order: [String] = []
    var found: [ExactString: [ResolvedSchema]] = [:]
    for (name, schema) in expanded.flatMap({ $0.parts("properties") }) {
      if found[ExactString(name)] == nil { order.append(name) }
      found[ExactString(name), default: []].append(schema)
    }
    return order.map { ($0, .schemas(found[ExactString($0)] ?? [])) }
  }

  /// Whether the value may be an item, or a list of items.
  var mayHoldItems: Bool {
    expanded.contains(where: \.isItem) || elements.expanded.contains(where: \.isItem)
  }

  /// The first value of a keyword in the schemas.
  func keyword(_ name: String) -> JSONValue? { expanded.lazy.compactMap { $0[name] }.first }
}
