/// The reason why an operation does not apply. The patch adds the operation's index.
struct PatchOperationError: Error {
  let message: String
  var isTest = false
}

extension JSONPatch.Operation {
  /// Applies the operation. Leaves the document incomplete when it throws.
  func apply(to document: inout JSONValue, budget: inout JSONPatchBudget) throws(PatchOperationError) {
    switch self {
    case .add(let path, let value):
      try requireDepth(JSONExtent(of: value).depth, at: path)
      try document.insert(value, at: path, budget: &budget)
    case .remove(let path):
      _ = try document.remove(at: path, budget: &budget)
    case .replace(let path, let value):
      try requireDepth(JSONExtent(of: value).depth, at: path)
      try document.change(at: path.tokens[...], of: path, budget: &budget) { (old: inout JSONValue, _) in
        old = value
      }
    case .move(let source, let target):
      guard source != target else {
        _ = try document.existing(source, budget: &budget)
        return
      }
      guard !target.tokens.starts(with: source.tokens, by: { $0.hasSameScalars(as: $1) }) else {
        throw PatchOperationError(message: "\"\(source)\" cannot be moved into itself")
      }
      let value = try document.remove(at: source, budget: &budget)
      let extent = JSONExtent(of: value)
      try budget.spend(extent.values)
      try requireDepth(extent.depth, at: target)
      try document.insert(value, at: target, budget: &budget)
    case .copy(let source, let target):
      let value = try document.existing(source, budget: &budget)
      let extent = JSONExtent(of: value)
      try budget.copy(extent)
      try requireDepth(extent.depth, at: target)
      try document.insert(value, at: target, budget: &budget)
    case .test(let path, let expected):
      let value = try document.existing(path, budget: &budget)
      guard value.isEquivalent(to: expected) else {
        throw PatchOperationError(message: "the value at \"\(path)\" is not the expected one", isTest: true)
      }
    }
  }

  private func requireDepth(_ depth: Int, at path: JSONPointer) throws(PatchOperationError) {
    guard path.tokens.count + depth <= JSONPatch.maximumDepth else {
      throw PatchOperationError(
        message: "arrays and objects would be nested more than \(JSONPatch.maximumDepth) deep")
    }
  }
}

extension JSONValue {
  fileprivate func existing(
    _ pointer: JSONPointer, budget: inout JSONPatchBudget
  ) throws(PatchOperationError) -> JSONValue {
    try budget.walk(pointer.tokens.count)
    guard let value = pointer.value(in: self) else {
      throw PatchOperationError(message: "there is no value at \"\(pointer)\"")
    }
    return value
  }

  fileprivate mutating func insert(
    _ value: JSONValue, at pointer: JSONPointer, budget: inout JSONPatchBudget
  ) throws(PatchOperationError) {
    guard let last = pointer.tokens.last else {
      self = value
      return
    }
    try change(at: pointer.tokens.dropLast(), of: pointer, budget: &budget) {
      (parent: inout JSONValue, budget: inout JSONPatchBudget) throws(PatchOperationError) in
      if var object = parent.takeObject() {
        object[last] = value
        parent = .object(object)
      } else if var elements = parent.takeElements() {
        let index = last == "-" ? elements.count : JSONPointer.arrayIndex(last)
        guard let index, index <= elements.count else {
          throw PatchOperationError(
            message: "\"\(pointer)\" is beyond the end of an array of \(elements.count) elements")
        }
        try budget.spend(elements.count - index)
        elements.insert(value, at: index)
        parent = .array(elements)
      } else {
        throw PatchOperationError(message: "the parent of \"\(pointer)\" is \(parent.kind.phrase)")
      }
    }
  }

  fileprivate mutating func remove(
    at pointer: JSONPointer, budget: inout JSONPatchBudget
  ) throws(PatchOperationError) -> JSONValue {
    guard let last = pointer.tokens.last else {
      throw PatchOperationError(message: "the whole document cannot be removed")
    }
    let removed = try existing(pointer, budget: &budget)
    try change(at: pointer.tokens.dropLast(), of: pointer, budget: &budget) {
      (parent: inout JSONValue, budget: inout JSONPatchBudget) throws(PatchOperationError) in
      if var object = parent.takeObject() {
        // A removal rebuilds the index of names, which costs more than moving the members.
        try budget.spend(object.count * 8)
        object[last] = nil
        parent = .object(object)
      } else if var elements = parent.takeElements() {
        if let index = JSONPointer.arrayIndex(last), index < elements.count {
          try budget.spend(elements.count - index)
          elements.remove(at: index)
        }
        parent = .array(elements)
      }
    }
    return removed
  }

  /// Changes the value at the tokens, which must exist. Takes each container out of its parent during the change, so
  /// that it has one owner and is not copied.
  fileprivate mutating func change(
    at tokens: ArraySlice<String>, of pointer: JSONPointer, budget: inout JSONPatchBudget,
    _ body: (inout JSONValue, inout JSONPatchBudget) throws(PatchOperationError) -> Void
  ) throws(PatchOperationError) {
    guard let token = tokens.first else { return try body(&self, &budget) }
    try budget.walk(1)
    if var object = takeObject() {
      guard var member = object[token] else {
        throw PatchOperationError(message: "there is no value at \"\(pointer)\"")
      }
      object[token] = .null
      try member.change(at: tokens.dropFirst(), of: pointer, budget: &budget, body)
      object[token] = member
      self = .object(object)
    } else if var elements = takeElements() {
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else {
        throw PatchOperationError(message: "there is no value at \"\(pointer)\"")
      }
      try elements[index].change(at: tokens.dropFirst(), of: pointer, budget: &budget, body)
      self = .array(elements)
    } else {
      throw PatchOperationError(message: "there is no value at \"\(pointer)\"")
    }
  }
}
