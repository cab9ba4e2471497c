import JSONText

/// A JSON document with schemas, and an index of its resources and anchors.
struct SchemaDocument: Sendable {
  /// The document's URI, without fragment.
  let uri: URIReference
  let root: JSONValue
  /// The resources in document order; the first is the document's root.
  private(set) var resources: [SchemaResource] = []
  /// The index of each resource, by the location of its root.
  private(set) var resourceRoots: [JSONPointer: Int] = [:]
  /// The index of each resource, by its URI; of several with the same URI, the first.
  private(set) var resourceNumbers: [ExactString: Int] = [:]
  /// The errors in identifiers and anchors, and of nesting beyond ``SchemaLimits/schemaDepth``.
  private(set) var errors: [SchemaError] = []

  init(uri: URIReference, root: JSONValue) {
    self.uri = uri.withoutFragment
    self.root = root
    let dialectURI = root["$schema"]?.stringValue
    addResource(at: .root, uri: Self.identifier(of: root, base: self.uri) ?? self.uri, dialectURI: dialectURI)
    visit(root, at: .root, resource: 0, depth: 0)
  }

  /// The index of the resource that contains a location: the resource with the nearest root above it.
  func resource(at pointer: JSONPointer) -> Int {
    guard resources.count > 1 else { return 0 }
    var location: JSONPointer? = pointer
    while let current = location {
      if let resource = resourceRoots[current] { return resource }
      location = current.parent
    }
    return 0
  }

  /// The place that a fragment names in a resource: a pointer from its root, or an anchor (core §8.2). Nil for an unknown
  /// anchor. A pointer need not lead to a value.
  func pointer(of fragment: String, in resource: SchemaResource) -> JSONPointer? {
    if fragment.isEmpty { return resource.pointer }
    if fragment.utf8.first == UInt8(ascii: "/"), let inner = JSONPointer(fragment) {
      return resource.pointer.appending(inner)
    }
    return resource.anchors[ExactString(fragment)]
  }

  private mutating func addResource(at pointer: JSONPointer, uri: URIReference, dialectURI: String?) {
    resourceRoots[pointer] = resources.count
    if resourceNumbers[uri.description] == nil { resourceNumbers[uri.description] = resources.count }
    resources.append(SchemaResource(uri: uri, pointer: pointer, dialectURI: dialectURI))
  }

  private static func identifier(of schema: JSONValue, base: URIReference) -> URIReference? {
    guard let id = schema["$id"]?.stringValue else { return nil }
    return URIReference(id).resolved(against: base).withoutFragment
  }

  private mutating func visit(_ schema: JSONValue, at pointer: JSONPointer, resource: Int, depth: Int) {
    guard case .object(let members) = schema else { return }
    guard depth < SchemaLimits.schemaDepth else {
      note(.tooDeep(limit: SchemaLimits.schemaDepth), at: pointer)
      return
    }
    var resource = resource
    if let id = members["$id"]?.stringValue, !pointer.tokens.isEmpty,
      let uri = Self.identifier(of: schema, base: resources[resource].uri)
    {
      if resourceNumbers[uri.description] != nil {
        note(.duplicateIdentifier(id), at: pointer.appending("$id"))
      }
      let dialectURI = members["$schema"]?.stringValue ?? resources[resource].dialectURI
      addResource(at: pointer, uri: uri, dialectURI: dialectURI)
      resource = resources.count - 1
    }
    if let id = members["$id"]?.stringValue, URIReference(id).fragment?.isEmpty == false {
      note(.identifierWithFragment(id), at: pointer.appending("$id"))
    }
    addAnchors(of: members, at: pointer, resource: resource)
    for member in members {
      guard let shape = SubschemaKeyword.shape(of: member.name) else { continue }
      let location = pointer.appending(member.name)
      switch (shape, member.value) {
      case (.list, .array(let children)), (.schemaOrList, .array(let children)):
        for (index, child) in children.enumerated() {
          visit(child, at: location.appending(index), resource: resource, depth: depth + 1)
        }
      case (.schema, let child), (.schemaOrList, let child):
        visit(child, at: location, resource: resource, depth: depth + 1)
      case (.map, .object(let children)), (.mapOfSchemasOrNames, .object(let children)):
        for child in children {
          visit(child.value, at: location.appending(child.name), resource: resource, depth: depth + 1)
        }
      default:
        break
      }
    }
  }

  private mutating func addAnchors(of members: JSONObject, at pointer: JSONPointer, resource: Int) {
    for keyword in ["$anchor", "$dynamicAnchor"] {
      guard let name = members[keyword]?.stringValue else { continue }
      let key = ExactString(name)
      if let known = resources[resource].anchors[key], known != pointer {
        note(.duplicateAnchor(name), at: pointer.appending(keyword))
        continue
      }
      resources[resource].anchors[key] = pointer
      if keyword == "$dynamicAnchor" { resources[resource].dynamicAnchors.insert(key) }
    }
    // Draft 2019-09 core §8.2.4.2: `$recursiveAnchor: true` makes a resource's root a target of `$recursiveRef`.
    if members["$recursiveAnchor"]?.boolValue == true, pointer == resources[resource].pointer {
      resources[resource].anchors[Self.recursiveAnchor] = pointer
      resources[resource].dynamicAnchors.insert(Self.recursiveAnchor)
    }
  }

  /// The name of `$recursiveAnchor` among the anchors. It is empty, which no `$anchor` can be.
  static let recursiveAnchor = ExactString("")

  private mutating func note(_ kind: SchemaError.Kind, at pointer: JSONPointer) {
    errors.append(SchemaError(document: uri.description, pointer: pointer, kind: kind))
  }
}
