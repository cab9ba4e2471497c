/// Collects the operations from one document to another.
struct JSONPatchDifference {
  /// The bytes of a text that are one step.
  private static let bytesOfStep = 64

  private(set) var operations: [JSONPatch.Operation] = []
  /// The steps that are left.
  private(set) var steps: Int
  private let cancellation = Cancellation.current

  init(steps: Int) { self.steps = steps }

  /// Whether the operations are those of the whole difference.
  var isComplete: Bool { steps > 0 && !(cancellation?.isRequested ?? false) }

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at location: @autoclosure () -> JSONPointer) {
    guard isComplete else { return }
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, at: location())
    case (.array(let old), .array(let new)): compare(old, new, at: location())
    default: if old != new { operations.append(.replace(location(), new)) }
    }
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at location: JSONPointer) {
    steps -= old.count + new.count
    // `add` appends a member, so the common members must come first in `new`, in the same order as in `old`.
    let staying = old.names.filter { new.index(of: $0) != nil }
    let order = new.names.filter { old.index(of: $0) != nil }
    let isInOrder =
      staying.elementsEqual(order, by: { $0.hasSameScalars(as: $1) })
      && new.names.prefix(order.count).elementsEqual(order, by: { $0.hasSameScalars(as: $1) })
    guard isInOrder else {
      operations.append(.replace(location, .object(new)))
      return
    }
    for member in old where new.index(of: member.name) == nil {
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
    let (olds, news) = (old.map { hash(of: $0) }, new.map { hash(of: $0) })
    guard isComplete else { return }
    var index = 0
    var (i, j) = (0, 0)
    for kept in CommonSubsequence.pairs(olds, news) + [(old.count, new.count)] {
      // A removal next to an insertion is a changed element: compare the two instead of replacing the whole.
      while i < kept.old, j < kept.new {
        compare(old[i], new[j], at: location.appending(index))
        (i, j, index) = (i + 1, j + 1, index + 1)
      }
      while i < kept.old {
        operations.append(.remove(location.appending(index)))
        i += 1
      }
      while j < kept.new {
        operations.append(.add(location.appending(index), new[j]))
        (j, index) = (j + 1, index + 1)
      }
      (i, j, index) = (kept.old + 1, kept.new + 1, index + 1)
    }
  }

  /// A hash of everything that `==` compares. It stands for the value: the patch is checked at the end.
  private mutating func hash(of value: JSONValue) -> Int {
    var hasher = Hasher()
    combine(value, into: &hasher)
    return hasher.finalize()
  }

  private mutating func combine(_ value: JSONValue, into hasher: inout Hasher) {
    steps -= 1
    guard isComplete else { return }
    hasher.combine(value.kind)
    switch value {
    case .null: break
    case .bool(let flag): hasher.combine(flag)
    case .number(let number): combine(number.text, into: &hasher)
    case .string(let text): combine(text, into: &hasher)
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { combine(element, into: &hasher) }
    case .object(let object):
      hasher.combine(object.count)
      for member in object.members {
        combine(member.name, into: &hasher)
        combine(member.value, into: &hasher)
      }
    }
  }

  private mutating func combine(_ text: String, into hasher: inout Hasher) {
    steps -= text.utf8.count / Self.bytesOfStep
    hasher.combine(ExactString(text))
  }
}
