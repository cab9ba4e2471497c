/// JSON Patch (RFC 6902): a list of operations, applied in order, all or none.
package struct JSONPatch: Sendable, Equatable {
  package let operations: [Operation]

  /// One operation (RFC 6902 §4).
  package enum Operation: Sendable, Equatable {
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONValue)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    case test(JSONPointer, JSONValue)
  }

  /// Values that copies may add to a document in all.
  package static let maximumValues = 1_000_000
  /// Bytes of names, strings and numbers that copies may add to a document in all.
  package static let maximumBytes = 8 * 1_048_576
  /// Elements and members that may be moved in all: the places behind one that is inserted or removed, and the parts of
  /// a value that is moved. About a second's work.
  package static let maximumSteps = 50_000_000
  /// Arrays and objects of the result may be nested as deep as the parser's own.
  package static let maximumDepth = JSONParser.defaultDepth

  package init(operations: [Operation]) { self.operations = operations }

  /// Reads a patch document. Members that an operation does not use are ignored, as RFC 6902 §4 demands.
  /// - Throws: ``JSONPatchError`` that points into the patch.
  package init(_ document: JSONValue) throws(JSONPatchError) {
    guard let list = document.arrayValue else {
      throw JSONPatchError(
        .malformed, at: .root, "a JSON Patch is an array of operations, not \(document.kind.phrase)")
    }
    var operations: [Operation] = []
    operations.reserveCapacity(list.count)
    for (index, entry) in list.enumerated() {
      operations.append(try Self.operation(entry, at: JSONPointer.root.appending(index)))
    }
    self.operations = operations
  }

  private static func operation(
    _ entry: JSONValue, at place: JSONPointer
  ) throws(JSONPatchError) -> Operation {
    guard case .object(let members) = entry else {
      throw JSONPatchError(.malformed, at: place, "an operation is an object, not \(entry.kind.phrase)")
    }
    guard let named = members["op"] else {
      throw JSONPatchError(.malformed, at: place, "the operation has no member \"op\"")
    }
    let path = try pointer("path", of: members, at: place)
    switch named.stringValue {
    case "add": return .add(path, try value(of: members, at: place))
    case "remove": return .remove(path)
    case "replace": return .replace(path, try value(of: members, at: place))
    case "move": return .move(from: try pointer("from", of: members, at: place), to: path)
    case "copy": return .copy(from: try pointer("from", of: members, at: place), to: path)
    case "test": return .test(path, try value(of: members, at: place))
    default:
      throw JSONPatchError(
        .malformed, at: place.appending("op"), "unknown operation \(named.text)",
        hint: "one of add, remove, replace, move, copy, test")
    }
  }

  private static func pointer(
    _ name: String, of members: JSONObject, at place: JSONPointer
  ) throws(JSONPatchError) -> JSONPointer {
    guard let value = members[name] else {
      throw JSONPatchError(.malformed, at: place, "the operation has no member \"\(name)\"")
    }
    guard let text = value.stringValue, let pointer = JSONPointer(text) else {
      throw JSONPatchError(
        .malformed, at: place.appending(name), "\(value.text) is no JSON Pointer",
        hint: "a pointer is empty or begins with \"/\"")
    }
    return pointer
  }

  private static func value(
    of members: JSONObject, at place: JSONPointer
  ) throws(JSONPatchError) -> JSONValue {
    guard let value = members["value"] else {
      throw JSONPatchError(.malformed, at: place, "the operation has no member \"value\"")
    }
    return value
  }

  /// The document after all operations.
  /// - Throws: ``JSONPatchError`` of the first operation that does not apply.
  package func apply(to document: JSONValue) throws(JSONPatchError) -> JSONValue {
    var result = document
    var budget = JSONPatchBudget()
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatchFault) {
        try operation.apply(to: &result, budget: &budget)
      } catch {
        throw JSONPatchError(
          error.isTest ? .testFailed : .notApplicable, at: JSONPointer.root.appending(index), error.message)
      }
    }
    return result
  }
}
