import Foundation
import JSONText
import ScreenCodegen
import Testing

@Suite struct HardNamesTests {
  /// Schemas that use every hard name as a member, a value, an alternative and a nested type.
  static func viewTypes() -> [(name: String, schema: JSONValue)] {
    var plain = JSONObject()
    var nested = JSONObject()
    var again = JSONObject()
    var choices = JSONObject()
    var definitions = JSONObject()
    for name in RandomText.names {
      plain[name] = ["type": "string"]
      again[name] = ["anyOf": [["$ref": "#"], ["type": "null"]]]
      nested[name] = [
        "type": "object", "properties": ["in": ["type": ["string", "null"]]], "additionalProperties": false,
      ]
      definitions[name] = ["type": "object", "required": ["x"], "properties": ["x": ["type": "integer"]]]
      choices["ref " + name] = ["$ref": .string("#/$defs/" + pointer(name))]
    }
    choices["one"] = ["enum": .array(RandomText.names.map { .string($0) })]
    choices["only"] = [
      "type": "object", "properties": .object(plain), "minProperties": 1, "maxProperties": 1,
      "additionalProperties": false,
    ]
    let hard: [(name: String, schema: JSONValue)] = [
      (
        "PLAIN",
        ["type": "object", "properties": .object(plain), "required": .array(plain.names.map { .string($0) })]
      ),
      ("AGAIN", ["type": "object", "properties": .object(again)]),
      ("NESTED", ["type": "object", "properties": .object(nested)]),
      ("REFERRED", ["type": "object", "properties": .object(choices), "$defs": .object(definitions)]),
      (
        "ACROSS",
        [
          "type": "object",
          "properties": [
            "a": ["$ref": "REFERRED.json#/$defs/self"], "b": ["$ref": "String.json"],
            "string": ["type": "object", "properties": ["x": true]],
          ],
        ]
      ),
    ]
    let names = [
      "String", "URL", "Date", "Array", "Codable", "Optional", "JSONValue", "ViewContent", "ViewRegistry",
      "Value",
      "Content", "Foundation", "ScreenKit", "Swift", "TEXT", "View", "Self", "Type", "self", "init",
      "unknown", "default",
      "a.b-c", "A_B", "AB", "aB", "a-b", "X", "x", "View-Registry", "ViewRegistryGenerated",
      "A_VIEW_TYPE_WITH_A_NAME_THAT_IS_AS_LONG_AS_ANYBODY_COULD_WISH_FOR_AND_THEN_SOME_MORE_CHARACTERS_AT_THE_END",
    ]
    return hard + names.map { ($0, ["type": "object", "properties": ["text": ["type": "string"]]]) }
  }

  /// Returns a name as a reference token of a JSON Pointer in a URI fragment.
  private static func pointer(_ name: String) -> String {
    JSONPointer(tokens: [name]).description.dropFirst().utf8
      .map {
        (0x61...0x7A).contains($0)
          ? String(UnicodeScalar($0)) : "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }
      .joined()
  }

  /// Contents with every hard name.
  static func contents() -> [(viewType: String, content: JSONValue)] {
    var contents: [(viewType: String, content: JSONValue)] = [
      ("PLAIN", .object(RandomText.names.reduce(into: JSONObject()) { $0[$1] = "v" })),
      ("NESTED", .object(RandomText.names.reduce(into: JSONObject()) { $0[$1] = ["in": .null] })),
      ("AGAIN", .object(RandomText.names.reduce(into: JSONObject()) { $0[$1] = .null })),
      ("AGAIN", .object(RandomText.names.reduce(into: JSONObject()) { $0[$1] = ["title": [:]] })),
      ("ACROSS", ["a": ["x": 1], "b": ["text": "t"]]),
    ]
    for name in RandomText.names {
      contents.append(("REFERRED", ["one": .string(name), "only": .object([name: "x"])]))
      contents.append(("REFERRED", .object(["ref " + name: ["x": 1]])))
    }
    for (name, _) in viewTypes().dropFirst(5) { contents.append((name, ["text": "t"])) }
    return contents
  }

  @Test func `every name is decoded and encoded`() throws {
    let generator = SwiftGenerator(Self.viewTypes())
    let program = try RoundTripProgram(generator)
    let contents = Self.contents()
    let results = try program.run(contents)
    try #require(results.count == contents.count)
    for (result, content) in zip(results, contents) {
      #expect(
        (try? JSONParser.parse(result))?.isEquivalent(to: content.content) == true, "\(content) \(result)")
    }
    let lint = try Toolchain.lint(program.files)
    #expect(lint.status == 0, "\(lint.output.prefix(4_000))")
  }

  @Test func `a view type with the name of another file gets a file of its own`() throws {
    let package = try #require(KotlinPackage("test"))
    func files(_ language: Language, _ names: [String]) -> [String] {
      let viewTypes = names.map { (name: $0, schema: ["type": "object"] as JSONValue) }
      let files =
        language == .kotlin
        ? KotlinGenerator(viewTypes, formats: .shipped, package: package, client: .jvm).files
        : TypeScriptGenerator(viewTypes, formats: .shipped, client: .fetch).files
      return files.map(\.name)
    }
    for language in [Language.kotlin, .typeScript] {
      let others = files(language, [])
      let all = files(language, others.map { String($0.prefix { $0 != "." }) })
      #expect(all.count == 2 * others.count)
      // Some file systems ignore case.
      #expect(Set(all.map { $0.lowercased() }).count == all.count)
    }
  }

  @Test(arguments: [
    ("ONE_LINE_TEXT", "OneLineText"), ("AViewType", "AViewType"), ("a.b-c", "ABC"),
    ("RichViewType", "RichViewType"),
    ("String", "StringContent"), ("TEXT", "TextContent"), ("card2", "Card2"), ("self", "SelfContent"),
  ])
  func `view types are named as Swift types`(viewType: String, typeName: String) {
    let generator = SwiftGenerator([(viewType, ["type": "object"])])
    #expect(generator.typeNames.map(\.typeName) == [typeName])
    #expect(generator.files.map(\.name).contains(typeName + ".swift"))
  }

  @Test(arguments: [
    ("image_url", "imageUrl"), ("IMAGE_URL", "imageUrl"), ("URLName", "urlName"), ("iOS", "iOS"),
    ("a-b", "aB"),
    ("default", "`default`"), ("self", "selfValue"), ("viewType", "viewTypeValue"),
    ("hashValue", "hashValueValue"),
    ("1st", "value1st"), ("", "value"), ("\u{1F600}", "value"), ("제목", "제목"), ("description", "description"),
  ])
  func `members are named as Swift properties`(member: String, name: String) {
    let text = CardText.of(["type": "object", "properties": .object([member: ["type": "string"]])])
    #expect(text.contains("public var \(name): String?\n"))
  }

  @Test func `a name that is valid in Swift is kept`() {
    let text = CardText.of([
      "type": "object",
      "properties": ["a_b": ["type": "string"], "a-b": ["type": "string"], "aB": ["type": "string"]],
    ])
    #expect(text.contains("    case aB2 = \"a_b\"\n    case aB3 = \"a-b\"\n    case aB\n"))
  }

  @Test func `view types with equal Swift names get numbers`() {
    let generator = SwiftGenerator([("aB", true), ("a_b", true), ("AB", true), ("AB", false)])
    #expect(generator.typeNames.map(\.typeName) == ["Ab", "AB2", "AB3"])
  }
}
