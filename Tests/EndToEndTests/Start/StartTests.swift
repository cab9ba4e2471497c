import CurlClient
import Eventually
import Foundation
import TestFolders
import Testing

/// The start and the end of the server, and start errors.
@Suite final class StartTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  /// Expects only one line on standard error, which names the cause, and exit code 1.
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

  @Test func `a signal ends a start, too`() async throws {
    // So many screens that reading them takes longer than the signal.
    for number in 0..<3000 { try folder.write(Lines.definition(["a"]), to: "screens/many/s\(number).json") }
    let program = try Program(["serve", "--port", "0", "--data", "data"], in: folder)
    // The data folder is opened once the signals are taken care of.
    #expect(await eventuallyHolds { FileManager.default.fileExists(atPath: self.folder.path("data")) })
    let outcome = await program.end(SIGTERM)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    // The interrupted start does not prevent the next one.
    try folder.delete("screens/many")
    try await Server.run(in: folder) { try await $0.expect("lines", shows: ["a"], version: 1) }
  }

  @Test func `a signal right after the ready line is not lost`() async throws {
    for _ in 0..<20 {
      let program = try Program(["serve", "--port", "0", "--data", "data"], in: folder)
      _ = try await program.address()
      #expect(await program.end(SIGTERM).status == 0)
    }
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

  /// The options whose effect shows only in the running server; `UsageTests` has the others.
  @Test func `each option works as a variable`() async throws {
    let program = try Program(
      ["serve"], in: folder,
      environment: [
        "MARQUEE_PORT": "0", "MARQUEE_DATA": "elsewhere", "MARQUEE_SCREENS": "screens",
        "MARQUEE_ADMIN_TOKEN": Server.token, "MARQUEE_PORT_FILE": "port", "MARQUEE_READY_FD": "2",
        "MARQUEE_WATCH": "true", "MARQUEE_ACCESS_LOG": "1", "MARQUEE_LOG_FORMAT": "json",
        "MARQUEE_NO_MOCK": "1", "MARQUEE_EXPOSURES": "off",
      ])
    let server = try Server(program: program, url: try await program.address())
    do {
      #expect(folder.text(of: "port") == server.port + "\n")
      #expect(program.errors.hasPrefix(server.url + "\n"))
      #expect(try await server.get("/screens/lines?__status=503").status == 200)
      #expect(try await server.admin("GET", "/screens/lines").status == 200)
      try folder.write(Lines.definition(["b"]), to: "screens/lines.json")
      try await server.wait(for: "version 2") {
        try await $0.get("/screens/lines").value(of: "Screen-Version") == "2"
      }
      try await server.wait(for: "line of the access log") { _ in
        program.errors.contains(#""message":"GET /screens/lines?__status=503""#)
      }
    } catch {
      await program.end(SIGKILL)
      throw error
    }
    let outcome = await program.end(SIGTERM)
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("The admin token is"))
  }

  @Test func `a host comes from its variable, too`() async throws {
    let run = try await Program.run(
      ["serve", "--port", "0", "--data", "data"], in: folder,
      environment: ["MARQUEE_HOST": "256.0.0.1"])
    #expect(run.status == 1)
    #expect(run.errors.contains("256.0.0.1"), "\(run.errors)")
  }

  @Test func `the first twenty screens are listed, and the number of the others`() async throws {
    for number in 1000..<2020 { try folder.write(Lines.definition(["a"]), to: "screens/b\(number).json") }
    let run = try await Server.run(in: folder) { _ in }
    let listed = run.output.split(separator: "\n").drop { !$0.hasPrefix("Marquee is listening on ") }
      .dropFirst()
    #expect(listed.count == 21)
    #expect(listed.dropLast().last?.hasSuffix("/screens/b1019  version 1") == true)
    #expect(listed.last == "  and 1,001 more; GET /screens lists all")
  }

  @Test func `a token that a failed start has generated is printed by the next one`() async throws {
    try await Server.run(in: folder) { server in
      for _ in 0..<2 {
        try await expectRefusal(["--data", "new", "--port", server.port], naming: "is in use")
      }
    }
    let token = folder.text(of: "new/admin-token").trimmingCharacters(in: .newlines)
    #expect(!token.isEmpty)
    for isFirst in [true, false] {
      let server = try await Server.start(in: folder, ["--data", "new"])
      let outcome = await server.program.end(SIGTERM)
      #expect(outcome.output.contains("The admin token is \(token)\n") == isFirst)
    }
  }

  @Test func `the admin token is generated once, printed once, and readable by its owner only`() async throws
  {
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

  @Test func `a token file that other users can read gets the mode 0600, with a warning`()
    async throws
  {
    try folder.write("a-token\n", to: "data/admin-token")
    let path = folder.path("data/admin-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let outcome = try await Server.run(in: folder, []) { server in
      let answer = try await server.admin("GET", "/tokens", token: "a-token")
      #expect(answer.status == 200)
    }
    #expect(
      outcome.errors.contains(#"other users had access to the admin token in "data/admin-token" (mode 0644)"#)
    )
    #expect(!(outcome.output + outcome.errors).contains("a-token"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    // A command that reads it does the same.
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let audit = try await Program.run(
      ["audit"], in: folder,
      environment: ["MARQUEE_DATA": "data", "MARQUEE_SERVER": "http://127.0.0.1:1"])
    #expect(audit.errors.contains("marquee: other users had access to the admin token"))
    #expect(audit.errors.contains("(mode 0640)"))
  }

  @Test func `a file without exactly one token is one line, and is not changed`() async throws {
    let text = "a-token\nanother\n"
    try folder.write(text, to: "data/admin-token")
    let path = folder.path("data/admin-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try await expectRefusal(["--data", "data"], naming: #"the admin token, "data/admin-token", "#)
    #expect(folder.text(of: "data/admin-token") == text)
    for command in [["audit"], ["token", "list"], ["status"]] {
      let run = try await Program.run(command, in: folder, environment: ["MARQUEE_DATA": "data"])
      #expect(run.status == 1)
      #expect(run.errors.hasPrefix(#"marquee: the file of the admin token, "data/admin-token", "#))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
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
    #expect(nowhere.status == 74)
    #expect(nowhere.errors.contains("no/such/folder/port"), "\(nowhere.errors)")
    let closed = try await Program.run(
      ["serve", "--port", "0", "--data", "data", "--ready-fd", "77"], in: folder)
    #expect(closed.status == 64)
    #expect(closed.errors.contains("the file descriptor 77 is not open"), "\(closed.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("data/port")))
  }
}
