import Foundation
import TestFolders
import Testing

/// Output that cannot be written, or that nobody reads.
@Suite final class OutputTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
  }

  /// A data folder without a server, and an export of it.
  private func makeData() async throws {
    try await Server.run(in: folder) { _ in }
    let export = try await Program.run(["export", "--data", "data"], in: folder)
    try #require(export.status == 0, "\(export.errors)")
    try folder.write(export.output, to: "all.jsonl")
  }

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.type] as? FileAttributeType
  }

  /// Temporary files that were not renamed.
  private func parts(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).filter { $0.hasSuffix(".part") }
  }

  // MARK: Standard output

  #if os(Linux)
    private static let full = "marquee: cannot write to standard output: No space left on device\n"

    @Test func `a full disk on standard output is 74 and one line, in every command`() async throws {
      try await makeData()
      try folder.write(#"{"log":{"entries":[]}}"#, to: "traffic.har")
      for command in [
        "capture traffic.har", "capture traffic.har --output json", "help", "help export", "--version",
        "serve --help", "--generate-completion-script bash", "validate",
        "validate --output json", "validate --output sarif", "validate --gate refuse screens/home.json",
        "compat screens/_types/TITLE.json screens/_types/TITLE.json",
        "assign home --user 1", "assign home --user 1 --output csv", "assign home --simulate 10",
        "assign --hash seed unit", "chaos home --kind truncated-body", "chaos home --output fixtures",
        "codegen swift --output generated", "codegen swift --output none --check",
        "codegen kotlin --output generated-kotlin", "codegen typescript --output generated-typescript",
        "export --data data",
        "export --data data --seed", "import --data new all.jsonl", "token list --data data",
        "token list --data data --output json", "token create --data data --name ci --scope read",
        "token revoke --data data ci",
      ] {
        let run = try await Shell.run("\"$MARQUEE\" \(command) > /dev/full", in: folder)
        #expect(run.status == 74, "\(command)")
        #expect(run.errors == Self.full, "\(command)")
      }
    }

    @Test func `a full disk on standard output is 74 in every command of the client`() async throws {
      try await Server.run(in: folder) { server in
        for command in [
          "status", "status --output json", "audit", "audit --output json", "token list",
          "token create --name ci --scope read", "token revoke ci", "show home", "show home --output json",
          "history home", "publish screens/home.json", "publish --output json screens/home.json",
          "reorder home perilla-photo", "rollback home 1", "diff home 1 2", "diff home 1 2 --output json",
          "draft put home screens/home.json", "draft show home", "draft delete home",
        ] {
          let run = try await Shell.run(
            "\"$MARQUEE\" \(command) > /dev/full", in: folder,
            environment: ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": Server.token])
          #expect(run.status == 74, "\(command)")
          #expect(run.errors == Self.full, "\(command)")
        }
      }
    }

    @Test func `a server that cannot print its address exits with 74`() async throws {
      let run = try await Shell.run(
        "timeout 300 \"$MARQUEE\" serve --port 0 --data data > /dev/full", in: folder)
      #expect(run.status == 74)
      #expect(run.errors == Self.full)
      // It has let go of its folder.
      try await Server.run(in: folder) { _ in }
    }

    @Test func `a standard error that cannot be written changes nothing else`() async throws {
      let run = try await Shell.run("\"$MARQUEE\" validate nowhere 2> /dev/full", in: folder)
      #expect(run.status == 1)
    }
  #endif

  @Test func `nothing is written to a file that has the number of a closed standard output`() async throws {
    let closed = "marquee: cannot write to standard output: Bad file descriptor\n"
    for command in ["serve --port 0 --data data", "validate", "export --data data"] {
      let run = try await Shell.run("timeout 300 \"$MARQUEE\" \(command) >&-", in: folder)
      #expect(run.status == 74, "\(command)")
      #expect(run.errors == closed, "\(command)")
    }
    #expect(folder.text(of: "data/marquee.lock") == "")
    let both = try await Shell.run("\"$MARQUEE\" validate nowhere >&- 2>&- <&-", in: folder)
    #expect(both.status == 1)
  }

  @Test(arguments: ["", "trap '' PIPE; "])
  func `a command whose reader exits ends by SIGPIPE without a message`(ignoring: String) async throws {
    // More than a pipe holds.
    try folder.write((1...20_000).map { "\($0)\n" }.joined(), to: "users")
    let run = try await Shell.run(
      """
      \(ignoring){ "$MARQUEE" assign home --users users; echo $? > status; } | head -n 1
      """, in: folder)
    #expect(run.outputLines.count == 1)
    #expect(run.errors == "")
    #expect(folder.text(of: "status") == "\(128 + SIGPIPE)\n")
  }

  @Test func `a server keeps running when the reader of its output exits`() async throws {
    let run = try await Shell.run(
      """
      mkfifo out
      "$MARQUEE" serve --port 0 --data data --admin-token t --port-file port > out & SERVER=$!
      : < out
      while kill -0 $SERVER && ! [ -s port ]; do :; done
      "$MARQUEE" healthcheck --url "http://127.0.0.1:$(cat port)" || exit 99
      kill $SERVER
      wait $SERVER
      """, in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  // MARK: Files

  @Test func `a regular file is replaced atomically and keeps its mode`() async throws {
    try await makeData()
    try folder.write("old", to: "out")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("out"))
    for name in ["out", "new"] {
      let run = try await Program.run(["export", "--data", "data", "--output", name], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == "")
      #expect(folder.text(of: name) == folder.text(of: "all.jsonl"))
    }
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }
    #expect(try mode("out") == 0o640)
    #expect(try mode("new") == 0o600)
    #expect(try parts() == [])
  }

  @Test func `the target of a link is written, and the link stays`() async throws {
    try await makeData()
    try folder.write("old, and longer than nothing", to: "target")
    for (link, target) in [("link", "target"), ("dangling", "made")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
      for (arguments, text) in [
        (["export", "--data", "data"], folder.text(of: "all.jsonl")),
        (["export", "--data", "data", "--seed"], #"{"#),
      ] {
        let run = try await Program.run(arguments + ["--output", link], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try kind(link) == .typeSymbolicLink)
        #expect(try kind(target) == .typeRegular)
        #expect(folder.text(of: target).hasPrefix(text))
      }
    }
    #expect(try parts() == [])
  }

  @Test func `a pipe is written to and not replaced`() async throws {
    try await makeData()
    let run = try await Shell.run(
      """
      mkfifo pipe
      timeout 300 cat pipe > got &
      timeout 300 "$MARQUEE" export --data data --output pipe || exit 99
      wait
      ln -s /dev/fd/1 stdout
      "$MARQUEE" export --data data --output stdout | cat > piped
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.text(of: "got") == folder.text(of: "all.jsonl"))
    #expect(folder.text(of: "piped") == folder.text(of: "all.jsonl"))
    #expect(try kind("pipe") != .typeRegular)
    #expect(try kind("stdout") == .typeSymbolicLink)
  }

  @Test func `a file that cannot be written is 74 and one line that names it`() async throws {
    try await makeData()
    var failures = [("no/such/file", "No such file or directory"), ("screens", "Is a directory")]
    #if os(Linux)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("full"), withDestinationPath: "/dev/full")
      failures.append(("full", "No space left on device"))
    #endif
    for (name, reason) in failures {
      for arguments in [["export", "--data", "data"], ["export", "--data", "data", "--seed"]] {
        let run = try await Program.run(arguments + ["--output", name], in: folder)
        #expect(run.status == 74, "\(name)")
        #expect(run.errors == "marquee: cannot write \(name): \(reason)\n")
      }
    }
    #if os(Linux)
      #expect(try kind("full") == .typeSymbolicLink)
    #endif
    try folder.write("", to: "file")
    for arguments in [
      ["chaos", "home", "--output", "file"], ["codegen", "swift", "--output", "file/below"],
      ["codegen", "kotlin", "--output", "file/below"], ["codegen", "typescript", "--output", "file/below"],
    ] {
      let run = try await Program.run(arguments, in: folder)
      #expect(run.status == 74, "\(arguments)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    #expect(try parts() == [])
  }

  /// Not with a sanitizer, which itself needs larger files.
  @Test(.enabled(if: !Program.isSanitized, "no program with a sanitizer starts with such a limit"))
  func `a file is unchanged if only a part can be written`() async throws {
    try folder.write("old", to: "fixtures/home.many-items.json")
    // A limit of the size of files stands for a full disk: 1 block.
    let run = try await Shell.run(
      """
      ulimit -f 1
      "$MARQUEE" chaos home --kind many-items --output fixtures
      """, in: folder)
    #expect(run.status == 74)
    #expect(run.errors == "marquee: cannot write fixtures/home.many-items.json: File too large\n")
    #expect(run.output == "")
    #expect(folder.text(of: "fixtures/home.many-items.json") == "old")
    #expect(try parts(in: "fixtures") == [])
  }

  @Test func `a backup replaces no file, and removes only its own files`() async throws {
    try await makeData()
    try folder.write("mine", to: "copy.part")
    let made = try await Program.run(["backup", "--data", "data", "copy"], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    #expect(folder.text(of: "copy.part") == "mine")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
    for name in ["copy", "link"] {
      let taken = try await Program.run(["backup", "--data", "data", name], in: folder)
      #expect(taken.status == 1)
      #expect(taken.errors == "marquee: cannot write \"\(name)\": it exists already\n")
    }
    #expect(try kind("link") == .typeSymbolicLink)
    let nowhere = try await Program.run(["backup", "--data", "data", "no/such/file"], in: folder)
    #expect(nowhere.status == 74)
    #expect(nowhere.errors == "marquee: cannot write \"no/such/file\": No such file or directory\n")
    #expect(try parts() == ["copy.part"])
  }
}
