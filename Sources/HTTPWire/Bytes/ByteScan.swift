extension Bytes {
  /// The index of the first byte in `start..<end` that is not in `members`, or `end`.
  package func endOfClass(_ members: ByteClass, from start: Int, to end: Int) -> Int {
    var index = Swift.max(start, 0)
    let end = Swift.min(end, count)
    guard let base = unsafe self.start else { return index }
    // SAFETY: 0 <= index < end <= count.
    while index < end, unsafe members.contains(base[index]) { index &+= 1 }
    return index
  }

  /// The index of the first byte from `start` on that does not stand for itself in a query: `&`, which ends a pair, or `%` or
  /// `+`, which encode another character; `count` if there is none. Checks eight bytes at a time; `ByteScanTests` compares the
  /// result with single bytes.
  package func endOfQueryLiteral(from start: Int) -> Int {
    var index = Swift.max(start, 0)
    while index &+ 8 <= count, let base = unsafe self.start {
      // SAFETY: index >= 0 and index + 8 <= count.
      let word = unsafe UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let found =
        Bytes.places(of: UInt8(ascii: "&"), in: word) | Bytes.places(of: UInt8(ascii: "%"), in: word)
        | Bytes.places(of: UInt8(ascii: "+"), in: word)
      if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count {
      switch self[index] {
      case UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: "+"): return index
      default: index &+= 1
      }
    }
    return index
  }

  /// Sets the top bit of each byte that is `byte`. A borrow can set wrong bits above the first such byte, so only the lowest
  /// set bit is exact. Without such a byte the result is 0.
  private static func places(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  /// The index of the first byte in `start..<end` that a field value can't contain, or `end`. Such a byte is a
  /// control character other than tab (RFC 9110 §5.5). Checks eight bytes at a time; `ByteScanTests` compares the
  /// result with `ByteClass.isFieldContent` for every byte at every position of a word.
  package func endOfFieldContent(from start: Int, to end: Int) -> Int {
    var index = Swift.max(start, 0)
    let end = Swift.min(end, count)
    while index &+ 8 <= end, let base = unsafe self.start {
      // SAFETY: index >= 0 and index + 8 <= end <= count.
      let word = unsafe UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let controls = Bytes.controls(word)
      guard controls != 0 else {
        index &+= 8
        continue
      }
      index &+= controls.trailingZeroBitCount &>> 3
      guard self[index] == 0x09 else { return index }
      index &+= 1
    }
    while index < end, ByteClass.isFieldContent(self[index]) { index &+= 1 }
    return index
  }

  /// Sets the top bit of each byte that is below 0x20 or is 0x7F. A borrow can set wrong bits above the first such
  /// byte, so only the lowest set bit is exact. Without such a byte the result is 0.
  private static func controls(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let belowSpace = (word &- ones &* 0x20) & ~word & tops
    let deleted = word ^ (ones &* 0x7F)
    let isDelete = (deleted &- ones) & ~deleted & tops
    return belowSpace | isDelete
  }
}
