/// Unique ids within one screen.
struct IdentifierPool {
  /// Whether the wire format carries ids.
  ///
  /// Without them no check is needed: derived ids never collide, because the number follows the last hyphen.
  let isSent: Bool
  /// The location of each id that is inside another item; an empty text for others.
  private var taken: [String: String] = [:]
  private var counts: [String: Int] = [:]

  init(isSent: Bool) { self.isSent = isSent }

  /// Reserves an id that the server sent. Returns false when the id is already in use.
  /// - Parameter location: The place inside another item. A content can be decoded twice, when the app tries
  ///   several types; the same place then gets the same id.
  mutating func claim(_ id: String, at location: String = "") -> Bool {
    if let other = taken[id] { return !other.isEmpty && other == location }
    taken[id] = location
    return true
  }

  /// Whether an id is in use.
  func contains(_ id: String) -> Bool { taken[id] != nil }

  /// Returns `VIEWTYPE-n` with the next free number, counting from 1. The server fills in missing ids by the
  /// same rule.
  mutating func derive(from name: String) -> String {
    var number = counts[name, default: 0]
    while true {
      number += 1
      let id = "\(name)-\(number)"
      if !isSent || claim(id) {
        counts[name] = number
        return id
      }
    }
  }
}
