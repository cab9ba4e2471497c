import Foundation
import Testing

/// The commands of the README, run as they stand there.
@Suite final class ReadmeTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.delete("screens")
    try FileManager.default.copyItem(
      at: TestFolder.package.appending(path: "screens"), to: folder.url.appending(path: "screens"))
    // Where the README has it.
    try folder.write(Server.token, to: ".marquee/admin-token")
  }

  deinit { folder.remove() }

  /// A command, and what it prints; `…` stands for anything.
  private struct Step {
    let command: String
    let output: String

    /// Whether it sets a variable for those after it.
    var isAssignment: Bool { command.prefixMatch(of: /[A-Z]+=\$\(/) != nil }
  }

  private static func steps(in text: String) -> [Step] {
    text.matches(of: /```console\n([\s\S]*?)```/).flatMap { block in
      var steps: [Step] = []
      var lines = block.output.1.split(separator: "\n", omittingEmptySubsequences: false)[...]
      while let line = lines.popFirst() {
        guard line.hasPrefix("$ ") else { continue }
        var command = String(line.dropFirst(2))
        if let mark = command.firstMatch(of: /<<'(\w+)'/)?.output.1 {
          while let next = lines.popFirst() {
            command += "\n" + next
            if next == mark { break }
          }
        }
        var output: [Substring] = []
        while let next = lines.first, !next.hasPrefix("$ ") {
          output.append(next)
          lines.removeFirst()
        }
        steps.append(
          Step(
            command: command,
            output: output.joined(separator: "\n").trimmingCharacters(in: .newlines)))
      }
      return steps
    }
  }

  @Test func `the commands print what they are said to print`() async throws {
    let text = try String(contentsOf: TestFolder.package.appending(path: "README.md"), encoding: .utf8)
    let steps = Self.steps(in: text)
    #expect(steps.count > 40)
    let programs = try Program.executable().deletingLastPathComponent().path(percentEncoded: false)
    try await Server.run(in: folder) { server in
      var variables = ""
      for step in steps {
        var command = step.command.replacing("http://localhost:8080", with: server.url)
        command = command.replacing("http://127.0.0.1:8080", with: server.url)
        if step.isAssignment {
          // Its value, once: a session is not begun anew for each step.
          let name = String(command.prefix { $0 != "=" })
          let value = try await Self.run(
            command + "\nprintf %s \"$\(name)\"", in: folder, programs, variables)
          variables += "\(name)='\(value)'\n"
          continue
        }
        let printed = try await Self.run(command, in: folder, programs, variables)
        let wanted = step.output.split(separator: "…", omittingEmptySubsequences: false)
        #expect(Self.fits(printed, wanted), "\(step.command)\nprints\n\(printed)\ninstead of\n\(step.output)")
      }
    }
  }

  /// Whether the pieces stand in the text in their order, the first and the last one at its ends.
  private static func fits(_ text: String, _ pieces: [Substring]) -> Bool {
    guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else { return false }
    guard pieces.count > 1 else { return text == first }
    var rest = text.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// What a script prints, without line ends of HTTP and at the end.
  private static func run(
    _ script: String, in folder: TestFolder, _ programs: String, _ variables: String = ""
  ) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", variables + script]
    process.currentDirectoryURL = folder.url
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARQUEE_") }
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    process.environment = environment
    let name = "output-\(UUID().uuidString)"
    try folder.write("", to: name)
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: name))
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ends {}
    return folder.text(of: name).replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
  }
}
