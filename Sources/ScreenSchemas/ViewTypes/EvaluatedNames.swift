import JSONText

/// The names of the members that a schema evaluates, for `unevaluatedProperties` (JSON Schema 2020-12 core §11.3).
struct EvaluatedNames {
  /// The schemas of all view types, for references.
  let documents: [String: JSONValue]
  private(set) var names: [String] = []
  private(set) var patterns: [String] = []
  private var remaining = 200

  init(documents: [String: JSONValue]) { self.documents = documents }

  /// Adds the names that a schema and its branches evaluate.
  /// - Returns: false if they cannot be listed.
  mutating func add(_ schema: JSONValue, in viewType: String) -> Bool {
    guard case .object(let object) = schema else { return true }
    remaining -= 1
    // References can be circular.
    guard remaining > 0, object["additionalProperties"] == nil, object["$dynamicRef"] == nil,
      object["$id"] == nil || remaining == 199
    else { return false }
    names += (object["properties"]?.objectValue ?? [:]).map(\.name)
    patterns += (object["patternProperties"]?.objectValue ?? [:]).map(\.name)
    var branches = ["allOf", "anyOf", "oneOf"].flatMap { object[$0]?.arrayValue ?? [] }
    branches += ["if", "then", "else"].compactMap { object[$0] }
    branches += (object["dependentSchemas"]?.objectValue ?? [:]).map(\.value)
    for branch in branches where !add(branch, in: viewType) { return false }
    guard let reference = object["$ref"]?.stringValue else { return true }
    // References to anchors and to other documents are not followed.
    guard reference.hasPrefix("#"), let pointer = JSONPointer(String(reference.dropFirst())),
      let root = documents[viewType], let target = pointer.value(in: root)
    else { return false }
    return add(target, in: viewType)
  }
}
