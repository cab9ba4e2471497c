import CurlClient
import Eventually
import Foundation
import JSONText
import TestFolders
import Testing

/// The program as a server, on a free port, with its data in the test's folder.
struct Server: Sendable {
  static let token = "end-to-end-token"

  let program: Program
  let url: String
  private let session: CurlSession

  /// Starts a server and waits until it listens.
  /// - Parameter executable: the file of the program; nil for the built one.
  static func start(
    in folder: ScreensFolder, _ arguments: [String] = ["--admin-token", token], executable: URL? = nil
  ) async throws -> Server {
    let program = try Program(
      ["serve", "--port", "0", "--data", "data"] + arguments, in: folder, executable: executable)
    return try Server(program: program, url: try await program.address())
  }

  init(program: Program, url: String) throws {
    self.program = program
    self.url = url
    session = try CurlSession()
  }

  /// Runs a test with a server, which must exit with 0 afterwards.
  /// - Returns: the result of the test, and the output of the server.
  @discardableResult
  static func run(
    in folder: ScreensFolder, _ arguments: [String] = ["--admin-token", token],
    _ work: (Server) async throws -> Void
  ) async throws -> Program.Outcome {
    let server = try await start(in: folder, arguments)
    do {
      try await work(server)
    } catch {
      let hasEnded = !server.program.isRunning
      let outcome = await server.program.end(SIGKILL)
      // An error of the client says only that nothing answers.
      if hasEnded { Issue.record("the server had ended with \(outcome.status): \(outcome.errors)") }
      throw error
    }
    let outcome = await server.program.end(SIGTERM)
    #expect(outcome.status == 0)
    return outcome
  }

  /// The port at the end of the address.
  var port: String { String(url.split(separator: ":").last ?? "") }

  func get(_ path: String, fields: [CurlField] = []) async throws -> CurlResponse {
    try await session.response(to: CurlRequest("GET", url + path, fields: fields))
  }

  func head(_ path: String) async throws -> CurlResponse {
    try await session.response(to: CurlRequest("HEAD", url + path))
  }

  func admin(
    _ method: String, _ path: String, body: String? = nil, token: String = token, in view: Session? = nil,
    fields: [CurlField] = []
  ) async throws -> CurlResponse {
    try await session.response(
      to: CurlRequest(
        method, url + (view?.path ?? "") + "/admin" + path,
        fields: [
          CurlField("Authorization", "Bearer \(token)"), CurlField("Content-Type", "application/json"),
        ] + fields, body: body.map { Array($0.utf8) }))
  }

  /// Expects a screen of these lines of text, in this version.
  func expect(
    _ route: String, shows lines: [String], version: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await get("/screens/\(route)")
    #expect(answer.status == 200, sourceLocation: sourceLocation)
    #expect(answer.text == Lines.viewItems(lines), sourceLocation: sourceLocation)
    #expect(answer.value(of: "Screen-Version") == "\(version)", sourceLocation: sourceLocation)
  }

  /// Repeats a request until the response is as expected.
  /// - Throws: ``Program/Failure`` after a minute.
  func wait(for what: String, _ condition: (Server) async throws -> Bool) async throws {
    guard try await eventuallyHolds({ try await condition(self) }) else {
      throw Program.Failure(description: "no \(what) came")
    }
  }
}
