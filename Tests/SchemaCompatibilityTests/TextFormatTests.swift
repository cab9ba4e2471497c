import Foundation
import JSONText
import Testing

@testable import SchemaCompatibility

/// The samples and automata of formats agree with the validator.
@Suite struct TextFormatTests {
  private static let names = TextFormat.samples.keys.sorted()

  /// The test texts: the samples, texts of the cores, and those of the public suite.
  private static func texts() throws -> [String] {
    var texts = Set(TextFormat.samples.values.flatMap(\.self) + TextFormat.oddTexts)
    for core in TextFormat.cores.values { texts.formUnion(words(of: core)) }
    texts.formUnion(try publicTexts())
    return texts.sorted()
  }

  private static func words(of automaton: TextAutomaton) -> [String] {
    var words: [String] = []
    for length in [0, 8, 12, 20, 30] {
      words +=
        AutomatonSearch(
          conditions: [AutomatonSearch.Condition(automaton: automaton, isAccepting: true)],
          minimumLength: length,
          maximumLength: nil, maximumStates: 3_000, maximumSteps: 200_000
        ).texts(60).texts
    }
    return words
  }

  /// All strings of the format tests of the public suite.
  private static func publicTexts() throws -> [String] {
    guard let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: the format tests of the public suite; set CONFORMANCE_DIR")
      return []
    }
    let formats = URL(fileURLWithPath: folder)
      .appending(path: "json-schema/optional/format")
    let files = try FileManager.default.contentsOfDirectory(atPath: formats.path)
      .filter { $0.hasSuffix(".json") }
    try #require(!files.isEmpty)
    var texts: [String] = []
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: formats.appending(path: file)))
      for group in try JSONParser.parse(bytes).arrayValue ?? [] {
        for test in group["tests"]?.arrayValue ?? [] {
          if let text = test["data"]?.stringValue { texts.append(text) }
        }
      }
    }
    try #require(texts.count > 100)
    return texts
  }

  @Test func `each format with samples is asserted and accepts them`() throws {
    for name in Self.names {
      let format = try #require(TextFormat(name))
      for sample in format.samples { #expect(format.matches(sample), "\(name): \(sample)") }
      #expect(TextFormat.oddTexts.contains { !format.matches($0) }, "\(name)")
    }
    #expect(TextFormat("colour") == nil)
  }

  @Test func `envelopes contain a format, cores are contained, and wider formats are wider`() throws {
    let texts = try Self.texts()
    for name in Self.names {
      let format = try #require(TextFormat(name))
      let wider = try (TextFormat.wider[name] ?? []).map { try #require(TextFormat($0)) }
      for text in texts {
        if format.core?.accepts(text) == true { #expect(format.matches(text), "\(name): \(text)") }
        guard format.matches(text) else { continue }
        #expect(format.envelope?.accepts(text) != false, "\(name): \(text)")
        for other in wider { #expect(other.matches(text), "\(name) in \(other.name): \(text)") }
      }
    }
  }

  @Test func `every core and every envelope is an automaton`() {
    #expect(TextFormat.cores.count == 11)
    #expect(TextFormat.envelopes.count == 15)
  }
}
