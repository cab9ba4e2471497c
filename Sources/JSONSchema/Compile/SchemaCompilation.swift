import JSONText
import Patterns

/// The compilation of one schema: the documents reached so far, and their nodes.
///
/// A list of pending subschemas replaces recursion, so that neither depth nor cycles of references matter.
struct SchemaCompilation {
  /// A location in a loaded document.
  struct Location: Hashable {
    let document: Int
    let pointer: JSONPointer
  }

  struct Pending {
    let node: Int
    let location: Location
    let value: JSONValue
  }

  let registry: SchemaRegistry
  let formats: SchemaCompiler.FormatMode
  /// The meta-schemas whose compilation waits for this one. They are not checked against themselves.
  let enclosingDialects: Set<ExactString>

  private(set) var documents: [SchemaDocument] = []
  private var documentNumbers: [ExactString: Int] = [:]
  /// For each document, the index of its first resource.
  private(set) var firstResources: [Int] = []
  var resources: [CompiledResource] = []
  /// The dialect of each resource.
  private(set) var dialects: [Dialect] = []
  private(set) var isResourceReached: [Bool] = []

  var nodes: [SchemaDraft] = []
  private var nodeNumbers: [Location: Int] = [:]
  private var pending: [Pending] = []

  /// The anchors that dynamic references name.
  var dynamicNames: Set<ExactString> = []
  /// The location and text of the references of each node, for the message about a cycle.
  var referenceLocations: [Int: (location: Location, text: String)] = [:]
  private(set) var errors: [SchemaError] = []
  private var remainingAutomata = SchemaLimits.automata
  private var patternSize = 0
  private var remainingNearestSearches = SchemaLimits.nearestNames

  init(
    registry: SchemaRegistry, formats: SchemaCompiler.FormatMode, enclosingDialects: Set<ExactString> = []
  ) {
    self.registry = registry
    self.formats = formats
    self.enclosingDialects = enclosingDialects
  }

  mutating func compile(_ document: SchemaDocument) throws(SchemaErrors) -> CompiledSchema {
    switch document.root {
    case .object, .bool: break
    default:
      let error = ValidationError(
        instance: .root, keyword: JSONPointer(tokens: ["type"]), absolute: Dialect.standardURI + "#/type",
        kind: .type(expected: [.object, .boolean], actual: document.root.kind))
      note(.metaSchema(error), document: document.uri.description, pointer: .root)
      throw SchemaErrors(errors: errors)
    }
    let number = load(document)
    let root = node(at: Location(document: number, pointer: .root), value: document.root)
    repeat {
      while let next = pending.popLast() {
        guard nodes.count <= SchemaLimits.nodes, patternSize <= SchemaLimits.patternSize else {
          note(.tooLarge(limit: SchemaLimits.nodes), document: document.uri.description, pointer: .root)
          throw SchemaErrors(errors: errors)
        }
        build(next)
      }
      addDynamicAnchors()
    } while !pending.isEmpty
    for loop in EndlessReferences.find(in: nodes) {
      guard let (location, text) = referenceLocations[loop] else { continue }
      note(.endlessReference(text), at: location)
    }
    guard errors.isEmpty else { throw SchemaErrors(errors: errors) }
    return CompiledSchema(
      nodes: nodes.map { SchemaNode($0, among: nodes) }, resources: resources, root: root,
      tracksScope: !dynamicNames.isEmpty)
  }

  // MARK: Documents

  /// Finds the resource with a URI: the index of its document, and its index in that document. Loads the document if
  /// necessary.
  mutating func resource(uri: String) -> (document: Int, resource: Int)? {
    let number: Int
    if let known = documentNumbers[uri] {
      number = known
    } else if let document = registry.document(uri: uri) {
      number = documentNumbers[document.uri.description] ?? load(document)
    } else {
      return nil
    }
    return (number, documents[number].resourceNumbers[uri] ?? 0)
  }

  /// All URIs that a reference can name.
  var knownURIs: [String] {
    Set(documentNumbers.keys).union(registry.uris.map { ExactString($0) }).map(\.text)
  }

  /// Whether to search the nearest name for an unresolved reference. False after ``SchemaLimits/nearestNames`` calls.
  mutating func takeNearestNameSearch() -> Bool {
    remainingNearestSearches -= 1
    return remainingNearestSearches >= 0
  }

  private mutating func load(_ document: SchemaDocument) -> Int {
    let number = documents.count
    documents.append(document)
    documentNumbers[document.uri.description] = number
    firstResources.append(resources.count)
    for resource in document.resources {
      let uri = resource.uri.description
      if documentNumbers[uri] == nil { documentNumbers[uri] = number }
      resources.append(CompiledResource(uri: uri))
      isResourceReached.append(false)
      dialects.append(dialect(of: resource, in: document))
    }
    for error in document.errors { append(error) }
    checkAgainstMetaSchema(document)
    return number
  }

  private mutating func dialect(of resource: SchemaResource, in document: SchemaDocument) -> Dialect {
    do {
      return try MetaSchema.dialect(uri: resource.dialectURI, registry: registry)
    } catch {
      let location = resource.pointer.appending("$schema")
      // A resource that inherits its dialect would repeat the error of the other resource.
      if location.value(in: document.root) != nil {
        note(error, document: document.uri.description, pointer: location)
      }
      return .standard
    }
  }

  private mutating func checkAgainstMetaSchema(_ document: SchemaDocument) {
    let uri = document.resources.first?.dialectURI
    let known = MetaSchema.documents[document.uri.description] != nil
    guard !known,
      let metaSchema = MetaSchema.compiled(uri: uri, registry: registry, enclosing: enclosingDialects)
    else { return }
    for error in metaSchema.validate(document.root, limit: SchemaLimits.errors) {
      note(.metaSchema(error), document: document.uri.description, pointer: error.instanceLocation)
    }
  }

  // MARK: Nodes

  /// The node for a location. Creates it and adds it to the pending list when it is new.
  ///
  /// - Parameter enclosing: the resource of the subschema directly around it, if known.
  mutating func node(at location: Location, value: JSONValue, enclosing: Int? = nil) -> Int {
    if let known = nodeNumbers[location] { return known }
    let document = documents[location.document]
    let local =
      enclosing.map { document.resourceRoots[location.pointer] ?? $0 - firstResources[location.document] }
      ?? document.resource(at: location.pointer)
    let resource = firstResources[location.document] + local
    isResourceReached[resource] = true
    let depth = document.resources[local].pointer.tokens.count
    let number = nodes.count
    nodes.append(
      SchemaDraft(
        resource: resource, pointer: JSONPointer(tokens: Array(location.pointer.tokens.dropFirst(depth)))))
    nodeNumbers[location] = number
    pending.append(Pending(node: number, location: location, value: value))
    return number
  }

  /// Adds to each reached resource the nodes of the dynamic anchors that references name.
  private mutating func addDynamicAnchors() {
    guard !dynamicNames.isEmpty else { return }
    for (number, document) in documents.enumerated() {
      for (local, resource) in document.resources.enumerated() {
        let global = firstResources[number] + local
        guard isResourceReached[global] else { continue }
        for name in resource.dynamicAnchors where dynamicNames.contains(name) {
          guard resources[global].dynamicAnchors[name] == nil, let pointer = resource.anchors[name],
            let value = pointer.value(in: document.root)
          else { continue }
          resources[global].dynamicAnchors[name] = node(
            at: Location(document: number, pointer: pointer), value: value)
        }
      }
    }
  }

  // MARK: Patterns

  /// The work limit for the automaton of the next pattern. 0 after ``SchemaLimits/automata`` calls.
  mutating func takeAutomatonWork() -> Int {
    remainingAutomata -= 1
    return remainingAutomata >= 0 ? Pattern.automatonWork : 0
  }

  mutating func spendOnPattern(_ size: Int) { patternSize += size }

  // MARK: Faults

  mutating func note(_ kind: SchemaError.Kind, at location: Location) {
    note(kind, document: documents[location.document].uri.description, pointer: location.pointer)
  }

  private mutating func note(_ kind: SchemaError.Kind, document: String, pointer: JSONPointer) {
    append(SchemaError(document: document, pointer: pointer, kind: kind))
  }

  private mutating func append(_ error: SchemaError) {
    if errors.count < SchemaLimits.errors { errors.append(error) }
  }
}
