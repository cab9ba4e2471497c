/// Finds the known name that is nearest to a misspelt one.
package enum NearestName {
  /// The known name with the smallest edit distance (insert, delete, replace, swap of neighbours).
  ///
  /// A name that differs only in the case of letters is always the nearest. A tie goes to the longer common
  /// prefix, then to the first name in sorted order. The search has a limit of steps: of very many names it compares
  /// only the first ones.
  ///
  /// - Parameter share: the largest accepted distance is the length of the longer name divided by this, rounded, and
  ///   at least 1.
  package static func to(_ name: String, among known: some Collection<String>, share: Int = 3) -> String? {
    var search = NearestNameSearch(for: name, share: share)
    return search.nearest(among: Array(known))
  }

  /// The hint for an unknown name: the nearest known one, or else a list of the known names.
  package static func hint(for name: String, among known: [String]) -> String? {
    if let nearest = to(name, among: known) { return "did you mean \(nearest)?" }
    return listing(known)
  }

  /// A list of the first known names; nil when there are none.
  package static func listing(_ known: [String]) -> String? {
    guard !known.isEmpty else { return nil }
    var seen: Set<String> = []
    let known = known.filter { seen.insert($0).inserted }
    let listed = known.prefix(12).joined(separator: ", ")
    return "known: \(listed)" + (known.count > 12 ? " and \(known.count - 12) more" : "")
  }
}
