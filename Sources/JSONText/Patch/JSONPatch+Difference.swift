extension JSONPatch {
  /// A patch from one document to another: applied to `old` it gives exactly `new`, including the order of members.
  ///
  /// It descends into the objects and arrays that both documents have at the same location. The longest common
  /// subsequence of two arrays gives their unchanged elements; large arrays are compared index by index. The patch is
  /// not always the shortest possible, because it has no `move`.
  package static func difference(from old: JSONValue, to new: JSONValue) -> JSONPatch {
    var difference = JSONPatchDifference()
    difference.compare(old, new, at: .root)
    let patch = JSONPatch(operations: difference.operations)
    // Many removals from a large array exceed the limits of `apply`. A single `replace` moves no elements.
    guard let made = try? patch.apply(to: old), made == new else {
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

/// Collects the operations from one document to another.
private struct JSONPatchDifference {
  /// The largest table of the longest common subsequence, in cells: some milliseconds.
  private static let maximumCells = 250_000

  var operations: [JSONPatch.Operation] = []

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at location: JSONPointer) {
    if old == new { return }
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, at: location)
    case (.array(let old), .array(let new)): compare(old, new, at: location)
    default: operations.append(.replace(location, new))
    }
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at location: JSONPointer) {
    // `add` appends a member, so the common members must come first in `new`, in the same order as in `old`.
    let staying = old.names.filter { new[$0] != nil }
    let order = new.names.filter { old[$0] != nil }
    let isInOrder =
      staying.elementsEqual(order, by: { $0.hasSameScalars(as: $1) })
      && new.names.prefix(order.count).elementsEqual(order, by: { $0.hasSameScalars(as: $1) })
    guard isInOrder else {
      operations.append(.replace(location, .object(new)))
      return
    }
    for member in old where new[member.name] == nil {
      operations.append(.remove(location.appending(member.name)))
    }
    for member in new {
      if let before = old[member.name] {
        compare(before, member.value, at: location.appending(member.name))
      } else {
        operations.append(.add(location.appending(member.name), member.value))
      }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at location: JSONPointer) {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let olds = Array(old[head..<(old.count - tail)])
    let news = Array(new[head..<(new.count - tail)])
    // A removal next to an insertion is a changed element: compare the two instead of replacing the whole.
    var index = head
    var pairs = Self.script(olds, news)[...]
    while let step = pairs.popFirst() {
      switch (step, pairs.first) {
      case (.keep, _): index += 1
      case (.remove(let before), .insert(let after)?), (.insert(let after), .remove(let before)?):
        pairs = pairs.dropFirst()
        compare(before, after, at: location.appending(index))
        index += 1
      case (.remove, _): operations.append(.remove(location.appending(index)))
      case (.insert(let value), _):
        operations.append(.add(location.appending(index), value))
        index += 1
      }
    }
  }

  private enum Step {
    case keep
    case remove(JSONValue)
    case insert(JSONValue)
  }

  /// The steps from one array to the other.
  private static func script(_ old: [JSONValue], _ new: [JSONValue]) -> [Step] {
    let (cells, overflow) = (old.count + 1).multipliedReportingOverflow(by: new.count + 1)
    guard !overflow, cells <= maximumCells else {
      let both = min(old.count, new.count)
      return zip(old, new).flatMap { $0 == $1 ? [.keep] : [Step.remove($0), .insert($1)] }
        + old.dropFirst(both).map { .remove($0) } + new.dropFirst(both).map { .insert($0) }
    }
    let width = new.count + 1
    // At (i, j): the length of the longest common subsequence of old[i...] and new[j...].
    var lengths = [Int32](repeating: 0, count: cells)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        lengths[i * width + j] =
          old[i] == new[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, j < new.count, old[i] == new[j] {
        steps.append(.keep)
        (i, j) = (i + 1, j + 1)
      } else if j == new.count
        || (i < old.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
      {
        steps.append(.remove(old[i]))
        i += 1
      } else {
        steps.append(.insert(new[j]))
        j += 1
      }
    }
    return steps
  }
}
