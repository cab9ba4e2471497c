/// Ids that are unique in a screen.
struct IdentifierPool {
  /// Whether the wire has ids at all. Without them nothing can be taken: no two names derive the same id, as its number
  /// is what stands behind the last hyphen.
  let isSent: Bool
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  init(isSent: Bool) { self.isSent = isSent }

  /// Takes an id that was sent; false when it is taken.
  mutating func claim(_ id: String) -> Bool { taken.insert(id).inserted }

  /// `VIEWTYPE-n`, counting from 1, skipping what is taken: the rule by which the server fills ids in.
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
