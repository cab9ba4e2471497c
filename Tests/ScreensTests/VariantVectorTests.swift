import Foundation
import JSONText
import Screens
import TestFolders
import Testing

/// The console computes what a variant shows while somebody types, and which changes an edit means. These vectors, which
/// `.ci/console-modules` applies to the console, say the same of the server.
@Suite struct VariantVectorTests {
  /// A vector; `variants.test.js` describes its members.
  struct Vector: CustomTestStringConvertible, Sendable {
    let json: JSONValue

    var testDescription: String { json["name"]?.stringValue ?? "" }

    /// The definition with the variant that the console has after the edit.
    var definition: JSONValue {
      var variant: JSONObject = ["key": "v"]
      let changes = json["result"].flatMap(\.arrayValue) ?? json["changes"]?.arrayValue ?? []
      if !changes.isEmpty { variant["changes"] = .array(changes) }
      variant["order"] = json["orderResult"] ?? json["order"]
      var definition: JSONObject = [
        "experiment": ["key": "e", "variants": [["key": "control"], .object(variant)]]
      ]
      definition["items"] = json["items"]
      definition["sections"] = json["sections"]
      return .object(definition)
    }
  }

  static var vectors: [Vector] {
    get throws {
      let file = PackageFolder.url.appending(path: "Tests/ConsoleModules/variants.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      return try #require(try JSONParser.parse(text).arrayValue).map(Vector.init)
    }
  }

  @Test(arguments: try vectors) func `the server shows what the console shows`(vector: Vector) throws {
    let text = String(decoding: vector.definition.serialized(), as: UTF8.self)
    if vector.json["problems"] != nil {
      let error = try #require(throws: InvalidDocument.self) { try InnerItemsTests.read(text) }
      let places = error.diagnostics.kept.map(\.pointer.description)
      #expect(places.allSatisfy { $0.hasPrefix("/experiment/variants/1/") })
      return
    }
    let layout = try #require(try InnerItemsTests.read(text).combinations.last?.layout)
    let sections = layout.sections.map { $0.items.map { Self.words($0.json) }.joined(separator: ",") }
    #expect(sections.joined(separator: " | ") == vector.json["shows"]?.stringValue)
  }

  /// An item in a few words: `a`, `a="another text"`, `row(a,b)`.
  private static func words(_ item: JSONValue) -> String {
    let id = item["id"]?.stringValue ?? ""
    let text = item["content"]?["text"]?.stringValue
    let children = item["content"]?["children"]?.arrayValue?.map(words).joined(separator: ",")
    return id + (text.map { $0 == id ? "" : #"="\#($0)""# } ?? "") + (children.map { "(\($0))" } ?? "")
  }
}
