/// Names that all differ: one that is taken gets the next free number, such as `banner-2`.
struct DistinctNames {
  private let ignoresCase: Bool
  private var taken: Set<String>
  /// The last number of each name. A recording can have one name for all its items, and each must not count from 1.
  private var numbers: [String: Int] = [:]

  /// - Parameters:
  ///   - taken: the names that are in use.
  ///   - ignoresCase: whether names that differ only in case are the same, as for files on some disks.
  init(taken: some Sequence<String> = [String](), ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    self.taken = Set(ignoresCase ? taken.map { $0.lowercased() } : Array(taken))
  }

  /// Takes a name if it is free.
  /// - Returns: whether it was.
  @discardableResult
  mutating func take(_ name: String) -> Bool { taken.insert(key(name)).inserted }

  /// Takes the name, or the name with the next free number.
  mutating func next(_ name: String) -> String {
    if take(name) { return name }
    var number = numbers[key(name)] ?? 1
    defer { numbers[key(name)] = number }
    while true {
      number += 1
      let numbered = "\(name)-\(number)"
      if take(numbered) { return numbered }
    }
  }

  private func key(_ name: String) -> String { ignoresCase ? name.lowercased() : name }
}
