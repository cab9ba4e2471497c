import BuiltPrograms
import Foundation
import JSONSchema
import JSONText
import ScreenCodegen
import Testing

@Suite struct RandomSchemaTests {
  /// Schemas in one run.
  private static let count = 200

  /// Other schemas are made up with another seed: SCREEN_CODEGEN_SEED=42 swift test.
  private static var seed: UInt64 {
    ProcessInfo.processInfo.environment["SCREEN_CODEGEN_SEED"].flatMap { UInt64($0) } ?? 7
  }

  private static func viewTypes() -> [(name: String, part: MadeUpSchema)] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { ("TYPE_\($0)", MadeUpSchema.viewType(&random)) }
  }

  @Test func everyContentThatIsServedIsTheSameAfterDecodingAndEncoding() throws {
    let viewTypes = Self.viewTypes()
    let generator = SwiftGenerator(viewTypes.map { ($0.name, $0.part.schema) })
    var random = SeededRandom(seed: Self.seed &+ 1)
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
    let answers = try RoundTripProgram(generator).run(served)
    try #require(answers.count == contents.count)
    for (index, answer) in answers.enumerated() {
      let content = contents[index].content
      guard let again = try? JSONParser.parse(answer) else {
        Issue.record("\(contents[index].viewType) \(content.text): \(answer)")
        continue
      }
      #expect(again.saysTheSame(as: content), "\(contents[index].viewType) \(content.text) became \(answer)")
      #expect(schemas[index].isValid(again), "\(contents[index].viewType) \(answer)")
    }
  }

  /// Items of one screen: its file is to stay below what a server takes.
  private static let itemsOfAScreen = 30

  /// The contents as a server with these view types sends them.
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
      let answer = try Program.run([
        "curl", "-sS", "--fail-with-body", server.url.absoluteString + "/screens/\(route)",
      ])
      try #require(answer.status == 0, "\(answer.output.prefix(4_000))")
      return (try JSONParser.parse(answer.output)["viewItems"]?.arrayValue ?? []).map { item in
        (item["viewType"]?.stringValue ?? "", item["viewObject"] ?? .null)
      }
    }
  }

  @Test func theFormatterFindsNothingToChange() throws {
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
