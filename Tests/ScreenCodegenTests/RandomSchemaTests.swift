import BuiltPrograms
import Foundation
import JSONSchema
import JSONText
import ScreenCodegen
import TestFolders
import Testing

@Suite struct RandomSchemaTests {
  @Test func `every served content is the same after decoding and encoding`() throws {
    let sample = try RandomViewTypes.served()
    let results = try RoundTripProgram(SwiftGenerator(sample.viewTypes)).run(sample.contents)
    try #require(results.count == sample.contents.count)
    for (index, result) in results.enumerated() {
      let (viewType, content) = sample.contents[index]
      guard let again = try? JSONParser.parse(result) else {
        Issue.record("\(viewType) \(content.text): \(result)")
        continue
      }
      #expect(again.isSameContent(as: content), "\(viewType) \(content.text) became \(result)")
      #expect(sample.schemas[index].isValid(again), "\(viewType) \(result)")
    }
  }

  @Test func `the formatter changes nothing`() throws {
    let folder = try TemporaryFolder()
    let generator = SwiftGenerator(RandomViewTypes.make().map { ($0.name, $0.part.schema) })
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
