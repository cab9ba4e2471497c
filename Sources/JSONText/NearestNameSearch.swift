/// The search for the known name that is nearest to one name.
package struct NearestNameSearch {
  /// Longer names are not compared: the cost grows with the product of the lengths.
  private static let maximumLength = 200

  /// The steps of one search: the characters that it reads and the pairs of characters that it compares. A response
  /// has the hints of at most a hundred errors, which together take about a quarter of a second.
  static let maximumSteps = 300_000

  private let name: String
  private let wanted: [Unicode.Scalar]
  private let share: Int
  /// The steps that are left.
  package private(set) var steps = maximumSteps

  // Kept, so that a comparison allocates nothing.
  private var letters: [Unicode.Scalar] = []
  private var rows = [[Int]](repeating: Array(repeating: 0, count: maximumLength + 1), count: 3)

  package init(for name: String, share: Int) {
    self.name = name
    self.share = share
    wanted = Array(name.unicodeScalars.prefix(Self.maximumLength + 1))
    letters.reserveCapacity(4 * Self.maximumLength)
  }

  package mutating func nearest(among known: [String]) -> String? {
    guard !wanted.isEmpty, wanted.count <= Self.maximumLength else { return nil }
    if let same = sameButForCase(among: known) { return same }
    var best: (name: String, distance: Int, prefix: Int)?
    for candidate in known {
      // A scalar has at most four bytes.
      guard candidate.utf8.count <= 4 * Self.maximumLength else { continue }
      letters.removeAll(keepingCapacity: true)
      letters.append(contentsOf: candidate.unicodeScalars)
      steps -= 1 + letters.count
      guard steps > 0 else { break }
      let longer = max(wanted.count, letters.count)
      let bound = min(max(1, (longer + share / 2) / share), longer - 1, best?.distance ?? .max)
      guard letters.count <= Self.maximumLength, abs(wanted.count - letters.count) <= bound else { continue }
      var prefix = 0
      while prefix < min(wanted.count, letters.count), wanted[prefix] == letters[prefix] { prefix += 1 }
      guard let distance = distance(after: prefix, bound: bound) else { continue }
      if let found = best {
        guard
          (distance, -prefix, candidate) < (found.distance, -found.prefix, found.name)
        else { continue }
      }
      best = (candidate, distance, prefix)
    }
    return best?.name
  }

  private func sameButForCase(among known: [String]) -> String? {
    let length = name.utf8.count
    let lowercased = name.lowercased()
    return known.filter { candidate in
      // Comparing the bytes first is much quicker than changing the case of all.
      candidate.utf8.count == length
        && zip(candidate.utf8, name.utf8).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 || $0 >= 0x80 }
        && candidate.lowercased() == lowercased
    }.min()
  }

  /// Optimal string alignment distance; nil when it is larger than the bound, or when no steps are left.
  /// - Parameter prefix: the number of first characters that are the same in both.
  private mutating func distance(after prefix: Int, bound: Int) -> Int? {
    let (height, width) = (wanted.count - prefix, letters.count - prefix)
    guard height > 0, width > 0 else { return max(height, width) <= bound ? max(height, width) : nil }
    // Cells further than the bound from the diagonal cannot be on a path of that length.
    let far = bound + 1
    var (beforeLast, last, current) = (0, 1, 2)
    for column in 0...width {
      rows[last][column] = min(column, far)
      rows[beforeLast][column] = far
      rows[current][column] = far
    }
    var leastBefore = 0
    for i in 0..<height {
      let first = max(0, i - bound)
      let end = min(width, i + bound + 1)
      guard first < end else { return nil }
      steps -= end - first
      guard steps > 0 else { return nil }
      rows[current][first] = first == 0 ? min(i + 1, far) : far
      var least = rows[current][first]
      for j in first..<end {
        let (a, b) = (wanted[prefix + i], letters[prefix + j])
        var cost = min(rows[last][j + 1] + 1, rows[current][j] + 1, rows[last][j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == letters[prefix + j - 1], wanted[prefix + i - 1] == b {
          cost = min(cost, rows[beforeLast][j - 1] + 1)
        }
        rows[current][j + 1] = min(cost, far)
        least = min(least, cost)
      }
      // A swap of neighbours continues from the row before the last.
      if least > bound, leastBefore > bound { return nil }
      leastBefore = least
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return rows[last][width] <= bound ? rows[last][width] : nil
  }
}
