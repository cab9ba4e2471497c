/// Exposures in the order in which they were recorded, packed into bytes. Recording one costs a copy of its unit;
/// storing a batch costs one row.
package struct ExposureBatch: Sendable, Equatable {
  /// What a unit was shown: a combination of one version of a screen.
  package struct Showing: Sendable, Hashable {
    /// The route's name.
    package let route: String
    package let version: Int
    package let choices: [Combination.Choice]

    package init(route: String, version: Int, choices: [Combination.Choice]) {
      self.route = route
      self.version = version
      self.choices = choices
    }
  }

  /// The bytes of an exposure's head, which precedes its unit. Two little-endian integers: 64 bits with the time in
  /// milliseconds since 1970 UTC (upper 48) and the index of the showing (lower 16), then the unit's length (16 bits).
  package static let headBytes = 10
  /// The maximum number of showings of a batch.
  package static let maximumShowings = 1 << 16
  /// The maximum length of a unit, in bytes.
  package static let maximumUnitBytes = Int(UInt16.max)

  package let showings: [Showing]
  /// The exposures: head, unit, head, unit …
  package let bytes: [UInt8]

  package init(showings: [Showing], bytes: [UInt8]) {
    self.showings = showings
    self.bytes = bytes
  }

  /// One unpacked exposure.
  package struct Element: Sendable, Equatable {
    /// The index of the showing.
    package let showing: Int
    /// Milliseconds since 1970 UTC.
    package let at: Int64
    /// The unit's range in the bytes.
    package let unit: Range<Int>
  }

  /// Packs an exposure's head.
  package static func head(showing: Int, at: Int64, unitBytes: Int) -> (UInt64, UInt16) {
    let time = UInt64(min(max(at, 0), 0xFFFF_FFFF_FFFF))
    return (
      (time << 16 | UInt64(UInt16(clamping: showing))).littleEndian, UInt16(clamping: unitBytes).littleEndian
    )
  }

  /// Appends an exposure to the bytes of a batch.
  package static func pack(_ unit: [UInt8], showing: Int, at time: Int64, into bytes: inout [UInt8]) {
    let head = head(showing: showing, at: time, unitBytes: unit.count)
    // SAFETY: the bytes of both numbers are read only within the closures.
    unsafe withUnsafeBytes(of: head.0) { unsafe bytes.append(contentsOf: $0) }
    unsafe withUnsafeBytes(of: head.1) { unsafe bytes.append(contentsOf: $0) }
    bytes += unit
  }

  /// The exposures in order; nil if the bytes are malformed.
  package var elements: [Element]? {
    var elements: [Element] = []
    var start = 0
    while start < bytes.count {
      guard bytes.count - start >= Self.headBytes else { return nil }
      var first: UInt64 = 0
      for index in 0..<8 { first |= UInt64(bytes[start + index]) << (8 * UInt64(index)) }
      let length = Int(bytes[start + 8]) | Int(bytes[start + 9]) << 8
      let showing = Int(first & 0xFFFF)
      let unit = start + Self.headBytes
      guard length <= bytes.count - unit, showings.indices.contains(showing) else { return nil }
      elements.append(Element(showing: showing, at: Int64(first >> 16), unit: unit..<unit + length))
      start = unit + length
    }
    return elements
  }
}
