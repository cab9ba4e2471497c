import BuiltPrograms
import Foundation
import JSONSchema
import JSONText
import ScreenCodegen
import SeededRandom
import Testing

@Suite struct RandomSchemaTests {
  /// The number of schemas in one run.
  private static let count = 200

  /// The seed. To test other schemas: SCREEN_CODEGEN_SEED=42 swift test.
  private static var seed: UInt64 {
    ProcessInfo.processInfo.environment["SCREEN_CODEGEN_SEED"].flatMap { UInt64($0) } ?? 7
  }

  private static func viewTypes() -> [(name: String, part: RandomSchema)] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { ("TYPE_\($0)", RandomSchema.viewType(&random)) }
  }

  @Test func `every served content is the same after decoding and encoding`() throws {
    let viewTypes = Self.viewTypes()
    let generator = SwiftGenerator(viewTypes.map { ($0.name, $0.part.schema) })
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
    let served = try Self.served(contents, viewTypes.map { ($0.name, $0.part.schema) })
    try #require(served.count == contents.count)
    let results = try RoundTripProgram(generator).run(served)
    try #require(results.count == contents.count)
    for (index, result) in results.enumerated() {
      let content = contents[index].content
      guard let again = try? JSONParser.parse(result) else {
        Issue.record("\(contents[index].viewType) \(content.text): \(result)")
        continue
      }
      #expect(
        again.isSameContent(as: content), "\(contents[index].viewType) \(content.text) became \(result)")
      #expect(schemas[index].isValid(again), "\(contents[index].viewType) \(result)")
    }
  }

  /// The number of items of one screen, which keeps its file below the server's limit.
  private static let itemsOfAScreen = 30

  /// Returns the contents as a server with these view types sends them.
  private static func served(
    _ contents: [(viewType: String, content: JSONValue)], _ viewTypes: [(name: String, schema: JSONValue)]
  ) throws -> [(viewType: String, content: JSONValue)] {
    let folder = try TemporaryFolder()
    let screens = folder.url.appendingPathComponent("screens")
    try FileManager.default.createDirectory(
      at: screens.appendingPathComponent("_types"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Toolchain.package.appendingPathComponent("screens/_formats"),
      to: screens.appendingPathComponent("_formats"))
    for (name, schema) in viewTypes { _ = try folder.write(schema.text, to: "screens/_types/\(name).json") }
    let items = contents.map { JSONValue.object(["viewType": .string($0.viewType), "content": $0.content]) }
    var routes: [String] = []
    for start in stride(from: 0, to: items.count, by: itemsOfAScreen) {
      let definition: JSONValue = ["items": .array(Array(items.dropFirst(start).prefix(itemsOfAScreen)))]
      routes.append("screen-\(start)")
      _ = try folder.write(definition.text, to: "screens/screen-\(start).json")
    }
    let server = try LiveServer(screens: screens.path)
    defer { server.stop() }
    return try routes.flatMap { route in
      let response = try Program.run([
        "curl", "-sS", "--fail-with-body", server.url.absoluteString + "/screens/\(route)",
      ])
      try #require(response.status == 0, "\(response.output.prefix(4_000))")
      return (try JSONParser.parse(response.output)["viewItems"]?.arrayValue ?? []).map { item in
        (item["viewType"]?.stringValue ?? "", item["viewObject"] ?? .null)
      }
    }
  }

  @Test func `the formatter changes nothing`() throws {
    let folder = try TemporaryFolder()
    let generator = SwiftGenerator(Self.viewTypes().map { ($0.name, $0.part.schema) })
    var files: [String] = []
    for file in generator.files { files.append(try folder.write(file.text, to: file.name)) }
    let lint = try Toolchain.lint(files)
    #expect(lint.status == 0, "\(lint.output.prefix(4_000))")
    let format = try Toolchain.format(files)
    #expect(format.status == 0, "\(format.output.prefix(4_000))")
    for (file, path) in zip(generator.files, files) {
      let formatted = try String(contentsOfFile: path, encoding: .utf8)
      #expect(formatted == file.text, "\(file.name)")
    }
  }
}
