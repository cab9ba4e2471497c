import JSONText

/// The known name that a mistyped one was meant to be: by edit distance; of equally near ones that with the
/// longer common beginning, then the first in the order of the alphabet.
package enum NearestName {
  /// Longer names are not compared, for the distance takes the product of the lengths.
  private static let longest = 200
  /// More candidates than this are not looked through.
  private static let mostCandidates = 2_000

  package static func of(_ name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.unicodeScalars)
    guard wanted.count <= longest else { return nil }
    let bound = max(2, wanted.count / 3)
    var best: (distance: Int, common: Int, name: String)?
    for candidate in candidates.sorted().prefix(mostCandidates) {
      let scalars = Array(candidate.unicodeScalars)
      guard scalars.count <= longest, abs(scalars.count - wanted.count) <= bound else { continue }
      let distance = editDistance(wanted, scalars)
      guard distance <= bound, distance < max(wanted.count, 1) else { continue }
      let common = zip(wanted, scalars).prefix { $0 == $1 }.count
      if let best, (best.distance, -best.common) <= (distance, -common) { continue }
      best = (distance, common, candidate)
    }
    return best?.name
  }

  /// For a pointer that leads nowhere: the same with the first token that fails mended.
  static func ofPointer(_ pointer: JSONPointer, in document: JSONValue) -> JSONPointer? {
    var place = JSONPointer.root
    for (index, token) in pointer.tokens.enumerated() {
      let next = place.appending(token)
      if next.value(in: document) != nil {
        place = next
        continue
      }
      guard let names = place.value(in: document)?.objectValue?.names,
        let name = of(token, among: names)
      else { return nil }
      let mended = JSONPointer(
        tokens: place.tokens + [name] + pointer.tokens.dropFirst(index + 1))
      return mended.value(in: document) == nil ? nil : mended
    }
    return nil
  }

  /// The least number of insertions, deletions and replacements (Levenshtein).
  private static func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var row = Array(0...other.count)
    for (i, a) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in other.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[other.count]
  }
}
