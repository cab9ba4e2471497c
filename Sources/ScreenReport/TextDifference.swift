/// The difference of two texts, in whole words: their common start and end, and the part of each text between them.
struct TextDifference: Equatable {
  let start: String
  let old: String
  let new: String
  let end: String

  init(from old: String, to new: String) {
    let (before, after) = (Self.words(old), Self.words(new))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let rest = min(before.count, after.count) - start
    let end = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    let kept = min(end, rest)
    self.start = Self.text(before.prefix(start))
    self.old = Self.text(before.dropFirst(start).dropLast(kept))
    self.new = Self.text(after.dropFirst(start).dropLast(kept))
    self.end = Self.text(before.suffix(kept))
  }

  /// The words and the spaces between them, as bytes, because canonically equivalent strings would be equal.
  private static func words(_ text: String) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var isInSpace: Bool?
    for byte in text.utf8 {
      let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
      if isSpace == isInSpace {
        words[words.count - 1].append(byte)
      } else {
        words.append([byte])
      }
      isInSpace = isSpace
    }
    return words
  }

  private static func text(_ words: some Sequence<[UInt8]>) -> String {
    String(decoding: Array(words.joined()), as: UTF8.self)
  }
}
