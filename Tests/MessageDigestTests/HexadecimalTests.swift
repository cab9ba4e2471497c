import MessageDigest
import Testing

@Suite struct HexadecimalTests {
  @Test(arguments: [
    (0x0123_4567_89ab_cdef, 16, "0123456789abcdef"), (0xfedc_ba98_7654_3210, 16, "fedcba9876543210"),
    (0x0123_4567_89ab_cdef, 8, "89abcdef"), (0x9a, 2, "9a"), (0xa0f9, 4, "a0f9"), (0, 1, "0"), (7, 0, ""),
    (.max, 16, "ffffffffffffffff"),
  ])
  func `a number has as many digits as asked for`(number: UInt64, digits: Int, expected: String) {
    var text = Array("x".utf8)
    Hexadecimal.append(number, digits: digits, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == "x" + expected)
  }

  @Test func `bytes and their digits stand for each other`() {
    let bytes = (0...255).map { UInt8($0) }
    let text = Hexadecimal.text(of: bytes)
    #expect(text == bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    #expect(Hexadecimal.bytes(of: text.utf8) == bytes)
    #expect(Hexadecimal.bytes(of: text.uppercased().utf8) == nil)
    #expect(Hexadecimal.bytes(of: text.dropLast().utf8) == nil)
  }
}
