/// The position of an element in an array template.
///
/// Elements whose value is absent are not sent, so the index in the template can differ from the index in the
/// JSON.
struct ElementPosition: Hashable, Sendable {
  /// The index in the template.
  let index: Int
  /// The number of elements in the template.
  let count: Int
  /// Whether an element before this one can be absent.
  let mayLackEarlier: Bool
  /// Whether an element after this one can be absent.
  let mayLackLater: Bool
  /// Whether this element can be absent.
  let mayBeAbsent: Bool

  /// Returns the index among the elements that were sent; nil when it is ambiguous.
  func index(among sent: Int) -> Int? {
    if sent == count { return index }
    if sent > count || mayBeAbsent { return nil }
    if !mayLackEarlier { return index < sent ? index : nil }
    let fromEnd = count - index
    return !mayLackLater && fromEnd <= sent ? sent - fromEnd : nil
  }

  /// Whether the index can always be determined, counted from the start or from the end.
  var isCertain: Bool { !mayLackEarlier || !mayLackLater }
}
