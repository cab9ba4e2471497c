/// The cookies of a request (RFC 6265 §4.2.1).
package enum CookieField {
  /// Names and values in order, unchanged. Skips pairs without a name or `=`.
  package static func pairs(_ value: Bytes) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    var start = 0
    while start < value.count {
      let end = value.firstIndex(of: 0x3B, from: start) ?? value.count
      let pair = value[start..<end].trimmed
      if let equals = pair.firstIndex(of: 0x3D), equals > 0 {
        pairs.append(
          (
            String(decoding: pair[0..<equals].trimmed),
            String(decoding: pair[equals + 1..<pair.count].trimmed)
          ))
      }
      start = end + 1
    }
    return pairs
  }
}
