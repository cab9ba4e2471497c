import JSONText

/// The schemas that may describe a value of the content. They determine which members it can have.
enum SchemaScope {
  /// Nothing is known, so every member is possible.
  case anything
  case schemas([Subschema])

  /// A schema and the view type whose document it is in.
  struct Subschema {
    let schema: JSONValue
    let viewType: String
  }

  /// Whether a value can have a member.
  enum Lookup {
    case found(SchemaScope)
    /// The schemas name other members.
    case missing(known: [String])
  }

  init(of schema: JSONValue, in viewType: String) {
    self = .schemas([Subschema(schema: schema, viewType: viewType)])
  }

  /// The scope of a member.
  /// - Parameter documents: the schemas of all view types by name, for references.
  func member(_ name: String, documents: [String: JSONValue]) -> Lookup {
    guard case .schemas(let subschemas) = self else { return .found(.anything) }
    var expansion = Expansion(documents: documents)
    for subschema in subschemas { expansion.add(subschema) }
    var found: [Subschema] = []
    var known: [String] = []
    for subschema in expansion.subschemas {
      guard let properties = subschema.schema["properties"]?.objectValue else { continue }
      known += properties.map(\.name)
      if let schema = properties[name] {
        found.append(Subschema(schema: schema, viewType: subschema.viewType))
      }
    }
    if !found.isEmpty { return .found(.schemas(found)) }
    return expansion.isOpen || known.isEmpty ? .found(.anything) : .missing(known: known)
  }

  /// The scope of the elements of a list.
  func elements(documents: [String: JSONValue]) -> SchemaScope {
    guard case .schemas(let subschemas) = self else { return .anything }
    var expansion = Expansion(documents: documents)
    for subschema in subschemas { expansion.add(subschema) }
    var found: [Subschema] = []
    for subschema in expansion.subschemas {
      if let items = subschema.schema["items"] {
        found.append(Subschema(schema: items, viewType: subschema.viewType))
      }
      for schema in subschema.schema["prefixItems"]?.arrayValue ?? [] {
        found.append(Subschema(schema: schema, viewType: subschema.viewType))
      }
    }
    return found.isEmpty || expansion.isOpen ? .anything : .schemas(found)
  }

  /// The members that the schemas name, in their order, each with its scope.
  func members(documents: [String: JSONValue]) -> [(name: String, scope: SchemaScope)] {
    guard case .schemas(let subschemas) = self else { return [] }
    var expansion = Expansion(documents: documents)
    for subschema in subschemas { expansion.add(subschema) }
    var order: [String] = []
    var found: [ExactString: [Subschema]] = [:]
    for subschema in expansion.subschemas {
      for property in subschema.schema["properties"]?.objectValue ?? JSONObject() {
        let name = ExactString(property.name)
        if found[name] == nil { order.append(property.name) }
        found[name, default: []].append(Subschema(schema: property.value, viewType: subschema.viewType))
      }
    }
    return order.map { ($0, .schemas(found[ExactString($0)] ?? [])) }
  }

  /// Whether the value may be an item, or a list of items.
  func mayHoldItems(documents: [String: JSONValue]) -> Bool {
    isItem(documents: documents) || elements(documents: documents).isItem(documents: documents)
  }

  /// Whether a schema of the value is that of an item.
  private func isItem(documents: [String: JSONValue]) -> Bool {
    guard case .schemas(let subschemas) = self else { return false }
    var expansion = Expansion(documents: documents)
    for subschema in subschemas { expansion.add(subschema) }
    return expansion.isItem
  }

  /// The first value of a keyword in the schemas.
  func keyword(_ name: String, documents: [String: JSONValue]) -> JSONValue? {
    guard case .schemas(let subschemas) = self else { return nil }
    var expansion = Expansion(documents: documents)
    for subschema in subschemas { expansion.add(subschema) }
    return expansion.subschemas.lazy.compactMap { $0.schema[name] }.first
  }

  /// Collects a schema and those that apply to the same value: targets of references, and branches.
  private struct Expansion {
    let documents: [String: JSONValue]
    private(set) var subschemas: [Subschema] = []
    /// Whether a schema allows members that it does not name.
    private(set) var isOpen = false
    /// Whether a schema is that of an item.
    private(set) var isItem = false
    /// The maximum number of collected schemas. References may form a cycle.
    private static let maximumSubschemas = 200

    init(documents: [String: JSONValue]) { self.documents = documents }

    mutating func add(_ subschema: Subschema) {
      guard subschemas.count < Self.maximumSubschemas, case .object(let object) = subschema.schema else {
        isOpen = true
        return
      }
      subschemas.append(subschema)
      for name in ["allOf", "anyOf", "oneOf"] {
        for branch in object[name]?.arrayValue ?? [] {
          add(Subschema(schema: branch, viewType: subschema.viewType))
        }
      }
      for name in ["then", "else"] {
        if let branch = object[name] { add(Subschema(schema: branch, viewType: subschema.viewType)) }
      }
      if let reference = object["$ref"] {
        if reference.stringValue == ViewType.itemURI {
          isItem = true
        } else if let target = target(of: reference.stringValue ?? "", in: subschema.viewType) {
          add(target)
        } else {
          isOpen = true
        }
      }
      // Other ways of naming members or schemas are not followed.
      if object["patternProperties"] != nil || object["$dynamicRef"] != nil { isOpen = true }
      if case .object? = object["additionalProperties"] { isOpen = true }
    }

    /// The target of a reference within a document or to another view type; nil for any other.
    private func target(of reference: String, in viewType: String) -> Subschema? {
      let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard let file = parts.first else { return nil }
      var name = viewType
      if !file.isEmpty {
        guard file.hasSuffix(".json") else { return nil }
        name = String(file.dropLast(5))
      }
      guard let document = documents[name],
        let pointer = JSONPointer(parts.count > 1 ? String(parts[1]) : ""),
        let schema = pointer.value(in: document)
      else { return nil }
      return Subschema(schema: schema, viewType: name)
    }
  }
}
