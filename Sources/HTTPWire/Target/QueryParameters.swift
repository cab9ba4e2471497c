/// Parses a query as `application/x-www-form-urlencoded` (WHATWG URL standard, §5.1).
package enum QueryParameters {
  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  /// Names and values in order, repeated names included. No query is malformed: a `%` without two hexadecimal digits
  /// is kept, and bytes that are not UTF-8 become U+FFFD.
  package static func parse(_ query: Bytes) -> [Pair] {
    var pairs: [Pair] = []
    var start = 0
    while start < query.count {
      let end = query.firstIndex(of: 0x26, from: start) ?? query.count
      let part = query[start..<end]
      start = end + 1
      guard !part.isEmpty else { continue }
      let equals = part.firstIndex(of: 0x3D) ?? part.count
      pairs.append(
        Pair(name: text(part[0..<equals]), value: text(part[equals + 1..<max(part.count, equals + 1)])))
    }
    return pairs
  }

  private static func text(_ bytes: Bytes) -> String {
    let decoded = PercentDecoding.decode(bytes, plusIsSpace: true, malformed: .keep) ?? []
    return String(decoding: decoded, as: UTF8.self)
  }
}
