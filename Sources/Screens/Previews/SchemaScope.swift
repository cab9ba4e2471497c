import JSONText

/// The schemas that may describe a value of the content. They determine which members it can have.
enum SchemaScope {
  /// Nothing is known, so every member is possible.
  case anything
  case schemas([Place])

  /// A schema and the view type whose document it is in.
  struct Place {
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
    self = .schemas([Place(schema: schema, viewType: viewType)])
  }

  /// The scope of a member.
  /// - Parameter documents: the schemas of all view types by name, for references.
  func member(_ name: String, documents: [String: JSONValue]) -> Lookup {
    guard case .schemas(let places) = self else { return .found(.anything) }
    var expansion = Expansion(documents: documents)
    for place in places { expansion.add(place) }
    var found: [Place] = []
    var known: [String] = []
    for place in expansion.places {
      guard let properties = place.schema["properties"]?.objectValue else { continue }
      known += properties.map(\.name)
      if let schema = properties[name] { found.append(Place(schema: schema, viewType: place.viewType)) }
    }
    if !found.isEmpty { return .found(.schemas(found)) }
    return expansion.isOpen || known.isEmpty ? .found(.anything) : .missing(known: known)
  }

  /// The scope of the elements of a list.
  func elements(documents: [String: JSONValue]) -> SchemaScope {
    guard case .schemas(let places) = self else { return .anything }
    var expansion = Expansion(documents: documents)
    for place in places { expansion.add(place) }
    var found: [Place] = []
    for place in expansion.places {
      if let items = place.schema["items"] { found.append(Place(schema: items, viewType: place.viewType)) }
      for schema in place.schema["prefixItems"]?.arrayValue ?? [] {
        found.append(Place(schema: schema, viewType: place.viewType))
      }
    }
    return expansion.isOpen || found.isEmpty ? .anything : .schemas(found)
  }

  /// The members that the schemas name, in their order, each with its scope.
  func members(documents: [String: JSONValue]) -> [(name: String, scope: SchemaScope)] {
    guard case .schemas(let places) = self else { return [] }
    var expansion = Expansion(documents: documents)
    for place in places { expansion.add(place) }
    var order: [String] = []
    var found: [ExactString: [Place]] = [:]
    for place in expansion.places {
      for property in place.schema["properties"]?.objectValue ?? JSONObject() {
        let name = ExactString(property.name)
        if found[name] == nil { order.append(property.name) }
        found[name, default: []].append(Place(schema: property.value, viewType: place.viewType))
      }
    }
    return order.map { ($0, .schemas(found[ExactString($0)] ?? [])) }
  }

  /// The first value of a keyword in the schemas.
  func keyword(_ name: String, documents: [String: JSONValue]) -> JSONValue? {
    guard case .schemas(let places) = self else { return nil }
    var expansion = Expansion(documents: documents)
    for place in places { expansion.add(place) }
    return expansion.places.lazy.compactMap { $0.schema[name] }.first
  }

  /// Collects a schema and those that apply to the same value: targets of references, and branches.
  private struct Expansion {
    let documents: [String: JSONValue]
    private(set) var places: [Place] = []
    /// Whether a schema allows members that it does not name.
    private(set) var isOpen = false
    /// The maximum number of collected schemas. References may form a cycle.
    private static let maximumPlaces = 200

    init(documents: [String: JSONValue]) { self.documents = documents }

    mutating func add(_ place: Place) {
      guard places.count < Self.maximumPlaces, case .object(let object) = place.schema else {
        isOpen = true
        return
      }
      places.append(place)
      for name in ["allOf", "anyOf", "oneOf"] {
        for branch in object[name]?.arrayValue ?? [] { add(Place(schema: branch, viewType: place.viewType)) }
      }
      for name in ["then", "else"] {
        if let branch = object[name] { add(Place(schema: branch, viewType: place.viewType)) }
      }
      if let reference = object["$ref"] {
        if let target = target(of: reference.stringValue ?? "", in: place.viewType) {
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
    private func target(of reference: String, in viewType: String) -> Place? {
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
      return Place(schema: schema, viewType: name)
    }
  }
}
