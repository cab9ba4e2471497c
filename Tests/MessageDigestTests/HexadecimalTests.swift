import MessageDigest
import Testing

@Suite struct HexadecimalTests {
  @Test(arguments: [0, 1, 16, 33, 70, 80])
  func `numbers in a row have as many digits as asked for`(digits: Int) {
    let numbers: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
      0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0, .max, 0xa0f9_0000_9a9f_0a1b
    )
    let all = "0123456789abcdeffedcba98765432100000000000000000ffffffffffffffffa0f900009a9f0a1b"
    var text = Array("x".utf8)
    Hexadecimal.append(numbers, digits: digits, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == "x" + all.prefix(digits))
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
