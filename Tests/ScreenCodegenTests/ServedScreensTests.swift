import BuiltPrograms
import Foundation
import TestFolders
import Testing

/// The whole process: `marquee codegen` writes the Swift of the view types, an app is compiled from it and
/// shows what the server sends.
@Suite struct ServedScreensTests {
  private static let app = """
    import Foundation
    import ScreenKit

    let arguments = CommandLine.arguments
    guard arguments.count > 2, let url = URL(string: arguments[1]) else { exit(64) }
    let client = ScreenClient(url, views: .generated)
    for route in arguments.dropFirst(2) {
      let snapshot = try await client.screen(route)
      for warning in snapshot.warnings { print("warning:", route, warning) }
      for item in snapshot.screen.items {
        if case .unknown(let viewType, _) = item.viewContent { print("unknown:", route, viewType) } else { print(item.viewType) }
      }
    }
    """

  @Test func `an app with generated code shows every shipped screen`() throws {
    let folder = try TemporaryFolder()
    let marquee = try BuiltProgram.url("marquee").path
    let screens = PackageFolder.screens.path
    let output = folder.url.appendingPathComponent("Generated").path
    func codegen(_ more: String...) throws -> Toolchain.Outcome {
      try Program.run([marquee, "codegen", "swift", "--screens", screens, "--output", output] + more)
    }
    #expect(try codegen("--check").status == 1)
    let written = try codegen()
    #expect(written.status == 0, "\(written.output)")
    #expect(try codegen("--check").status == 0)

    let files = try FileManager.default.contentsOfDirectory(atPath: output).map { output + "/" + $0 }
    let main = try folder.write(Self.app, to: "main.swift")
    let compiled = try Toolchain.compile([main] + files.sorted(), to: "app", in: folder)
    try #require(compiled.status == 0, "\(compiled.output.prefix(8000))")

    let server = try LiveServer()
    defer { server.stop() }
    let routes = ["home", "menu", "welcome", "cafe", "settings", "rich"]
    let shown = try Program.run(
      [folder.url.appendingPathComponent("app").path, server.url.absoluteString] + routes)
    #expect(shown.status == 0)
    let lines = shown.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains(":") } == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: screens + "/_types")
      .map { String($0.dropLast(5)) }
    #expect(Set(lines) == Set(names))

    // A generated file that was edited, one that no view type needs, and one of the app's own.
    let stale = URL(fileURLWithPath: output).appendingPathComponent("OneLineText.swift")
    let text = try String(contentsOf: stale, encoding: .utf8)
    try Data((text + "// by hand\n").utf8).write(to: stale)
    try Data((text.split(separator: "\n").first.map(String.init) ?? "").utf8)
      .write(to: URL(fileURLWithPath: output).appendingPathComponent("Gone.swift"))
    try Data("// mine\n".utf8).write(to: URL(fileURLWithPath: output).appendingPathComponent("Mine.swift"))
    let check = try codegen("--check")
    #expect(check.status == 1)
    #expect(check.output.contains("OneLineText.swift"))
    #expect(check.output.contains("Gone.swift"))
    #expect(!check.output.contains("Mine.swift"))
    #expect(try codegen().status == 0)
    #expect(try String(contentsOf: stale, encoding: .utf8) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).contains("Mine.swift"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).contains("Gone.swift") == false)
  }
}
