import Testing

@testable import Assignment

@Suite struct FNV1aTests {
  // The last two come from the algorithm's published vectors.
  @Test(arguments: [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] as [(String, UInt32)])
  func `hashes are those of the published vectors`(text: String, hash: UInt32) {
    #expect(FNV1a(text).value == hash)
  }

  @Test func `pieces hash as the whole`() {
    var hash = FNV1a("칼국")
    hash.update("수")
    hash.update(UInt8(ascii: "!"))
    #expect(hash == FNV1a("칼국수!"))
  }

  @Test(
    arguments: [
      0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999, 100_000, 999_999, 1_000_000, 9_999_999, 10_000_000,
      99_999_999, 100_000_000, 999_999_999, 1_000_000_000, 4_294_967_295, 1_000_000_001, 4_000_000_000,
    ] as [UInt32])
  func `a decimal number hashes as its text`(number: UInt32) {
    var hash = FNV1a()
    hash.update(decimal: number)
    #expect(hash == FNV1a(String(number)))
  }
}
