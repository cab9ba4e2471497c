import Assignment
import Foundation
import JSONText
import TestFolders
import Testing

@testable import Screens

/// Names are compared by scalars. `String ==` compares canonical equivalence, and U+212A is canonically equivalent to
/// K.
@Suite struct CanonicalEquivalenceTests {
  private static let kelvin = "\u{212A}"

  private func item(_ id: String, _ viewType: String = "TEXT") -> String {
    #"{"id":"\#(id)","viewType":"\#(viewType)","content":{"text":"x"}}"#
  }

  @Test func `canonically equivalent ids are invalid and not repeated`() throws {
    for (one, other) in [("\u{E9}", "e\u{301}"), ("K", Self.kelvin)] {
      let findings = try Fixture.findings(#"{"items":[\#(item(one)),\#(item(other))]}"#)
      #expect(!findings.contains { $0.contains("duplicate-id") }, "\(findings)")
      #expect(findings.contains { $0.contains("invalid-value /items/1/id") }, "\(findings)")
    }
    let twice = try Fixture.findings(#"{"items":[\#(item("K")),\#(item("K"))]}"#)
    #expect(twice.count == 1 && twice.first?.contains("duplicate-id") == true)
  }

  @Test func `a view type and a format are found only by their exact name`() throws {
    var catalogue = try Fixture.catalogue()
    #expect(catalogue.setViewTypes(["LINK": true]).isEmpty)
    let format = try JSONDocument(Array(#"{"screen":"$items","item":"$id"}"#.utf8))
    catalogue.setFormat(try WireFormat(name: "K", format))
    #expect(catalogue.viewType("LINK") != nil && catalogue.format("K") != nil)
    #expect(catalogue.viewType("LIN" + Self.kelvin) == nil && catalogue.format(Self.kelvin) == nil)
    let definition = #"{"format":"\#(Self.kelvin)","items":[\#(item("a", "LIN" + Self.kelvin))]}"#
    let error = try #require(throws: InvalidDocument.self) {
      try DefinitionReader.read(
        try JSONDocument(Array(definition.utf8)), route: try Route("home"), catalogue: catalogue)
    }
    #expect(error.diagnostics.kept.map(\.code) == [.unknownFormat, .unknownViewType])
  }

  @Test func `orders and changes find items only by their exact id`() throws {
    let (definition, _) = try Fixture.read(#"{"items":[\#(item("K")),\#(item("b"))]}"#)
    var editor = LayoutEditor(layout: definition.layout, catalogue: try Fixture.catalogue())
    editor.reorder(["b", Self.kelvin], at: .root)
    #expect(editor.diagnostics.kept.map(\.code) == [.unknownID, .missingID])
    #expect(definition.layout.place(of: Self.kelvin) == nil)
    #expect(definition.layout.place(of: "K") != nil)
  }

  @Test func `force and weights find variants only by their exact key`() throws {
    let variants = #"[{"key":"K"},{"key":"b"}]"#
    let findings = try Fixture.findings(
      #"{"items":[],"experiment":{"key":"e","variants":\#(variants),"force":{"1":"\#(Self.kelvin)"}}}"#)
    #expect(findings.count == 1 && findings.first?.contains("unknown-variant") == true, "\(findings)")
    let (definition, _) = try Fixture.read(#"{"items":[],"experiment":{"key":"e","variants":\#(variants)}}"#)
    let experiment = try #require(definition.experiments.first)
    let edit = try ExperimentEdit(Array(#"{"weights":{"\#(Self.kelvin)":3}}"#.utf8))
    #expect(throws: ScreensError.self) { try edit.apply(to: experiment, in: definition.json) }
    #expect(throws: ScreensError.self) {
      try VariantName("\(Self.kelvin):b").indices(in: definition.experiments)
    }
    let named = #"{"items":[],"experiment":{"key":"K","variants":\#(variants)}}"#
    let experiments = try Fixture.read(named).definition.experiments
    #expect(throws: ScreensError.self) { try VariantName("\(Self.kelvin):b").indices(in: experiments) }
    #expect(try VariantName("K:b").indices(in: experiments).variant == 1)
  }

  @Test(arguments: ["seed", "hashAttribute"])
  func `another normalisation of a hashed text moves units`(member: String) throws {
    func experiment(_ text: String) throws -> ScreenExperiment {
      let text = #"{"key":"e","\#(member)":"\#(text)","variants":[{"key":"a"},{"key":"b"}]}"#
      return try #require(
        try Fixture.read(#"{"items":[],"experiment":\#(text)}"#).definition.experiments.first)
    }
    let old = try experiment("\u{E9}").compiled.experiment
    #expect(Reassignment(from: old, to: try experiment("\u{E9}").compiled.experiment) == nil)
    let moved = Reassignment(from: old, to: try experiment("e\u{301}").compiled.experiment)
    #expect(moved?.movesUnits == true)
  }

  @Test func `another normalisation of a namespace is a reassignment`() throws {
    func experiment(_ id: String) throws -> ScreenExperiment {
      let text = #"{"key":"e","namespace":["\#(id)",0,0.5],"variants":[{"key":"a"},{"key":"b"}]}"#
      return try #require(
        try Fixture.read(#"{"items":[],"experiment":\#(text)}"#).definition.experiments.first)
    }
    let old = try experiment("\u{E9}").compiled.experiment
    #expect(Reassignment(from: old, to: try experiment("e\u{301}").compiled.experiment) != nil)
    #expect(Reassignment(from: old, to: try experiment("\u{E9}").compiled.experiment) == nil)
  }

  @Test func `a difference compares items by their exact ids`() throws {
    let old = try JSONParser.parse(#"{"items":[\#(item("K"))]}"#)
    let new = try JSONParser.parse(#"{"items":[\#(item(Self.kelvin))]}"#)
    let difference = DefinitionDifference(from: old, to: new, in: Catalogue())
    #expect(difference.added.count == 1 && difference.removed.count == 1 && difference.changed.isEmpty)
    #expect(difference.touchedIDs.count == 2)
  }

  @Test func `a quote before a combining character is doubled`() {
    let field = CSV.field("a\"\u{301}b")
    #expect(Array(field.utf8) == Array("\"a\"\"\u{301}b\"".utf8))
  }

  @Test func `a dollar sign before a combining character is recognised`() throws {
    func format(_ text: String) throws -> WireFormat {
      try WireFormat(
        name: "f", try JSONDocument(Array(#"{"screen":{"a":"\#(text)","b":"$items"},"item":"$id"}"#.utf8)))
    }
    let (definition, combinations) = try Fixture.read(#"{"items":[]}"#)
    let screen = PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
    let rendered = try format("$$\u{301}x").render(screen, combination: combinations[0])
    #expect(rendered == Array("{\"a\":\"$\u{301}x\",\"b\":[]}".utf8))
    let error = #expect(throws: InvalidDocument.self) { try format("$\u{301}items") }
    #expect(error?.diagnostics.kept.map(\.code) == [.unknownPlaceholder])
  }

  @Test func `a reference to an asset may begin with a combining character`() throws {
    func findings(_ text: String) throws -> [String] {
      try Fixture.findings(
        #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}]}"#)
    }
    let found = try findings("asset:%CC%81a.png")
    #expect(found.contains { $0.contains("unknown-asset") }, "\(found)")
    // Not a URI, so not a reference.
    #expect(try findings("asset:\u{301}a.png") == [])
  }

  @Test func `a file name with an underscore before a combining character is not a screen`() throws {
    let folder = try TemporaryFolder()
    for name in ["_\u{301}x.json", ".\u{301}x.json", "home.json"] { try folder.write("{}", to: name) }
    let contents = try FolderContents(reading: folder.path)
    #expect(contents.files.map(\.path) == ["home.json"])
    #expect(contents.problems.isEmpty)
  }

  @Test func `paths are compared by bytes`() {
    #expect(FileAccess.isWithin("/a/\u{E9}/x", folder: "/a/\u{E9}"))
    #expect(FileAccess.isWithin("/a/\u{301}x", folder: "/a"))
    #expect(!FileAccess.isWithin("/a/e\u{301}/x", folder: "/a/\u{E9}"))
    #expect(!FileAccess.isWithin(nil, folder: "/a"))
  }
}
