import BuiltPrograms
import Foundation
import TestFolders
import Testing

/// Programs beside `marquee` whose output cannot be written, or that nobody reads.
@Suite final class ProgramOutputTests: Sendable {
  private let folder: TemporaryFolder
  private static let hash = #"{"op":"hash","seed":"seed","value":"a","version":2}"#

  init() throws {
    folder = try TemporaryFolder()
    // The temporary folder of the programs.
    try folder.makeFolder("tmp")
    try folder.write(Self.hash + "\n", to: "lines")
    let seed =
      #"{"screens":[{"route":"home","format":"screen","body":{"route":"home","version":1,"sections":[]}}]}"#
    try folder.write(seed, to: "seed.json")
  }

  /// Runs a script with the programs in `PATH`.
  private func run(_ script: String) async throws -> (status: Int32, errors: String) {
    let programs = try BuiltProgram.url("marquee-selftest").deletingLastPathComponent()
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = programs.path + ":" + (environment["PATH"] ?? "")
    environment["TMPDIR"] = folder.path("tmp")
    environment["SCREENS"] = PackageFolder.screens.path
    let shell = try ChildProcess(
      URL(filePath: "/bin/sh"), ["-c", script], in: folder.url, environment: environment,
      output: .file(folder.url.appending(path: "output")), errors: .file(folder.url.appending(path: "errors"))
    )
    let status = await shell.exitStatus()
    return (status, String(decoding: (try? folder.bytes(of: "errors")) ?? [], as: UTF8.self))
  }

  private static let commands = [
    #"marquee-selftest --screens "$SCREENS" --filter gzip"#,
    "marquee-conformance lines < lines",
    "marquee-conformance http --port 0",
    "marquee-demo-app --server http://127.0.0.1:1 --seed seed.json home",
  ]

  #if os(Linux)
    @Test(arguments: commands)
    func `a full disk is one line and 74, and nothing is left behind`(command: String) async throws {
      let run = try await run("\(command) > /dev/full")
      #expect(run.status == 74)
      let program = try #require(command.split(separator: " ").first)
      // The demo app also warns about the server that it does not reach.
      let lines = run.errors.split(separator: "\n").filter { !$0.hasPrefix("warning: ") }
      #expect(lines == ["\(program): cannot write to standard output: No space left on device"])
      try expectNothingLeft()
    }
  #endif

  @Test(arguments: commands, ["", "trap '' PIPE; "])
  func `a program whose reader exits ends by SIGPIPE, and leaves nothing behind`(
    command: String, ignoring: String
  ) async throws {
    let run = try await run(
      """
      mkfifo closed
      \(ignoring){ : < closed; \(command); echo $? > status; } | { exec <&-; : > closed; }
      """)
    #expect(String(decoding: try folder.bytes(of: "status"), as: UTF8.self) == "\(128 + SIGPIPE)\n")
    #expect(run.errors.split(separator: "\n").filter { !$0.hasPrefix("warning: ") } == [])
    try expectNothingLeft()
  }

  /// No folder, and no process: a server has its data in the temporary folder.
  private func expectNothingLeft() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")) == [])
    #if os(Linux)
      for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
        let command = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
        let text = String(decoding: command, as: UTF8.self)
        #expect(!text.contains(folder.path("tmp")), "\(text)")
      }
    #endif
  }
}
