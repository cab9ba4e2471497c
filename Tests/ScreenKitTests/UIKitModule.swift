import BuiltPrograms
import Foundation

/// A folder with a module `UIKit`, made of declarations, and a module `ScreenKit` that was compiled against it.
struct UIKitModule {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct Failure: Error {
    let output: String
  }

  let folder: TemporaryFolder

  private static let rules = [
    "-swift-version", "6", "-warnings-as-errors", "-strict-memory-safety", "-enable-upcoming-feature",
    "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility", "-parse-as-library",
  ]

  /// - Throws: ``Failure`` when ScreenKit does not compile against the declarations.
  init() throws {
    folder = try TemporaryFolder()
    let declarations = Self.root.appendingPathComponent("Tests/ScreenKitTests/UIKitDeclarations/UIKit.swift")
    try Self.emit("UIKit", [declarations.path], ["-swift-version", "6", "-parse-as-library"], to: folder.url)
    let library = Self.root.appendingPathComponent("Sources/ScreenKit")
    var sources: [String] = []
    for case let file as URL in FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)
      ?? .init()
    where file.pathExtension == "swift" { sources.append(file.path) }
    try Self.emit("ScreenKit", sources, Self.rules + ["-wmo"], to: folder.url)
  }

  private static func emit(_ name: String, _ sources: [String], _ rules: [String], to folder: URL) throws {
    let module = folder.appendingPathComponent("\(name).swiftmodule").path
    let result = try Program.run(
      ["swiftc", "-emit-module", "-module-name", name, "-emit-module-path", module, "-I", folder.path] + rules
        + sources)
    if result.status != 0 { throw Failure(output: result.output) }
  }

  /// Type-checks code that imports both; nil when it is right, else what the compiler says.
  func complaint(about code: String) throws -> String? {
    let file = folder.url.appendingPathComponent("Code-\(UUID().uuidString).swift")
    try ("import Foundation\nimport ScreenKit\nimport UIKit\n" + code)
      .write(to: file, atomically: true, encoding: .utf8)
    let result = try Program.run(
      ["swiftc", "-typecheck", "-module-name", "App", "-I", folder.url.path] + Self.rules + [file.path])
    return result.status == 0 ? nil : result.output
  }
}
