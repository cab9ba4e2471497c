import Testing
import TranslationFiles

@Suite struct RoundTripTests {
  @Test func `10,000 random units survive XLIFF 2.1`() throws {
    var random = RandomUnits(seed: 38)
    let file = random.file(10_000)
    let written = try file.written(as: .xliff21)
    #expect(written.leftOut.isEmpty)
    let read = try TranslationFile.read(written.bytes, as: .xliff12)
    #expect(read.format == .xliff21)
    #expect(read.leftOut.isEmpty)
    try expectEqual(read.file, file)
  }

  @Test func `10,000 random units survive XLIFF 1.2, but those with control characters`() throws {
    var random = RandomUnits(seed: 12)
    let file = random.file(10_000)
    let written = try file.written(as: .xliff12)
    let read = try TranslationFile.read(written.bytes, as: .xliff21)
    #expect(read.format == .xliff12)
    var expected = file
    let hasControl: (String) -> Bool = { text in
      text.unicodeScalars.contains {
        $0.value < 0x20 && $0 != "\t" && $0 != "\n" && $0 != "\r" || (0xFFFE...0xFFFF).contains($0.value)
      }
    }
    expected.units.removeAll { hasControl($0.source) || hasControl($0.target ?? "") }
    #expect(written.leftOut.count == file.units.count - expected.units.count)
    #expect(!written.leftOut.isEmpty)
    try expectEqual(read.file, expected)
  }
}

/// Compares unit by unit, so that a failure names the first that differs.
func expectEqual(_ file: TranslationFile, _ expected: TranslationFile) throws {
  #expect(file.sourceLanguage == expected.sourceLanguage)
  #expect(file.targetLanguage == expected.targetLanguage)
  try #require(file.units.count == expected.units.count)
  for (unit, other) in zip(file.units, expected.units) { try #require(unit == other) }
}

extension RoundTripTests {
  /// The other formats keep neither routes nor places, and know a review only as one that is needed.
  @Test(arguments: [TranslationFormat.xcstrings, .android, .arb])
  func `10,000 random units survive the formats of apps`(format: TranslationFormat) throws {
    var random = RandomUnits(seed: 7)
    let file = random.file(10_000)
    let written = try file.written(as: format)
    #expect(written.leftOut.isEmpty)
    var sources = file
    sources.targetLanguage = nil
    let read = try TranslationFile.read(
      written.bytes, as: format, source: sources.written(as: format).bytes, language: "ko")
    #expect(read.leftOut.isEmpty)
    var expected = file
    if format == .android { expected.sourceLanguage = "" }
    for index in expected.units.indices {
      let unit = file.units[index]
      let comment = ([unit.place] + unit.notes).filter { !$0.isEmpty }.joined(separator: "\n")
      expected.units[index] = TranslationUnit(
        id: unit.id, source: unit.source, target: unit.target,
        state: unit.state == .needsReview && format != .android ? .needsReview : .translated,
        notes: format == .android || comment.isEmpty ? [] : [comment])
    }
    try expectEqual(read.file, expected)
  }
}
