import JSONText
import Testing

@testable import Screens

/// The findings of a document with very many errors.
@Suite struct DiagnosticsTests {
  @Test(.bug(id: "F49")) func `a finding that is only counted is not described`() {
    var described = 0
    func describe() -> Diagnostic {
      described += 1
      return Diagnostic(.unknownID, at: .root, "there is no item")
    }
    var diagnostics = Diagnostics()
    for _ in 0..<1_000 { diagnostics.add(describe()) }
    #expect(described == Diagnostics.maximumKept)
    #expect(diagnostics.kept.count == Diagnostics.maximumKept)
    #expect(diagnostics.count == 1_000)
  }

  @Test func `findings for others are kept as far as these have room`() {
    var own = Diagnostics(room: 3)
    for _ in 0..<5 { own.add(Diagnostic(.unknownID, at: .root, "there is no item")) }
    #expect(own.kept.count == 3)
    var all = Diagnostics()
    all.add(own)
    #expect(all.count == 5)
    #expect(all.room == Diagnostics.maximumKept - 3)
  }

  /// Every item has another wrong value of an enumeration of 20,000 texts, and 7,000 hints would compare each with all.
  @Test func `each of many wrong texts of a large enumeration is counted`() throws {
    var catalogue = Catalogue()
    let texts = (0..<20_000).map { JSONValue.string("text number \($0)") }
    let problems = catalogue.setViewTypes(["T": ["properties": ["a": ["enum": .array(texts)]]]])
    #expect(problems.isEmpty)
    catalogue.setFormat(
      try WireFormat(name: "viewItems", try JSONDocument(Array(#"{"screen":{},"item":{}}"#.utf8))))
    let items = (0..<7_000).map { #"{"viewType":"T","content":{"a":"text namber \#($0)"}}"# }
    let document = try JSONDocument(Array(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8))
    let found = try #require(throws: InvalidDocument.self) {
      try DefinitionReader.read(document, route: try Route("home"), catalogue: catalogue)
    }
    #expect(found.diagnostics.count == 7_000)
    #expect(found.diagnostics.kept.last?.hint == "did you mean text number 99?")
  }

  @Test func `each of many unknown ids of an order is counted`() throws {
    let items = (0..<9_000).map { #"{"id":"item-\#($0)","viewType":"TEXT","content":{"text":""}}"# }
    let order = (0..<9_000).map { #""other-\#($0)""# }
    let text =
      #"{"items":[\#(items.joined(separator: ","))],"experiment":{"key":"e","variants":"#
      + #"[{"key":"a"},{"key":"b","order":[\#(order.joined(separator: ","))]}]}}"#
    let found = try #require(throws: InvalidDocument.self) { try Fixture.read(text) }
    #expect(found.diagnostics.count == 18_000)
    #expect(found.diagnostics.kept.count == 100)
  }
}
