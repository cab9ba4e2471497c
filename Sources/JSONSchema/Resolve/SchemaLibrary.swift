package import JSONText

/// Schema documents whose references lead to each other, for readers that need more than a validation: previews,
/// generators, editors, comparisons.
///
/// Nothing is compiled or checked, so the documents can have errors. Each subschema is resolved when a reader first
/// reaches it, and only then. It is equal to itself whichever path led to it, so that readers recognize cycles.
package final class SchemaLibrary {
  /// A subschema.
  private struct Node {
    let place: Place
    /// The index of its resource in the document.
    let resource: Int
    let value: JSONValue
    /// The target of `$ref`, once it is resolved.
    var reference: Int??
    var parts: [Step: Int] = [:]
    var inPlace: [AppliedNode]?
  }

  private struct Place: Hashable {
    let document: Int
    let pointer: JSONPointer
  }

  /// The way from a schema to one of its parts.
  private struct Step: Hashable {
    let keyword: ExactString
    /// The name or index in the keyword's value; nil for the whole value.
    let token: ExactString?
  }

  /// A node that a keyword applies.
  struct AppliedNode {
    let keyword: String
    let node: Int
  }

  private let registry: SchemaRegistry
  private var documents: [SchemaDocument] = []
  private var documentNumbers: [ExactString: Int] = [:]
  private var nodes: [Node] = []
  private var numbers: [Place: Int] = [:]

  package init(_ registry: SchemaRegistry) { self.registry = registry }

  /// - Parameter documents: the documents by URI.
  package convenience init(_ documents: [String: JSONValue]) {
    var registry = SchemaRegistry()
    // Of two resources with the same URI one counts, and always the same one.
    for (uri, document) in documents.sorted(by: { $0.key < $1.key }) {
      registry.add(uri: uri, document: document)
    }
    self.init(registry)
  }

  /// The schema with a URI: a document or a resource embedded in one.
  package func schema(at uri: String) -> ResolvedSchema? {
    target(of: URIReference(uri), from: nil).map { ResolvedSchema(library: self, node: $0) }
  }

  /// The value at a place as a schema.
  package func schema(at location: SchemaLocation) -> ResolvedSchema? {
    guard let document = number(ofDocument: location.document) else { return nil }
    return node(at: Place(document: document, pointer: location.pointer)).map {
      ResolvedSchema(library: self, node: $0)
    }
  }

  // MARK: Nodes

  func value(of node: Int) -> JSONValue { nodes[node].value }

  func location(of node: Int) -> SchemaLocation {
    let place = nodes[node].place
    return SchemaLocation(document: documents[place.document].uri.description, pointer: place.pointer)
  }

  func dialect(of node: Int) -> String? {
    documents[nodes[node].place.document].resources[nodes[node].resource].dialectURI
  }

  /// The part of a schema in the value of a keyword; nil if there is none.
  func part(of node: Int, _ keyword: String, _ token: String?) -> Int? {
    let step = Step(keyword: ExactString(keyword), token: token.map { ExactString($0) })
    if let known = nodes[node].parts[step] { return known }
    guard let whole = nodes[node].value[keyword] else { return nil }
    let rest = JSONPointer(tokens: [token].compactMap(\.self))
    guard let value = rest.value(in: whole) else { return nil }
    let pointer = nodes[node].place.pointer.appending(keyword).appending(rest)
    let part = self.node(
      at: Place(document: nodes[node].place.document, pointer: pointer), value: value,
      enclosing: nodes[node].resource)
    nodes[node].parts[step] = part
    return part
  }

  /// The value of a member or an element.
  func value(_ token: String, in node: Int) -> Int? {
    let place = nodes[node].place
    return self.node(at: Place(document: place.document, pointer: place.pointer.appending(token)))
  }

  /// The target of a schema's `$ref`; nil if there is none.
  func reference(of node: Int) -> Int? {
    if let known = nodes[node].reference { return known }
    let found = nodes[node].value["$ref"]?.stringValue.flatMap { target(of: $0, from: node) }
    nodes[node].reference = .some(found)
    return found
  }

  /// The schemas that a schema applies to the same value.
  func inPlace(of node: Int) -> [AppliedNode] {
    if let known = nodes[node].inPlace { return known }
    guard case .object(let keywords) = nodes[node].value else { return [] }
    var found: [AppliedNode] = []
    if let target = reference(of: node) { found.append(AppliedNode(keyword: "$ref", node: target)) }
    for keyword in Self.inPlaceKeywords where keywords[keyword] != nil {
      found += parts(of: node, keyword).map { AppliedNode(keyword: keyword, node: $0.node) }
    }
    nodes[node].inPlace = found
    return found
  }

  /// The keywords that apply their parts to the same value (core §10.2).
  private static let inPlaceKeywords = [
    "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "not",
  ]

  /// The schemas in the value of a keyword, each with its name or index; the name is empty for a keyword whose value is
  /// one schema.
  func parts(of node: Int, _ keyword: String) -> [(name: String, node: Int)] {
    guard let value = nodes[node].value[keyword] else { return [] }
    let names: [String]
    switch (SubschemaKeyword.shape(of: keyword), value) {
    case (.list, .array(let elements)), (.schemaOrList, .array(let elements)):
      names = elements.indices.map { String($0) }
    case (.map, .object(let members)): names = Array(members.names)
    case (.mapOfSchemasOrNames, .object(let members)):
      names = members.filter { $0.value.kind != .array }.map(\.name)
    case (.schema, _), (.schemaOrList, _):
      return part(of: node, keyword, nil).map { [("", $0)] } ?? []
    default: names = []
    }
    return names.compactMap { name in part(of: node, keyword, name).map { (name, $0) } }
  }

  /// The node for a place that a pointer leads to; nil if there is no value.
  private func node(at place: Place) -> Int? {
    if let known = numbers[place] { return known }
    guard let value = place.pointer.value(in: documents[place.document].root) else { return nil }
    return node(at: place, value: value, enclosing: documents[place.document].resource(at: place.pointer))
  }

  private func node(at place: Place, value: JSONValue, enclosing: Int) -> Int {
    if let known = numbers[place] { return known }
    let resource = documents[place.document].resourceRoots[place.pointer] ?? enclosing
    nodes.append(Node(place: place, resource: resource, value: value))
    numbers[place] = nodes.count - 1
    return nodes.count - 1
  }

  // MARK: References (core §8.2)

  /// The target of a reference in a schema; nil if there is none.
  func target(of text: String, from node: Int) -> Int? {
    target(of: uri(of: text, in: node), from: nodes[node].place.document)
  }

  /// The URI that a reference in a schema means.
  func uri(of text: String, in node: Int) -> URIReference {
    let document = documents[nodes[node].place.document]
    return URIReference(text).resolved(against: document.resources[nodes[node].resource].uri)
  }

  /// - Parameter origin: the document with the reference. It is preferred to another one with the same URI.
  private func target(of reference: URIReference, from origin: Int?) -> Int? {
    let uri = ExactString(reference.withoutFragment.description)
    let resource: Int
    let document: Int
    if let origin, let own = documents[origin].resourceNumbers[uri] {
      (document, resource) = (origin, own)
    } else if let other = number(ofDocument: uri.text) {
      (document, resource) = (other, documents[other].resourceNumbers[uri] ?? 0)
    } else {
      return nil
    }
    guard let fragment = reference.decodedFragment,
      let pointer = documents[document].pointer(of: fragment, in: documents[document].resources[resource])
    else { return nil }
    return node(at: Place(document: document, pointer: pointer))
  }

  private func number(ofDocument uri: String) -> Int? {
    if let known = documentNumbers[ExactString(uri)] { return known }
    guard let document = registry.document(uri: uri) else { return nil }
    let name = ExactString(document.uri.description)
    let number = documentNumbers[name] ?? documents.count
    if number == documents.count { documents.append(document) }
    documentNumbers[name] = number
    documentNumbers[ExactString(uri)] = number
    return number
  }
}
