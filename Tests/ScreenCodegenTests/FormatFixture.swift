import Foundation
import JSONText
import ScreenCodegen
import Screens
import TestFolders
import Testing

/// A wire format, a response, and the screen that a client must make of it: a folder of ScreenKit's fixtures.
struct FormatFixture {
  let name: String
  let format: JSONValue
  let response: JSONValue
  /// The view types that the client knows.
  let viewTypes: [String]
  /// The expected screen, as a generated program prints it.
  let expected: JSONValue
  /// The screen that ScreenKit makes of it, without what generated code never has.
  let screenKit: JSONValue

  /// Fixtures of which generated code makes another screen by design, with the reasons.
  static let differences = [
    "nested-damaged":
      "the property for a single item is absent when the item cannot be read; ScreenKit has an empty ScreenItems"
  ]

  /// Documents that are not wire formats.
  static let refused: JSONValue = [
    ["screen": "$items"],
    ["screen": ["$nope"], "item": 1],
    ["screen": ["$items": 1], "item": 1],
    ["screen": ["...": "$items"], "item": 1],
    ["screen": "$sections", "item": 1],
    ["screen": 1, "item": 1, "items": 1],
    ["screen": 1, "item": "$content", "viewType": "type"],
    ["screen": 1, "item": 1, "nesting": "deep"],
    ["screen": 1, "item": 1, "viewTypes": ["A": .null]],
  ]

  /// The message for each of them.
  static let refusals = [
    "the member \"item\" is missing", "\"$nope\" is not a placeholder here",
    "\"$items\" is not a placeholder here", "\"...\" must be \"$content\" or \"$values\"",
    "the member \"section\" is missing; \"$sections\" needs it", "unknown member \"items\"",
    "\"viewType\" must be a JSON Pointer, such as \"/type\"",
    "\"nesting\" must be \"inline\" or \"flat\"",
    "the members of \"viewTypes\" must be strings or numbers",
  ].map { "\"x\" is not a wire format: \($0)" }

  /// The schemas of the fixtures' view types, by name.
  private static let schemas: [(name: String, schema: JSONValue)] = [
    ("LINE", true), ("PRICE", true),
    (
      "GROUP",
      [
        "type": "object", "required": ["title", "children"],
        "properties": [
          "title": ["type": "string"],
          "children": ["type": "array", "items": ["$ref": "marquee:item"]],
          "lead": ["$ref": "marquee:item"],
        ],
      ]
    ),
  ]

  /// The name of the generated code for the fixture's view types: a package of Kotlin, and a folder.
  var set: String { Self.set(viewTypes) }

  private static func set(_ viewTypes: [String]) -> String {
    "fixtures" + viewTypes.sorted().joined()
  }

  /// The generated code that the fixtures need.
  static func sets(_ fixtures: [FormatFixture]) -> [(
    name: String, viewTypes: [(name: String, schema: JSONValue)]
  )] {
    Set(fixtures.map { Set($0.viewTypes) }).map { names in
      (set(Array(names)), schemas.filter { names.contains($0.name) })
    }
    .sorted { $0.0 < $1.0 }
  }

  /// The formats of all fixtures, and some whose names and members are difficult for a compiler.
  static func formats(_ fixtures: [FormatFixture]) -> FormatConstants {
    let hard = ["3d", "class", "format", "name", "toString", "all.x_y-z", "ALL-x-y-z"].map {
      (name: $0, document: hardDocument)
    }
    return FormatConstants(
      shipped: FormatConstants.shippedDocuments,
      fixtures.map { (name: $0.name, document: $0.format) } + hard)
  }

  /// A document that is longer than a string constant of the JVM (The Java Virtual Machine Specification §4.4.7).
  private static let hardDocument: JSONValue = [
    "description": "*/ \u{2028} /* @ts-ignore",
    "screen": [
      "__proto__": "$items", "": "\\ \" ' ${x} \u{2028}", "a b": [[], [:], 15, .null, true], "日本": "$$x",
      "long": .string(String(repeating: "0123456789", count: 7_000)),
    ],
    "item": ["$viewType": "$content"],
  ]

  static func all() throws -> [FormatFixture] {
    let folder = PackageFolder.url.appendingPathComponent("Tests/ScreenKitTests/Fixtures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let fixtures = try names.map { try FormatFixture($0, in: folder.appendingPathComponent($0)) }
    try #require(fixtures.count > 30)
    return fixtures
  }

  private init(_ name: String, in folder: URL) throws {
    func json(_ file: String) throws -> JSONValue {
      try JSONParser.parse([UInt8](try Data(contentsOf: folder.appendingPathComponent(file + ".json"))))
    }
    self.name = name
    format = try json("format")
    response = try json("response")
    let expected = try json("expected")
    viewTypes =
      expected["registered"]?.arrayValue?.compactMap(\.stringValue) ?? Self.schemas.map(\.name)
    screenKit = Self.generated(expected)
    self.expected = Self.differences[name] == nil ? screenKit : Self.withoutEmptyItems(screenKit)
  }

  /// The expected screen without `raw`, which generated items do not have, and of each warning the place alone.
  private static func generated(_ screen: JSONValue) -> JSONValue {
    guard case .object(var members) = withoutRaw(screen) else { return screen }
    members["registered"] = nil
    let warnings = members["warnings"]?.arrayValue ?? []
    members["warnings"] = nil
    members["problems"] = .array(
      warnings.map { .string($0.stringValue?.split(separator: " ")[1].description ?? "") })
    return .object(members)
  }

  private static func withoutRaw(_ value: JSONValue) -> JSONValue {
    mapped(value) { members in
      members["unknown"] == nil ? members : members.removing("raw")
    }
  }

  private static func withoutEmptyItems(_ value: JSONValue) -> JSONValue {
    mapped(value) { $0["lead"] == [] ? $0.removing("lead") : $0 }
  }

  /// The value with all objects changed.
  private static func mapped(_ value: JSONValue, _ change: (JSONObject) -> JSONObject) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map { mapped($0, change) })
    case .object(let object):
      .object(change(object.reduce(into: JSONObject()) { $0[$1.name] = mapped($1.value, change) }))
    default: value
    }
  }

  /// The fixtures as lines that a program reads: the set, the name, the format and the response.
  static func input(_ fixtures: [FormatFixture]) -> String {
    fixtures.map {
      JSONValue.array([.string($0.set), .string($0.name), $0.format, $0.response]).text
    }
    .joined(separator: "\n")
  }

  /// Compares the lines that a program has printed with the expected screens.
  static func check(_ lines: [String], _ fixtures: [FormatFixture]) throws {
    try #require(lines.count == fixtures.count, "\(lines.joined(separator: "\n").prefix(8_000))")
    for (line, fixture) in zip(lines, fixtures) {
      let actual = try? JSONParser.parse(line)
      #expect(actual?.isEquivalent(to: fixture.expected) == true, "\(fixture.name) \(line)")
      #expect((differences[fixture.name] == nil) == fixture.expected.isEquivalent(to: fixture.screenKit))
    }
  }
}

extension JSONObject {
  fileprivate func removing(_ name: String) -> JSONObject {
    var object = self
    object[name] = nil
    return object
  }
}

extension FormatConstants {
  fileprivate static let shippedDocuments = ShippedFormats.all.map { (name: $0.name, document: $0.format) }

  /// The formats of a folder without any of its own.
  static let shipped = FormatConstants(shipped: shippedDocuments)
}
