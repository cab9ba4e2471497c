/// The way from a JSON value to one within it.
struct Place: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// One step down.
  enum Step: Hashable, Sendable {
    case member(MemberName)
    case element(ElementPosition)
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  init(arrayLiteral names: String...) { steps = names.map { .member(MemberName($0)) } }

  init(stringLiteral name: String) { steps = [.member(MemberName(name))] }

  /// The member's name, when the way is that one step.
  var onlyMember: MemberName? {
    guard steps.count == 1, case .member(let name) = steps[0] else { return nil }
    return name
  }
}

/// Where an element of an array template is found, as those whose values are absent leave no trace.
struct ElementPosition: Hashable, Sendable {
  /// Its index in the template.
  let index: Int
  /// Elements of the template.
  let count: Int
  /// Whether elements before or after it, or it itself, may be missing.
  let mayMissBefore: Bool
  let mayMissAfter: Bool
  let mayMissItself: Bool

  /// Its index among the elements that were sent; nil when that cannot be known.
  func index(among sent: Int) -> Int? {
    if sent == count { return index }
    if sent > count || mayMissItself { return nil }
    if !mayMissBefore { return index < sent ? index : nil }
    let fromEnd = count - index
    return !mayMissAfter && fromEnd <= sent ? sent - fromEnd : nil
  }

  /// Whether it is always found.
  var isCertain: Bool { !mayMissBefore || !mayMissAfter }
}
