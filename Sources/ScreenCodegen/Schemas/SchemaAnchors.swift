import JSONText

/// The anchors of all schemas (JSON Schema 2020-12 core §8.2.2).
struct SchemaAnchors {
  private var pointers: [ExactString: [ExactString: JSONPointer]] = [:]

  mutating func collect(from schema: JSONValue, of document: String) {
    var found: [ExactString: JSONPointer] = [:]
    var pending: [(JSONValue, JSONPointer)] = [(schema, .root)]
    while let (schema, pointer) = pending.popLast() {
      for keyword in ["$anchor", "$dynamicAnchor"] {
        if let name = schema[keyword]?.stringValue { found[ExactString(name)] = pointer }
      }
      guard pointer.tokens.isEmpty || schema["$id"] == nil else { continue }
      for (part, path) in Subschemas.of(schema) {
        pending.append((part, JSONPointer(tokens: pointer.tokens + path)))
      }
    }
    pointers[ExactString(document)] = found
  }

  func pointer(of anchor: String, in document: String) -> JSONPointer? {
    pointers[ExactString(document)]?[ExactString(anchor)]
  }
}
