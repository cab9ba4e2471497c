import MessageDigest
import Testing

@Suite struct SipHashTests {
  /// Codes of the bytes 0, 1, 2, … under the key 0, 1, … 15: the first two are published with the reference implementation,
  /// and `openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:16 -in FILE SIPHASH` prints all.
  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
    (25, "8ece5f042d5e447b5051b9eacb8d8f6f"), (63, "5150d1772f50834a503e069a973fbd7c"),
  ])
  func `codes are those of other implementations`(count: Int, expected: String) {
    func number(_ bytes: Range<Int>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    var state = SipHash(key: (number(0..<8), number(8..<16)))
    let end = count - count % 8
    for start in stride(from: 0, to: end, by: 8) { state.update(number(start..<start + 8)) }
    let code = state.code(rest: number(end..<count), count: count)
    let text = [code.0, code.1].map { Hexadecimal.text(of: Self.bytes(of: $0)) }.joined()
    #expect(text == expected)
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
