import JSONText

/// The ids of a screen's items, in their order.
struct ItemOrder {
  private(set) var ids: [String]

  /// Reads a definition, or a screen in Marquee's own format.
  /// - Parameter section: the section that is meant; nil for all.
  init(of screen: JSONValue, section: String?) {
    var lists: [JSONValue] = []
    if section == nil, let items = screen["items"] { lists.append(items) }
    for part in screen["sections"]?.arrayValue ?? [] {
      if let section, part["id"]?.stringValue?.hasSameScalars(as: section) != true { continue }
      if let items = part["items"] { lists.append(items) }
    }
    ids = lists.flatMap { $0.arrayValue ?? [] }.compactMap { $0["id"]?.stringValue }
  }

  /// Lets some come first, in their order; the rest stay behind, in theirs. An id that is not there stands in the
  /// order, too, and so does one that is given twice: it is the server's to refuse them.
  mutating func bringForward(_ first: [String]) {
    let given = Set(first.map { ExactString($0) })
    ids = first + ids.filter { !given.contains(ExactString($0)) }
  }
}
