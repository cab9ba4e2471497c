import BuiltPrograms
import Foundation
import JSONText
import ScreenCodegen
import TestFolders
import Testing

/// Generated types of contents with places for other items.
@Suite struct InnerItemsTests {
  static let viewTypes: [(name: String, schema: JSONValue)] = [
    (
      "ROW",
      [
        "type": "object", "required": ["children"],
        "properties": [
          "title": ["type": "string"],
          "children": ["type": "array", "items": ["$ref": "marquee:item"]],
          "lead": ["$ref": "marquee:item", "properties": ["viewType": ["enum": ["TEXT"]]]],
        ],
      ]
    ),
    ("TEXT", ["type": "object", "required": ["text"], "properties": ["text": ["type": "string"]]]),
  ]

  private static let app = """
    import Foundation
    import ScreenKit

    let decoder = ScreenDecoder(format: .viewItems, registry: .generated)
    let decoded = try decoder.decode(FileHandle.standardInput.readDataToEndOfFile())
    func show(_ item: ScreenItem, _ indent: String) {
      switch item.viewContent {
      case .row(let row):
        print(indent + "row", row.title ?? "-")
        for child in row.lead ?? [] { show(child, indent + "lead ") }
        for child in row.children { show(child, indent + "  ") }
      case .textContent(let text): print(indent + text.text)
      case .unknown(let viewType, _): print(indent + "unknown " + viewType)
      }
    }
    for item in decoded.screen.items { show(item, "") }
    for item in decoded.screen.items { print(String(decoding: try JSONEncoder.screenKit.encode(item.content), as: UTF8.self)) }
    """

  @Test func `a generated Swift type has the items inside it, typed, and encodes them`() throws {
    let folder = try TemporaryFolder()
    var files = [try folder.write(Self.app, to: "main.swift")]
    for file in SwiftGenerator(Self.viewTypes).files {
      files.append(try folder.write(file.text, to: file.name))
    }
    #expect(try Toolchain.lint(Array(files.dropFirst())).output == "")
    let compiled = try Toolchain.compile(files, to: "app", in: folder)
    try #require(compiled.status == 0, "\(compiled.output.prefix(8000))")
    let screen = #"""
      {"viewItems":[{"viewType":"ROW","viewObject":{"title":"t","lead":{"viewType":"TEXT","viewObject":{"text":"l"}},
        "children":[{"viewType":"TEXT","viewObject":{"text":"a"}},{"viewType":"MAP","viewObject":{"x":1}},
          {"viewType":"ROW","viewObject":{"children":[]}}]}}]}
      """#
    let input = try folder.write(screen, to: "screen.json")
    let shown = try Program.run(
      ["/bin/sh", "-c", "exec \"$0\" < \"$1\"", folder.url.appendingPathComponent("app").path, input])
    #expect(shown.status == 0)
    let lines = shown.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(5) == ["row t", "lead l", "  a", "  unknown MAP", "  row -"])
    let encoded = try JSONParser.parse(Array((lines.last ?? "").utf8))
    #expect(encoded["lead"]?["content"]?["text"] == "l")
    #expect(encoded["children"]?.arrayValue?[1]["viewType"] == "MAP")
  }

  /// Contents with items inside them, as generated Kotlin and TypeScript encode them.
  static let contents: [(viewType: String, content: JSONValue)] = [
    ("ROW", ["children": []]),
    (
      "ROW",
      [
        "title": "t", "later": [1],
        "children": [
          ["id": "a", "viewType": "TEXT", "content": ["text": "a"]],
          ["id": "m", "viewType": "MAP", "content": ["x": 1]],
          ["id": "bad", "viewType": "TEXT", "content": ["text": 1]],
          [
            "id": "r", "viewType": "ROW",
            "content": [
              "children": [["id": "c", "viewType": "TEXT", "content": ["text": "c"]]],
              "lead": ["id": "d", "viewType": "TEXT", "content": ["text": "d"]],
            ],
          ],
        ],
      ]
    ),
  ]

  @Test func `generated Kotlin and TypeScript have the items inside a content typed`() throws {
    let kotlin =
      KotlinGenerator(
        Self.viewTypes, formats: .shipped, package: try #require(KotlinPackage("test")), client: .none
      ).files
      .first {
        $0.name == "RowContent.kt"
      }?.text ?? ""
    #expect(kotlin.contains("public val children: List<ScreenItem>,"))
    #expect(kotlin.contains("public val lead: ScreenItem? = null,"))
    let script =
      TypeScriptGenerator(Self.viewTypes, formats: .shipped, client: .none).files.first {
        $0.name == "Row.ts"
      }?
      .text ?? ""
    #expect(script.contains("children: ScreenItem[];"))
    #expect(script.contains("lead?: ScreenItem | undefined;"))
  }
}
