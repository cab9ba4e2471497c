import JSONText

/// The ids of the items of a screen, in order.
struct ItemOrder {
  private(set) var ids: [String]

  /// Reads a definition, or a screen in Marquee's own format.
  /// - Parameter section: the id of a section; nil for all.
  init(of screen: JSONValue, section: String?) {
    var lists: [JSONValue] = []
    if section == nil, let items = screen["items"] { lists.append(items) }
    for part in screen["sections"]?.arrayValue ?? [] {
      if let section, part["id"]?.stringValue?.hasSameScalars(as: section) != true { continue }
      if let items = part["items"] { lists.append(items) }
    }
    ids = lists.flatMap { $0.arrayValue ?? [] }.compactMap { $0["id"]?.stringValue }
  }

  /// Moves items to the front. Keeps unknown and repeated ids, so that the server refuses them.
  mutating func bringForward(_ first: [String]) {
    let given = Set(first.map { ExactString($0) })
    ids = first + ids.filter { !given.contains(ExactString($0)) }
  }
}
