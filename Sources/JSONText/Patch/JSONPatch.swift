/// JSON Patch (RFC 6902): a list of operations, which are applied in order, all or none.
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

  /// The number of values that all copies together can add to a document.
  package static let maximumValues = 1_000_000
  /// The bytes of names, strings and numbers that all copies together can add to a document.
  package static let maximumBytes = 8 * 1_048_576
  /// The elements and members that all operations together can move: those behind an insertion or removal, and the
  /// parts of a moved value. Each token of a path counts as sixteen. Less than a second of work.
  package static let maximumSteps = 50_000_000
  /// The largest nesting depth of the result, the same as the parser's.
  package static let maximumDepth = JSONParser.defaultDepth

  package init(operations: [Operation]) { self.operations = operations }

  /// Reads a patch document. Ignores members that an operation does not use, as RFC 6902 §4 requires.
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
    _ entry: JSONValue, at location: JSONPointer
  ) throws(JSONPatchError) -> Operation {
    guard case .object(let members) = entry else {
      throw JSONPatchError(.malformed, at: location, "an operation is an object, not \(entry.kind.phrase)")
    }
    guard let named = members["op"] else {
      throw JSONPatchError(.malformed, at: location, "the operation has no member \"op\"")
    }
    let path = try pointer("path", of: members, at: location)
    switch named.stringValue {
    case "add": return .add(path, try value(of: members, at: location))
    case "remove": return .remove(path)
    case "replace": return .replace(path, try value(of: members, at: location))
    case "move": return .move(from: try pointer("from", of: members, at: location), to: path)
    case "copy": return .copy(from: try pointer("from", of: members, at: location), to: path)
    case "test": return .test(path, try value(of: members, at: location))
    default:
      throw JSONPatchError(
        .malformed, at: location.appending("op"), "unknown operation \(named.text)",
        hint: "one of add, remove, replace, move, copy, test")
    }
  }

  private static func pointer(
    _ name: String, of members: JSONObject, at location: JSONPointer
  ) throws(JSONPatchError) -> JSONPointer {
    guard let value = members[name] else {
      throw JSONPatchError(.malformed, at: location, "the operation has no member \"\(name)\"")
    }
    guard let text = value.stringValue, let pointer = JSONPointer(text) else {
      throw JSONPatchError(
        .malformed, at: location.appending(name), "\(value.text) is not a JSON Pointer",
        hint: "a pointer is empty or begins with \"/\"; in a name, ~0 stands for ~ and ~1 for /")
    }
    return pointer
  }

  private static func value(
    of members: JSONObject, at location: JSONPointer
  ) throws(JSONPatchError) -> JSONValue {
    guard let value = members["value"] else {
      throw JSONPatchError(.malformed, at: location, "the operation has no member \"value\"")
    }
    return value
  }

  /// Applies all operations and returns the new document.
  /// - Throws: ``JSONPatchError`` of the first operation that does not apply.
  package func apply(to document: JSONValue) throws(JSONPatchError) -> JSONValue {
    var result = document
    var budget = JSONPatchBudget()
    for (index, operation) in operations.enumerated() {
      do throws(PatchOperationError) {
        try operation.apply(to: &result, budget: &budget)
      } catch {
        throw JSONPatchError(
          error.isTest ? .testFailed : .notApplicable, at: JSONPointer.root.appending(index), error.message)
      }
    }
    return result
  }
}
