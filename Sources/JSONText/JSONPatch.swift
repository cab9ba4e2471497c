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

  /// Documents may not grow beyond this many values by copying.
  package static let maximumValues = 1_000_000

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
    var budget = Self.maximumValues
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

/// Why an operation does not apply; the patch adds which one.
struct JSONPatchFault: Error {
  let message: String
  var isTest = false
}

extension JSONPatch.Operation {
  fileprivate func apply(to document: inout JSONValue, budget: inout Int) throws(JSONPatchFault) {
    switch self {
    case .add(let path, let value):
      try document.insert(value, at: path.tokens[...], of: path)
    case .remove(let path):
      _ = try document.remove(at: path)
    case .replace(let path, let value):
      try document.replace(at: path.tokens[...], of: path, with: value)
    case .move(let source, let target):
      guard source != target else {
        _ = try document.existing(source)
        return
      }
      guard !target.tokens.starts(with: source.tokens, by: { $0.hasSameScalars(as: $1) }) else {
        throw JSONPatchFault(message: "\"\(source)\" cannot be moved into itself")
      }
      let value = try document.remove(at: source)
      try document.insert(value, at: target.tokens[...], of: target)
    case .copy(let source, let target):
      let value = try document.existing(source)
      budget -= value.nodeCount
      guard budget >= 0 else {
        throw JSONPatchFault(message: "copies would make more than \(JSONPatch.maximumValues) values")
      }
      try document.insert(value, at: target.tokens[...], of: target)
    case .test(let path, let expected):
      let value = try document.existing(path)
      guard value.isEquivalent(to: expected) else {
        throw JSONPatchFault(message: "the value at \"\(path)\" is not the expected one", isTest: true)
      }
    }
  }
}

extension JSONValue {
  /// How many values this one consists of, itself included.
  package var nodeCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .object(let object): object.reduce(1) { $0 + $1.value.nodeCount }
    default: 1
    }
  }

  fileprivate func existing(_ pointer: JSONPointer) throws(JSONPatchFault) -> JSONValue {
    guard let value = pointer.value(in: self) else {
      throw JSONPatchFault(message: "there is no value at \"\(pointer)\"")
    }
    return value
  }

  fileprivate mutating func insert(
    _ value: JSONValue, at tokens: ArraySlice<String>, of pointer: JSONPointer
  ) throws(JSONPatchFault) {
    guard let last = tokens.last else {
      self = value
      return
    }
    try change(at: tokens.dropLast(), of: pointer) { (parent: inout JSONValue) throws(JSONPatchFault) in
      switch parent {
      case .object(var object):
        parent = .null
        object[last] = value
        parent = .object(object)
      case .array(var elements):
        parent = .null
        let index = last == "-" ? elements.count : JSONPointer.arrayIndex(last)
        guard let index, index <= elements.count else {
          throw JSONPatchFault(message: "there is no place \"\(pointer)\" in an array of \(elements.count)")
        }
        elements.insert(value, at: index)
        parent = .array(elements)
      default:
        throw JSONPatchFault(message: "the parent of \"\(pointer)\" is \(parent.kind.phrase)")
      }
    }
  }

  fileprivate mutating func replace(
    at tokens: ArraySlice<String>, of pointer: JSONPointer, with value: JSONValue
  ) throws(JSONPatchFault) {
    try change(at: tokens, of: pointer) { (old: inout JSONValue) throws(JSONPatchFault) in old = value }
  }

  fileprivate mutating func remove(at pointer: JSONPointer) throws(JSONPatchFault) -> JSONValue {
    guard let last = pointer.tokens.last else {
      throw JSONPatchFault(message: "the whole document cannot be removed")
    }
    let removed = try existing(pointer)
    try change(at: pointer.tokens.dropLast(), of: pointer) {
      (parent: inout JSONValue) throws(JSONPatchFault) in
      switch parent {
      case .object(var object):
        object[last] = nil
        parent = .object(object)
      case .array(var elements):
        if let index = JSONPointer.arrayIndex(last), index < elements.count { elements.remove(at: index) }
        parent = .array(elements)
      default:
        break
      }
    }
    return removed
  }

  /// Changes the value at the tokens, which must exist.
  private mutating func change(
    at tokens: ArraySlice<String>, of pointer: JSONPointer,
    _ body: (inout JSONValue) throws(JSONPatchFault) -> Void
  ) throws(JSONPatchFault) {
    guard let token = tokens.first else { return try body(&self) }
    switch self {
    case .object(var object):
      guard var member = object[token] else {
        throw JSONPatchFault(message: "there is no value at \"\(pointer)\"")
      }
      try member.change(at: tokens.dropFirst(), of: pointer, body)
      object[token] = member
      self = .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else {
        throw JSONPatchFault(message: "there is no value at \"\(pointer)\"")
      }
      try elements[index].change(at: tokens.dropFirst(), of: pointer, body)
      self = .array(elements)
    default:
      throw JSONPatchFault(message: "there is no value at \"\(pointer)\"")
    }
  }
}
