extension Bytes {
  /// The index of the first byte from `start` on that is not in `members`; `end` when there is none before it.
  package func endOfClass(_ members: ByteClass, from start: Int, to end: Int) -> Int {
    var index = Swift.max(start, 0)
    let end = Swift.min(end, count)
    guard let base = unsafe self.start else { return index }
    // SAFETY: 0 <= index < end <= count.
    while index < end, unsafe members.contains(base[index]) { index &+= 1 }
    return index
  }

  /// The index of the first byte from `start` on that can't be inside a field value: a control character other
  /// than tab (RFC 9110 §5.5). `end` when there is none before it. Eight bytes a step; a test holds it to
  /// `ByteClass.isFieldContent` for every byte at every place of a word.
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

  /// The top bit of each byte that is below 0x20 or is 0x7F. A borrow can set bits above such a byte that have no
  /// business there, so only the lowest bit means something; no bit is set without such a byte.
  private static func controls(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let belowSpace = (word &- ones &* 0x20) & ~word & tops
    let deleted = word ^ (ones &* 0x7F)
    let isDelete = (deleted &- ones) & ~deleted & tops
    return belowSpace | isDelete
  }
}
