extension JSONPatch {
  /// A patch from one document to another: applied to `old` it gives exactly `new`, including the order of members.
  ///
  /// It descends into the objects and arrays that both documents have at the same location. A common subsequence of
  /// two arrays gives their unchanged elements: the longest one, or in large arrays one found in O(n log n). The patch
  /// is not always the shortest possible, because it has no `move`.
  package static func difference(from old: JSONValue, to new: JSONValue) -> JSONPatch {
    var steps = maximumDifferenceSteps
    return difference(from: old, to: new, steps: &steps)
  }

  /// The values that one difference, or several together, may read to compare the elements of arrays. A value counts
  /// once for each array around it that has changed. Two documents of a megabyte have at most a million values; arrays
  /// in hundreds of arrays would take hundreds of times as long.
  package static let maximumDifferenceSteps = 6_000_000

  /// - Parameter steps: the steps that are left. Without any, the patch replaces the whole document.
  package static func difference(
    from old: JSONValue, to new: JSONValue, steps: inout Int
  ) -> JSONPatch {
    if old == new { return JSONPatch(operations: []) }
    var difference = JSONPatchDifference(steps: steps)
    difference.compare(old, new, at: .root)
    steps = difference.steps
    let patch = JSONPatch(operations: difference.operations)
    // Many removals from a large array exceed the limits of `apply`. A single `replace` moves no elements.
    guard difference.isComplete, let made = try? patch.apply(to: old), made == new else {
      return JSONPatch(operations: [.replace(.root, new)])
    }
    return patch
  }

  /// The patch document.
  package var json: JSONValue { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  fileprivate var json: JSONValue {
    switch self {
    case .add(let path, let value):
      ["op": "add", "path": .string(path.description), "value": value]
    case .remove(let path):
      ["op": "remove", "path": .string(path.description)]
    case .replace(let path, let value):
      ["op": "replace", "path": .string(path.description), "value": value]
    case .move(let source, let target):
      ["op": "move", "from": .string(source.description), "path": .string(target.description)]
    case .copy(let source, let target):
      ["op": "copy", "from": .string(source.description), "path": .string(target.description)]
    case .test(let path, let value):
      ["op": "test", "path": .string(path.description), "value": value]
    }
  }
}
