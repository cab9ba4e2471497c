import Foundation
import JSONSchema
import JSONText
import ScreenPreview
import Screens

/// A screen of 100 items of the shipped view types, and a schema for such screens, made from the types' schemas.
struct HundredItems {
  private static let count = 100

  private let catalogue: Catalogue
  private let schema: JSONValue
  private let definition: JSONValue

  /// - Parameter screens: the folder whose view types and wire formats are used.
  init(screens: String) throws {
    do throws(FolderError) {
      catalogue = FolderImport(checking: try FolderContents(reading: screens)).catalogue
    } catch {
      throw BenchmarkError("the folder \(error.path) cannot be read")
    }
    schema = Self.schema(catalogue.viewTypes.values.sorted { $0.name < $1.name })
    definition = ["screenName": "Home", "items": .array((0..<Self.count).map(Self.item))]
  }

  /// Writes both documents for other validators.
  func export(to folder: String) throws {
    for (name, document) in [("schema", schema), ("instance", definition)] {
      try Data(document.serialized()).write(to: URL(fileURLWithPath: folder + "/\(name).json"))
    }
  }

  /// Validates with formats asserted, as for view types.
  func validation() throws -> Benchmark {
    let compiled = try SchemaCompiler.compile(schema, formats: .assert)
    if let error = compiled.validate(definition).first {
      throw BenchmarkError("the screen is invalid at \(error.instanceLocation): \(error.message)")
    }
    guard !compiled.isValid(["items": [["viewType": "ONE_IMAGE", "content": ["unknown": 1]]]]) else {
      throw BenchmarkError("the schema accepts a broken screen")
    }
    return Benchmark(name: "schema") { [definition] times in
      var total = 0
      for _ in 0..<times where compiled.isValid(definition) { total &+= 1 }
      return total
    }
  }

  func rendering() throws -> Benchmark {
    let route = try Route("home")
    let read = try DefinitionReader.read(
      try JSONDocument(definition.serialized()), route: route, catalogue: catalogue)
    let screen = PublishedScreen(
      route: route, version: 1, definition: read.definition, combinations: read.combinations)
    guard let format = catalogue.formats[read.definition.format] else {
      throw BenchmarkError("there is no format \(read.definition.format)")
    }
    return Benchmark(name: "rendering") { times in
      var total = 0
      for _ in 0..<times {
        for combination in screen.combinations {
          total &+= (format.render(screen, combination: combination) ?? []).count
        }
      }
      return total
    }
  }

  /// Makes the preview page of a screen of 1,000 items.
  func preview() throws -> Benchmark {
    let items = (0..<1000).map { number in
      let (viewType, content) = Self.contents(number)[number % 5]
      return Item(id: "item-\(number)", viewType: viewType, content: content, origin: .root)
    }
    let layout = PreviewLayout(
      Layout(sections: [Section(id: nil, items: items, origin: .root)]), app: nil, isAnnotated: false,
      shows: { _ in true }, holds: { _ in true })
    return Benchmark(name: "preview") { [catalogue] times in
      var total = 0
      for _ in 0..<times {
        let page = PreviewPage(
          title: "Home", about: "home · version 1", PreviewPage.Column(name: "", layout: layout),
          options: PreviewOptions(), catalogue: catalogue, style: .linked("/preview/_style.css"),
          asset: { "/assets/" + $0 })
        total &+= page.bytes.count
      }
      return total
    }
  }

  // MARK: Documents

  private static func schema(_ types: [ViewType]) -> JSONValue {
    func uri(_ type: ViewType) -> JSONValue { .string("https://marquee.example/types/\(type.name).json") }
    var definitions = JSONObject()
    for type in types {
      var schema = type.schema.objectValue ?? [:]
      schema["$id"] = uri(type)
      definitions[type.name] = .object(schema)
    }
    let contents: [JSONValue] = types.map { type in
      [
        "if": ["properties": ["viewType": ["const": .string(type.name)]]],
        "then": ["properties": ["content": ["$ref": uri(type)]]],
      ]
    }
    let item: JSONValue = [
      "type": "object",
      "properties": [
        "id": ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"],
        "viewType": ["enum": .array(types.map { .string($0.name) })],
        "content": ["type": "object"],
      ],
      "required": ["viewType", "content"],
      "additionalProperties": false,
      "allOf": .array(contents),
    ]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://marquee.example/screen.json",
      "type": "object",
      "properties": ["screenName": ["type": "string"], "items": ["type": "array", "items": item]],
      "required": ["items"],
      "additionalProperties": false,
      "$defs": .object(definitions),
    ]
  }

  private static func item(_ number: Int) -> JSONValue {
    let (viewType, content) = contents(number)[number % 5]
    return ["id": .string("item-\(number)"), "viewType": .string(viewType), "content": content]
  }

  private static func contents(_ number: Int) -> [(String, JSONValue)] {
    let image = JSONValue.string("https://images.example/\(number).jpg?size=large")
    let badges: JSONValue = [["badgeImage": "https://images.example/badge.png", "text": "new"]]
    return [
      ("ONE_LINE_TEXT", ["text1": .string("칼국수 메뉴 \(number)")]),
      ("TWO_LINE_TEXT", ["text1": "들깨 칼국수", "text2": .string("\(8000 + number)원")]),
      ("ONE_IMAGE", ["url": image]),
      (
        "TITLE",
        ["title": .string("Title \(number)"), "badges": badges, "description": "Some words about it"]
      ),
      (
        "PLUS_TITLE",
        [
          "firstRowImage": ["imageUrl": image, "width": "320", "height": "180.5"],
          "titleText": [
            "text": .string("Title \(number)"), "textSize": "14", "textColor": "#FFAA00", "textStyle": "bold",
          ],
          "badges": badges, "description": "Some more words about it",
        ]
      ),
    ]
  }
}
