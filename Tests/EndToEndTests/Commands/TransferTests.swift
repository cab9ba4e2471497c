import CurlClient
import Foundation
import TestFolders
import Testing

/// Exports, imports and backups.
@Suite final class TransferTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/deep.json")
  }

  private static let paths = [
    "/screens/lines", "/screens/lines?version=1", "/screens/lines?format=screen", "/screens/menu/deep",
    "/view-types/ONE_LINE_TEXT", "/formats/contents",
  ]

  private static func answers(_ server: Server) async throws -> [CurlResponse] {
    var answers: [CurlResponse] = []
    for path in paths {
      var answer = try await server.get(path)
      answer.fields.removeAll { $0.isNamed("Date") }
      answers.append(answer)
    }
    for path in ["/screens/lines/versions", "/screens/lines/draft", "/audit?limit=500", "/releases"] {
      var answer = try await server.admin("GET", path)
      answer.fields.removeAll { $0.isNamed("Date") }
      answers.append(answer)
    }
    return answers
  }

  /// Creates versions, a deletion, a draft, a release and a token.
  private static func fill(_ server: Server) async throws {
    _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b", "c"]))
    _ = try await server.admin("PUT", "/screens/gone", body: Lines.definition(["x"]))
    _ = try await server.admin("DELETE", "/screens/gone")
    _ = try await server.admin("PUT", "/screens/lines/draft", body: #"{"items":1.0}"#)
    _ = try await server.admin("PUT", "/releases/ios/1.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
    _ = try await server.admin("PUT", "/tokens/ci", body: #"{"scope":"read"}"#)
  }

  @Test func `an export of a running server serves the same bytes after an import`() async throws {
    var expected: [CurlResponse] = []
    try await Server.run(in: folder) { server in
      try await Self.fill(server)
      expected = try await Self.answers(server)
      let export = try await Program.run(["export", "--data", "data", "--output", "all.jsonl"], in: folder)
      #expect(export.status == 0, "\(export.errors)")
      let printed = try await Program.run(["export", "--data", "data"], in: folder)
      #expect(printed.output == folder.text(of: "all.jsonl"))
    }
    #expect(!folder.text(of: "all.jsonl").contains("mq_"))
    let imported = try await Program.run(["import", "--data", "copy/data", "all.jsonl"], in: folder)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output == "5 versions are in copy/data\ntokens to create again: ci\n")
    let program = try Program(
      ["serve", "--port", "0", "--data", "copy/data", "--admin-token", Server.token], in: folder)
    let copy = try Server(program: program, url: try await program.address())
    #expect(try await Self.answers(copy) == expected)
    #expect(try await copy.get("/screens/gone").status == 410)
    #expect(await program.end(SIGTERM).status == 0)
    let again = try await Program.run(["import", "--data", "copy/data", "all.jsonl"], in: folder)
    #expect(again.status == 1)
    #expect(again.errors == "marquee: the data folder \"copy/data\" is not empty\n")
  }

  @Test func `a backup of a running server is the database of a data folder`() async throws {
    var expected: [CurlResponse] = []
    try await Server.run(in: folder) { server in
      try await Self.fill(server)
      expected = try await Self.answers(server)
      try folder.write("", to: "copy/.keep")
      let backup = try await Program.run(["backup", "--data", "data", "copy/marquee.sqlite"], in: folder)
      #expect(backup.status == 0, "\(backup.errors)")
      #expect(backup.output == "")
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("copy/marquee.sqlite"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let taken = try await Program.run(["backup", "--data", "data", "copy/marquee.sqlite"], in: folder)
      #expect(taken.status == 1)
      #expect(taken.errors.hasPrefix("marquee: cannot write \"copy/marquee.sqlite\""))
    }
    let program = try Program(
      ["serve", "--port", "0", "--data", "copy", "--admin-token", Server.token], in: folder)
    let copy = try Server(program: program, url: try await program.address())
    #expect(try await Self.answers(copy) == expected)
    #expect(await program.end(SIGTERM).status == 0)
  }

  @Test func `an invalid line of an export is named`() async throws {
    try folder.write(#"{"marquee":{"export":1}}"# + "\n{\n", to: "bad.jsonl")
    let run = try await Program.run(["import", "--data", "new", "bad.jsonl"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("marquee: bad.jsonl:2:2: "), "\(run.errors)")
    for (line, message) in [
      (#"{"version":{"route":"a"}}"# + "\n", "bad.jsonl:2: this is not a version"),
      ("", "the end is missing: the file is truncated"),
    ] {
      try folder.write(#"{"marquee":{"export":1}}"# + "\n" + line, to: "bad.jsonl")
      let run = try await Program.run(["import", "--data", "new", "bad.jsonl"], in: folder)
      #expect(run.status == 1)
      #expect(run.errors == "marquee: \(message)\n")
    }
  }

  @Test func `a file or data folder that does not exist is one line`() async throws {
    let missing = try await Program.run(["import", "--data", "new", "none.jsonl"], in: folder)
    #expect(missing.errors == "marquee: none.jsonl cannot be read: it does not exist\n")
    for command in [["export"], ["backup", "b.sqlite"]] {
      let run = try await Program.run(command + ["--data", "nowhere"], in: folder)
      #expect(run.status == 1)
      #expect(
        run.errors == "marquee: there is no data in \"nowhere\"; --data or --store names another place\n")
    }
  }

  // MARK: Places

  @Test(
    .bug(id: "F19"),
    arguments: ["export", "import", "backup", "doctor", "token list", "token create", "serve"])
  func `a store is a database, and the data a folder`(command: String) async throws {
    let arguments = command.split(separator: " ").map(String.init) + (Self.operands[command] ?? [])
    let store = try await Program.run(arguments + ["--store", "folder"], in: folder)
    #expect(store.status == 64)
    #expect(
      store.errors.hasPrefix(
        "Error: --store is a connection string of PostgreSQL, such as postgresql://marquee@db.example/marquee; a data folder is --data (MARQUEE_STORE)\n"
      ), "\(store.errors)")
    let data = try await Program.run(arguments + ["--data", "postgresql://m:secret@db/x"], in: folder)
    #expect(data.status == 64)
    #expect(
      data.errors.hasPrefix(
        "Error: --data is a folder, not postgresql://m:***@db/x; a database is --store (MARQUEE_DATA)\n"),
      "\(data.errors)")
  }

  private static let operands = [
    "import": ["all.jsonl"], "backup": ["copy.sqlite"], "token create": ["--name", "a", "--scope", "read"],
  ]

  @Test(.bug(id: "F20"), arguments: ["export", "backup", "doctor", "migrate", "token"])
  func `a database of 0 bytes is refused by commands that read it, and stays as it is`(command: String)
    async throws
  {
    try folder.write("", to: "empty/marquee.sqlite")
    let arguments = [
      "export": ["export", "--data", "empty"], "backup": ["backup", "--data", "empty", "copy.sqlite"],
      "doctor": ["doctor", "--data", "empty"], "migrate": ["migrate", "--from", "empty", "--to", "new"],
      "token": ["token", "create", "--name", "a", "--scope", "read", "--data", "empty"],
    ]
    let run = try await Program.run(try #require(arguments[command]), in: folder)
    #expect(run.status == 1)
    #expect(
      (run.output + run.errors).contains(
        #""empty/marquee.sqlite" is empty (0 bytes); restore a backup, or delete the file"#),
      "\(run.output)\(run.errors)")
    let file = folder.path("empty/marquee.sqlite")
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == 0)
  }

  @Test func `a server that begins with a database of 0 bytes says so`() async throws {
    try folder.write("", to: "data/marquee.sqlite")
    let outcome = try await Server.run(in: folder) { (server) async throws in
      #expect(try await server.get("/screens/lines").status == 200)
    }
    #expect(
      outcome.errors.contains(
        #"the database in \"data\" is empty (0 bytes) and counts as new; if it had screens, stop the server and restore a backup"#
      )
        || outcome.errors.contains(
          #"the database in "data" is empty (0 bytes) and counts as new; if it had screens, stop the server and restore a backup"#
        ), "\(outcome.errors)")
    let again = try await Server.run(in: folder) { _ in }
    #expect(!again.errors.contains("0 bytes"))
  }

  @Test(.bug(id: "F21"), arguments: ["export", "backup", "doctor", "serve"])
  func `a pipe in place of a database is refused at once`(command: String) async throws {
    try folder.write("", to: "pipe/file")
    #expect(unsafe mkfifo(folder.path("pipe/marquee.sqlite"), 0o600) == 0)
    let arguments = [command] + (command == "backup" ? ["copy.sqlite"] : []) + ["--data", "pipe"]
    let run = try await Program.run(arguments + (command == "serve" ? ["--port", "0"] : []), in: folder)
    #expect(run.status == 1)
    #expect(
      (run.output + run.errors).contains(
        #"cannot use "pipe/marquee.sqlite" as a database: it is not a regular file"#),
      "\(run.output)\(run.errors)")
  }

  @Test func `what cannot be imported is named, with the reason`() async throws {
    let missing = try await Program.run(["import", "none.jsonl", "--data", "copy"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.errors == "marquee: none.jsonl cannot be read: it does not exist\n")
    let run = try await Program.run(["import", "screens", "--data", "copy"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "marquee: screens cannot be read: it is a folder\n")
  }
}
