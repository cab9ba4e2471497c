import CurlClient
import Foundation
import Testing

/// How the server starts and ends, and what keeps it from starting.
@Suite final class StartTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  deinit { folder.remove() }

  /// Expects one line on standard error that names what is at fault, nothing else, and exit code 1.
  private func expectRefusal(
    _ arguments: [String], naming fault: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await Program.run(["serve", "--port", "0"] + arguments, in: folder)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("marquee: "), sourceLocation: sourceLocation)
    #expect(run.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
    #expect(run.errors.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
    #expect(run.errors.contains(fault), "\(run.errors)", sourceLocation: sourceLocation)
  }

  @Test func `a port in use is one line`() async throws {
    try await Server.run(in: folder) { server in
      try await expectRefusal(
        ["--data", "other", "--port", server.port], naming: "port \(server.port) on 127.0.0.1 is in use")
    }
  }

  @Test func `a missing screens folder is one line`() async throws {
    try await expectRefusal(["--screens", "nowhere", "--data", "data"], naming: "the screens folder nowhere")
  }

  @Test func `a screens folder that is a file is one line`() async throws {
    try folder.write("", to: "file")
    try await expectRefusal(["--screens", "file", "--data", "data"], naming: "the screens folder file")
  }

  @Test func `a data folder that is a file is one line`() async throws {
    try folder.write("", to: "file")
    try await expectRefusal(["--data", "file"], naming: #""file""#)
  }

  @Test func `a damaged database is one line, and stays as it is`() async throws {
    let noise = String(repeating: "no database ", count: 1000)
    try folder.write(noise, to: "data/marquee.sqlite")
    try await expectRefusal(["--data", "data"], naming: #""data/marquee.sqlite" is damaged"#)
    #expect(folder.text(of: "data/marquee.sqlite") == noise)
  }

  @Test func `a second server on the same data folder is one line, and the first goes on`() async throws {
    try await Server.run(in: folder) { server in
      try await expectRefusal(["--data", "data"], naming: #"the data folder "data""#)
      try await server.expect("lines", shows: ["a"], version: 1)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends the server with 0`(signal: Int32) async throws {
    let server = try await Server.start(in: folder)
    let outcome = await server.program.end(signal)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test func `the program alone serves, with options from the environment`() async throws {
    let program = try Program(
      [], in: folder,
      environment: ["MARQUEE_PORT": "0", "MARQUEE_DATA": "elsewhere", "MARQUEE_SCREENS": "screens"])
    let url = try await program.address()
    let outcome = await program.end(SIGTERM)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("  \(url)/screens/lines  version 1\n"))
    #expect(FileManager.default.fileExists(atPath: folder.path("elsewhere/marquee.sqlite")))
  }

  @Test func `the admin token is made once, printed once, and kept from others`() async throws {
    let first = try await Server.run(in: folder, []) { _ in }
    let token = folder.text(of: "data/admin-token").trimmingCharacters(in: .newlines)
    #expect(token.count >= 20)
    #expect(first.output.contains("The admin token is \(token)\n"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("data/admin-token"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)

    let second = try await Server.run(in: folder, []) { server in
      let allowed = try await server.admin("GET", "/screens/lines", token: token)
      #expect(allowed.status == 200)
      let refused = try await server.admin("GET", "/screens/lines", token: token + "x")
      #expect(refused.status == 403)
    }
    #expect(!(second.output + second.errors).contains(token))
  }

  @Test func `the port is written to a file, and the address to a descriptor`() async throws {
    try await Server.run(
      in: folder, ["--admin-token", Server.token, "--port-file", "port", "--ready-fd", "1"]
    ) { server in
      try #require(folder.text(of: "port") == server.port + "\n")
      _ = try await server.get("/health")
    }
    let nowhere = try await Program.run(
      ["serve", "--port", "0", "--data", "data", "--port-file", "no/such/folder/port"], in: folder)
    #expect(nowhere.status == 1)
    #expect(nowhere.errors == "marquee: cannot write the port to no/such/folder/port\n")
    let closed = try await Program.run(
      ["serve", "--port", "0", "--data", "data", "--ready-fd", "77"], in: folder)
    #expect(closed.status == 1)
    #expect(closed.errors == "marquee: cannot write to the descriptor 77\n")
  }
}
