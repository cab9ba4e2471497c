/// Unique ids within one screen.
struct IdentifierPool {
  /// Whether the wire format carries ids.
  ///
  /// Without them no check is needed: derived ids never collide, because the number follows the last hyphen.
  let isSent: Bool
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  init(isSent: Bool) { self.isSent = isSent }

  /// Reserves an id that the server sent. Returns false when the id is already in use.
  mutating func claim(_ id: String) -> Bool { taken.insert(id).inserted }

  /// Returns `VIEWTYPE-n` with the next free number, counting from 1. The server fills in missing ids by the
  /// same rule.
  mutating func derive(from name: String) -> String {
    var number = counts[name, default: 0]
    while true {
      number += 1
      let id = "\(name)-\(number)"
      if !isSent || taken.insert(id).inserted {
        counts[name] = number
        return id
      }
    }
  }
}
