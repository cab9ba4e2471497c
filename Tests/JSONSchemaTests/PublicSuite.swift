import Foundation
import JSONText

@testable import JSONSchema

/// The public JSON-Schema-Test-Suite for draft 2020-12, in the folder of `CONFORMANCE_DIR`.
struct PublicSuite {
  struct MissingFolder: Error { let path: String }

  let folder: URL

  /// Nil when the variable is not set. Throws when its folder has no suite.
  static func fromEnvironment() throws -> PublicSuite? {
    guard let path = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: the public JSON Schema suite; set CONFORMANCE_DIR to run it")
      return nil
    }
    let folder = URL(fileURLWithPath: path)
    guard try !Self.files(in: folder.appending(path: "json-schema")).isEmpty else {
      throw MissingFolder(path: path)
    }
    return PublicSuite(folder: folder)
  }

  static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
  }

  /// The documents that the suite expects at `http://localhost:1234/`.
  func remotes() throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    let root = folder.appending(path: "json-schema-remotes")
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".json") {
      registry.add(uri: "http://localhost:1234/" + path, document: try Self.read(root.appending(path: path)))
    }
    return registry
  }

  static func read(_ file: URL) throws -> JSONValue {
    try JSONParser.parse([UInt8](Data(contentsOf: file)))
  }

  struct Outcome {
    var passed = 0
    var failures: [String] = []
  }

  /// Runs the files of a folder of the suite, except those in `exceptions`, by name without extension.
  func run(_ path: String, formats: SchemaCompiler.FormatMode, leavingOut exceptions: Set<String> = [])
    throws -> Outcome
  {
    let registry = try remotes()
    var outcome = Outcome()
    for file in try Self.files(in: folder.appending(path: path)) {
      let name = file.deletingPathExtension().lastPathComponent
      guard !exceptions.contains(name) else { continue }
      for group in try Self.read(file).arrayValue ?? [] {
        run(group, of: name, registry: registry, formats: formats, into: &outcome)
      }
    }
    return outcome
  }

  private func run(
    _ group: JSONValue, of file: String, registry: SchemaRegistry, formats: SchemaCompiler.FormatMode,
    into outcome: inout Outcome
  ) {
    let title = "\(file): \(group["description"]?.stringValue ?? "")"
    let tests = group["tests"]?.arrayValue ?? []
    do throws(SchemaErrors) {
      let schema = try SchemaCompiler.compile(
        group["schema"] ?? .null, uri: "http://localhost/\(file).json", registry: registry, formats: formats)
      for test in tests {
        let data = test["data"] ?? .null
        let expected = test["valid"]?.boolValue
        let errors = schema.validate(data)
        // `isValid` and `validate` must agree.
        if errors.isEmpty == expected, schema.isValid(data) == expected {
          outcome.passed += 1
        } else {
          let messages = errors.map { "\($0.keywordLocation) \($0.message)" }
          outcome.failures.append("\(title): \(test["description"]?.stringValue ?? ""): \(messages)")
        }
      }
    } catch {
      outcome.failures.append("\(title): \(error)")
    }
  }
}
