import Testing

@testable import Assignment

@Suite struct TextOrderTests {
  private static let samples = [
    "", "a", "ab", "b", "A", "é", "e\u{301}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFEE}",
    "\u{FFFF}",
    "\u{10000}", "🍜", "\u{10FFFF}", "a🍜", "a\u{FFFF}", "🍜a", "칼국수",
  ]

  @Test(arguments: samples, samples) func `texts are ordered by UTF-16 code units`(one: String, other: String)
  {
    let expected =
      one.utf16.elementsEqual(other.utf16) ? 0 : one.utf16.lexicographicallyPrecedes(other.utf16) ? -1 : 1
    #expect(compareUTF16(one.utf8, other.utf8) == expected)
  }

  @Test(arguments: [
    ("ABC", "abc"), ("ÀÉ", "àé"), ("İ", "i\u{307}"), ("ß", "ß"), ("ΟΔΟΣ", "οδος"), ("ΣΑΣ Σ", "σας σ"),
    ("ΑΣ.Β", "ασ.β"),
    ("ΑΣ.", "ας."), ("Σ", "σ"), ("칼국수", "칼국수"),
  ])
  func `lower case is that of ECMAScript`(text: String, lowered: String) {
    #expect(Array(text.lowercasedAsECMA().unicodeScalars) == Array(lowered.unicodeScalars))
  }
}
