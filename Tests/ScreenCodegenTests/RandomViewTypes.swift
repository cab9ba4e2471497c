import BuiltPrograms
import Foundation
import JSONSchema
import JSONText
import Screens
import SeededRandom
import TestFolders
import Testing

/// Made-up view types with contents that they accept.
enum RandomViewTypes {
  /// The number of schemas in one run. To test more: SCREEN_CODEGEN_COUNT=1000 swift test.
  private static var count: Int { variable("SCREEN_CODEGEN_COUNT") ?? 60 }

  /// The seed. To test other schemas: SCREEN_CODEGEN_SEED=42 swift test.
  private static var seed: UInt64 { variable("SCREEN_CODEGEN_SEED") ?? 7 }

  private static func variable<Number: FixedWidthInteger>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
  }

  static func make() -> [(name: String, part: RandomSchema)] {
    var random = SplitMix64(seed: seed)
    return (0..<max(1, count)).map { ("TYPE_\($0)", RandomSchema.viewType(&random)) }
  }

  /// Returns the view types, and contents as a server sends them, each with the schema that accepts it.
  static func served() throws -> (
    viewTypes: [(name: String, schema: JSONValue)], contents: [(viewType: String, content: JSONValue)],
    schemas: [CompiledSchema]
  ) {
    let viewTypes = make()
    var random = SplitMix64(seed: Self.seed &+ 1)
    var contents: [(viewType: String, content: JSONValue)] = []
    var schemas: [CompiledSchema] = []
    for (name, part) in viewTypes {
      let schema = try SchemaCompiler.compile(
        part.schema, uri: "test:/\(name)", registry: SchemaRegistry(), formats: .assert)
      for _ in 0..<3 {
        let content = part.make(&random, 0)
        #expect(schema.isValid(content), "\(part.schema.text) refuses \(content.text)")
        contents.append((name, content))
        schemas.append(schema)
      }
    }
    let pairs = viewTypes.map { ($0.name, $0.part.schema) }
    let served = try render(contents, pairs)
    try #require(served.count == contents.count)
    for (one, other) in zip(served, contents) { #expect(one.content.isEquivalent(to: other.content)) }
    return (pairs, served, schemas)
  }

  /// The number of items of one screen, which keeps its file below the limit.
  private static let itemsPerScreen = 30

  /// Returns the contents as a server with these view types renders them.
  private static func render(
    _ contents: [(viewType: String, content: JSONValue)], _ viewTypes: [(name: String, schema: JSONValue)]
  ) throws -> [(viewType: String, content: JSONValue)] {
    let folder = try TemporaryFolder()
    let screens = folder.url.appendingPathComponent("screens")
    try FileManager.default.createDirectory(
      at: screens.appendingPathComponent("_types"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: PackageFolder.screens.appendingPathComponent("_formats"),
      to: screens.appendingPathComponent("_formats"))
    for (name, schema) in viewTypes { _ = try folder.write(schema.text, to: "screens/_types/\(name).json") }
    let items = contents.map { JSONValue.object(["viewType": .string($0.viewType), "content": $0.content]) }
    var routes: [String] = []
    for start in stride(from: 0, to: items.count, by: itemsPerScreen) {
      let definition: JSONValue = ["items": .array(Array(items.dropFirst(start).prefix(itemsPerScreen)))]
      routes.append("screen-\(start)")
      _ = try folder.write(definition.text, to: "screens/screen-\(start).json")
    }
    let published = FolderImport(checking: try FolderContents(reading: screens.path))
    let format = try #require(published.catalogue.format("viewItems"))
    return try routes.flatMap { route in
      let screen = try #require(published.screens.first { $0.route.name == route })
      let combination = try #require(screen.combinations.first)
      let body = try #require(format.render(screen, combination: combination))
      return (try JSONParser.parse(body)["viewItems"]?.arrayValue ?? []).map { item in
        (item["viewType"]?.stringValue ?? "", item["viewObject"] ?? .null)
      }
    }
  }
}
