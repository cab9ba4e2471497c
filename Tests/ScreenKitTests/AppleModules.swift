import BuiltPrograms
import Foundation
import TestFolders

/// A folder with compiled modules: Combine, UIKit and SwiftUI from declarations, and ScreenKit compiled against them.
struct AppleModules {
  /// The root folder of the package.
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

  /// The folder of the declarations.
  static let declarations = root.appendingPathComponent("Tests/ScreenKitTests/AppleDeclarations")

  /// Compiles the modules.
  /// - Throws: ``Failure`` when ScreenKit does not compile against the declarations.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["Combine", "UIKit", "SwiftUI"] {
      let file = Self.declarations.appendingPathComponent("\(name).swift")
      try Self.emit(name, [file.path], ["-swift-version", "6", "-parse-as-library"], to: folder.url)
    }
    for name in ["ScreenKit", "ScreenKitUI"] { try Self.emit(name, to: folder.url) }
  }

  /// Compiles what assigns users in an app, too, with the modules that it needs.
  func addExperiments() throws {
    for name in ["JSONText", "Patterns", "Assignment", "TargetingPatterns", "ScreenKitExperiments"] {
      try Self.emit(name, to: folder.url)
    }
  }

  /// Compiles a target of the package.
  private static func emit(_ name: String, to folder: URL) throws {
    let library = root.appendingPathComponent("Sources/\(name)")
    var sources: [String] = []
    for case let file as URL in FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)
      ?? .init()
    where file.pathExtension == "swift" { sources.append(file.path) }
    try emit(name, sources, rules + ["-wmo", "-package-name", "marquee"], to: folder)
  }

  private static func emit(_ name: String, _ sources: [String], _ rules: [String], to folder: URL) throws {
    let module = folder.appendingPathComponent("\(name).swiftmodule").path
    let result = try Program.run(
      ["swiftc", "-emit-module", "-module-name", name, "-emit-module-path", module, "-I", folder.path] + rules
        + sources)
    if result.status != 0 { throw Failure(output: result.output) }
  }

  private static let imports = """
    import Foundation
    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif
    import ScreenKit
    import ScreenKitUI
    import SwiftUI
    import UIKit

    """

  /// Type-checks the source of an app.
  /// - Parameters:
  ///   - isScript: Whether statements are at the top level.
  ///   - importsAll: Whether the modules for apps are imported, so that the source need not.
  ///   - others: The texts of the app's other files.
  ///   - rules: Further arguments of the compiler.
  /// - Returns: Nil when the source compiles without a warning, else the output of the compiler.
  func diagnostics(
    of source: String, isScript: Bool = false, importsAll: Bool = true, with others: [String] = [],
    rules: [String] = []
  ) throws -> String? {
    let app = folder.url.appendingPathComponent("App-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    var files = [isScript ? "main.swift" : "App.swift": (importsAll ? Self.imports : "") + source]
    for (index, other) in others.enumerated() { files["file-\(index).swift"] = other }
    for (name, text) in files {
      try Data(text.utf8).write(to: app.appendingPathComponent(name))
    }
    let result = try Program.run(
      [
        "swiftc", "-typecheck", "-module-name", "App", "-I", folder.url.path, "-swift-version", "6",
        "-warnings-as-errors",
      ] + rules + (isScript ? [] : ["-parse-as-library"])
        + files.keys.sorted().map { app.appendingPathComponent($0).path })
    return result.status == 0 ? nil : result.output
  }
}
