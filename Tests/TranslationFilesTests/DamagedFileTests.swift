import Foundation
import SeededRandom
import TestFolders
import Testing
import TranslationFiles

/// The seeds of the fuzzer, damaged at random.
@Suite struct DamagedFileTests {
  @Test func `20,000 damaged files are read or refused with a reason`() throws {
    let folder = PackageFolder.url.appending(path: "Tests/Fuzzing/seeds/translation-file")
    let seeds = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)).dropFirst() }
    #expect(seeds.count == TranslationFormat.allCases.count)
    var random = SplitMix64(seed: 9)
    var refused = 0
    for _ in 0..<20_000 {
      let bytes = Array(Self.damaged(random.pick(seeds) ?? [], by: &random))
      let formats = TranslationFormat.allCases
      let format = formats[random.next(below: formats.count)]
      do throws(TranslationFileError) {
        _ = try TranslationFile.read(bytes, as: format, source: bytes)
      } catch {
        refused += 1
        try #require(!error.message.isEmpty)
      }
    }
    #expect((1_000..<20_000).contains(refused))
  }

  private static func damaged(_ seed: ArraySlice<UInt8>, by random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(seed)
    for _ in 0..<random.next(below: 4) {
      let start = random.next(below: bytes.count)
      let end = min(bytes.count, start + random.next(below: 12))
      let other = random.next(below: bytes.count)
      switch random.next(below: 4) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: Array(bytes[start..<end]), at: other)
      case 2: bytes.insert(UInt8(random.next(below: 256)), at: start)
      default:
        bytes.replaceSubrange(
          start..<end, with: Array("<>&\"'/=]![-?\\".utf8.shuffled(using: &random).prefix(2)))
      }
    }
    return bytes
  }
}
