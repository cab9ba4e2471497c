import MessageDigest
import Testing

@Suite struct HexadecimalTests {
  @Test func `numbers in a row have their digits in a row`() {
    let characters = Hexadecimal.characters(
      of: (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0, .max, 0xa0f9_0000_9a9f_0a1b))
    let text = unsafe withUnsafeBytes(of: characters) { unsafe String(decoding: $0, as: UTF8.self) }
    #expect(text == "0123456789abcdeffedcba98765432100000000000000000ffffffffffffffffa0f900009a9f0a1b")
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
