import Foundation
import JSONText

/// A server for one check, with its data and a copy of the screens in a temporary folder. The check can restart it and
/// change its files.
struct OwnServer: Sendable {
  private let folder: TemporaryFolder
  private let launch: ServerLaunch
  let process: ServerProcess
  let subject: Subject

  /// Runs `work` with a server, which `work` can replace with the result of ``restart()``.
  static func run(
    _ launch: ServerLaunch?, _ work: (inout OwnServer) async throws -> Void
  ) async throws {
    guard var launch else { throw CheckFailure(what: "server", expected: "a program to start", got: "none") }
    let folder = try TemporaryFolder()
    defer { try? folder.remove() }
    let screens = folder.file("screens")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: launch.screens), to: screens)
    launch.screens = screens.path(percentEncoded: false)
    var server = try await OwnServer(launch, folder)
    do {
      try await work(&server)
    } catch {
      await server.process.killAtOnce()
      throw error
    }
    await server.process.killAtOnce()
  }

  private init(_ launch: ServerLaunch, _ folder: TemporaryFolder) async throws {
    self.folder = folder
    self.launch = launch
    process = try await ServerProcess.start(launch, in: folder)
    do {
      subject = try Subject(process)
    } catch {
      await process.killAtOnce()
      throw error
    }
  }

  /// Starts a server on the same data, after this one has ended.
  func restart() async throws -> OwnServer { try await OwnServer(launch, folder) }

  func restartAfterKill() async throws -> OwnServer {
    await process.killAtOnce()
    return try await restart()
  }

  /// Stops the server by SIGTERM, expects the exit code 0, and starts it again.
  func restartAfterTermination() async throws -> OwnServer {
    try expect("exit code after SIGTERM", await process.terminate(), is: 0)
    return try await restart()
  }

  func file(_ name: String) -> URL { URL(fileURLWithPath: launch.screens).appending(path: name) }

  func read(_ name: String) throws -> JSONValue {
    try JSONParser.parse([UInt8](Data(contentsOf: file(name))), profile: .strict)
  }

  func write(_ text: String, to name: String) throws {
    let file = file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
