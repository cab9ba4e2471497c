import JSONText

/// Values by their locations in a document, to visit all of them in one pass.
struct PointerTree<Value> {
  private(set) var children: [ExactString: PointerTree] = [:]
  /// The value at this location. Those below it are not visited.
  private(set) var value: Value?

  /// Nil if there are no values.
  init?(_ values: some Collection<(at: JSONPointer, value: Value)>) {
    guard !values.isEmpty else { return nil }
    for value in values { add(value.value, below: value.at.tokens[...]) }
  }

  private init() {}

  private mutating func add(_ value: Value, below tokens: ArraySlice<String>) {
    guard let token = tokens.first else {
      self.value = value
      return
    }
    children[ExactString(token), default: PointerTree()].add(value, below: tokens.dropFirst())
  }

  /// A document with other values at the locations. An object gets missing members at its end.
  /// - Parameters:
  ///   - document: nil for a missing member.
  ///   - pointer: the location of the document in the result.
  ///   - replacement: what stands for a value at a location of the result; nil to remove it.
  func replacing(
    in document: JSONValue?, at pointer: JSONPointer = .root,
    _ replacement: (Value, JSONPointer) -> JSONValue?
  ) -> JSONValue? {
    if let value { return replacement(value, pointer) }
    switch document {
    case .object(let object)?:
      var result: JSONObject = [:]
      for (name, value) in object.map({ ($0.name, $0.value) }) {
        let child = children[ExactString(name)]
        result[name] =
          child.map { $0.replacing(in: value, at: pointer.appending(name), replacement) } ?? value
      }
      for (name, child) in children where object[name.text] == nil {
        result[name.text] = child.replacing(in: nil, at: pointer.appending(name.text), replacement)
      }
      return .object(result)
    case .array(let elements)?:
      var result: [JSONValue] = []
      result.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        let child = children[ExactString(String(index))]
        // Elements that are removed move those after them.
        let value = child.map { $0.replacing(in: element, at: pointer.appending(result.count), replacement) }
        if let value = value ?? element { result.append(value) }
      }
      return .array(result)
    default: return document
    }
  }
}
