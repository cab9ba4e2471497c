import CurlClient
import Foundation
import TestFolders
import Testing

/// The lines of the documentation that begin a session and set an endpoint, in the languages of tests.
@Suite final class TestLanguageTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  /// - Parameter command: compiles `$FILE` and runs it.
  private func run(_ language: String, _ file: String, _ command: String) async throws {
    let block = try #require(try DocumentationPage.article("MockABackend").blocks(language).first)
    try folder.write(block, to: file)
    try await Server.run(in: folder) { server in
      let outcome = try await Shell.run(
        command, in: folder, environment: ["FILE": file, "MARQUEE_URL": server.url, "TOKEN": Server.token])
      #expect(outcome.status == 0 && outcome.output == "{\"hello\":\"ann\"}\n", "\(outcome)")
      #expect(try await server.send("POST", "/api/login", [], #"{"name":"ann"}"#).status == 404)
    }
  }

  @Test func `a test in Python has a session and endpoints of its own`() async throws {
    try await run("python", "example.py", "python3 $FILE")
  }

  private static let hasNode = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/node") }

  @Test(.enabled(if: hasNode, "left out: a test in JavaScript; install nodejs"))
  func `a test in JavaScript has a session and endpoints of its own`() async throws {
    try await run("js", "example.mjs", "node $FILE")
  }

  @Test func `a test in Kotlin has a session and endpoints of its own`() async throws {
    guard let compiler = ProcessInfo.processInfo.environment["KOTLIN"], !compiler.isEmpty else {
      print("left out: a test in Kotlin; set KOTLIN to the folder that .ci/kotlin prints")
      return
    }
    try await run(
      "kotlin", "Example.kt",
      "\(compiler)/kotlinc -Werror -d example.jar $FILE && \(compiler)/kotlin example.jar ExampleKt")
  }
}
