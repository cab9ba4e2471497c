/// The position of an element in an array template.
///
/// Elements whose value is absent are not sent, so the index in the template can differ from the index in the
/// JSON.
struct ElementPosition: Hashable, Sendable {
  /// An element of the template.
  struct Element: Hashable, Sendable {
    /// The kinds of values that are sent for it.
    let kinds: JSONKinds
    let mayBeAbsent: Bool
  }

  /// The index in the template.
  let index: Int
  /// All elements of the template.
  let elements: [Element]

  /// Returns the index among the elements that were sent; nil when the element is absent or its index is ambiguous.
  /// - Parameter sent: The kinds of the elements that were sent.
  func index(among sent: [JSONKinds]) -> Int? {
    guard sent.count <= elements.count else { return nil }
    let before = reachable(elements[..<index], sent)
    let after = reachable(elements[(index + 1)...].reversed(), sent.reversed())
    let element = elements[index]
    // An index counts when the elements on both sides account for all others that were sent.
    let indices = sent.indices.filter {
      element.kinds.isSuperset(of: sent[$0]) && before.contains($0) && after.contains(sent.count - 1 - $0)
    }
    guard indices.count == 1 else { return nil }
    if element.mayBeAbsent, before.contains(where: { after.contains(sent.count - $0) }) { return nil }
    return indices.first
  }

  /// The numbers of sent elements, counted from the start, that some elements of the template can account for.
  private func reachable(_ elements: some Sequence<Element>, _ sent: [JSONKinds]) -> Set<Int> {
    var counts: Set = [0]
    for element in elements {
      var next = element.mayBeAbsent ? counts : []
      for count in counts where count < sent.count && element.kinds.isSuperset(of: sent[count]) {
        next.insert(count + 1)
      }
      counts = next
    }
    return counts
  }

  /// Whether the index can always be determined, counted from the start or from the end.
  var isCertain: Bool {
    !elements[..<index].contains(where: \.mayBeAbsent)
      || !elements[(index + 1)...].contains(where: \.mayBeAbsent)
  }
}
