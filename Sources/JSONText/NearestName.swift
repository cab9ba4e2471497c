/// Finds the known name that is nearest to a misspelt one.
package enum NearestName {
  /// Longer names are not compared: the cost grows with the product of the lengths.
  private static let maximumLength = 200

  /// Beyond this number of known names, only those with the same first letter are compared.
  private static let maximumCount = 2_000

  /// The known name with the smallest edit distance (insert, delete, replace, swap of neighbours).
  ///
  /// A name that differs only in the case of letters is always the nearest. A tie goes to the longer common
  /// prefix, then to the first name in sorted order.
  ///
  /// - Parameter share: the largest accepted distance is the length of the longer name divided by this, at least 1.
  package static func to(_ name: String, among known: some Collection<String>, share: Int = 2) -> String? {
    let wanted = Array(name.unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    let lowercased = name.lowercased()
    if let same = known.filter({ $0.utf8.count <= 2 * maximumLength && $0.lowercased() == lowercased }).min()
    {
      return same
    }
    var best: (name: String, distance: Int, prefix: Int)?
    for candidate in known {
      let letters = Array(candidate.unicodeScalars)
      let bound = max(1, max(wanted.count, letters.count) / share)
      guard letters.count <= maximumLength, abs(wanted.count - letters.count) <= bound,
        known.count <= maximumCount || letters.first == wanted.first
      else { continue }
      let distance = distance(wanted, letters)
      guard distance <= bound, distance < max(wanted.count, letters.count) else { continue }
      let prefix = zip(wanted, letters).prefix { $0 == $1 }.count
      if let found = best {
        guard
          (distance, -prefix, candidate) < (found.distance, -found.prefix, found.name)
        else { continue }
      }
      best = (candidate, distance, prefix)
    }
    return best?.name
  }

  /// The hint for an unknown name: the nearest known one, or else a list of the known names.
  package static func hint(for name: String, among known: [String]) -> String? {
    if let nearest = to(name, among: known) { return "did you mean \(nearest)?" }
    return listing(known)
  }

  /// A list of the first known names; nil when there are none.
  package static func listing(_ known: [String]) -> String? {
    guard !known.isEmpty else { return nil }
    let known = known.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let listed = known.prefix(12).joined(separator: ", ")
    return "known: \(listed)" + (known.count > 12 ? " and \(known.count - 12) more" : "")
  }

  /// Optimal string alignment distance.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
