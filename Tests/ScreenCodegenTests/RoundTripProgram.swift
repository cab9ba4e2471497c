import BuiltPrograms
import Foundation
import JSONText
import ScreenCodegen
import TestFolders
import Testing

/// A program of generated code that decodes contents and encodes them again.
struct RoundTripProgram {
  private let folder: TemporaryFolder
  /// The paths of the generated files.
  let files: [String]

  init(_ generator: SwiftGenerator) throws {
    folder = try TemporaryFolder()
    var files: [String] = []
    for file in generator.files { files.append(try folder.write(file.text, to: file.name)) }
    self.files = files
    let main = try folder.write(Self.main(generator), to: "main.swift")
    let outcome = try Toolchain.compile([main] + files, to: "roundtrip", in: folder)
    try #require(outcome.status == 0, "\(outcome.output.prefix(8_000))")
  }

  /// Decodes and encodes contents.
  /// - Returns: For each content, in order, its JSON text, or `!` and the error.
  func run(_ contents: [(viewType: String, content: JSONValue)]) throws -> [String] {
    let input = contents.map { JSONValue.array([.string($0.viewType), $0.content]).text }
    let path = try folder.write(input.joined(separator: "\n"), to: "contents")
    let outcome = try Program.run([folder.url.appendingPathComponent("roundtrip").path, path])
    try #require(outcome.status == 0, "\(outcome.output.prefix(8_000))")
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  private static func main(_ generator: SwiftGenerator) -> String {
    let list = generator.typeNames.map { "  \($0.typeName).self,\n" }.joined()
    return """
      import Foundation
      import ScreenKit

      let types: [any ViewObject.Type] = [
      \(list)]

      func again<Content: ViewObject>(_ type: Content.Type, _ content: JSONValue) throws -> Data {
        let encoder = JSONEncoder.screenKit
        let once = try JSONDecoder.screenKit.decode(Content.self, from: encoder.encode(content))
        let data = try encoder.encode(once)
        guard try encoder.encode(JSONDecoder.screenKit.decode(Content.self, from: data)) == data else {
          throw CocoaError(.coderInvalidValue)
        }
        return data
      }

      var known: [String: any ViewObject.Type] = [:]
      for type in types { known[type.viewType] = type }
      guard ViewRegistry.generated.viewTypes.sorted() == known.keys.sorted() else { exit(2) }
      let input = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
      for line in input.split(separator: "\\n") {
        do {
          let pair = try JSONDecoder.screenKit.decode([JSONValue].self, from: Data(line.utf8))
          guard case .string(let name) = pair[0], let type = known[name] else { exit(3) }
          print(String(decoding: try again(type, pair[1]), as: UTF8.self))
        } catch {
          print("!", "\\(error)".replacingOccurrences(of: "\\n", with: " "))
        }
      }
      """
  }
}
