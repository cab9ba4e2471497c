import BuiltPrograms
import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// The password of the database.
@Suite(.postgres, .serialized) struct NodeSecretTests {
  /// With characters that a URL must encode.
  private static let password = "pa55/wörd@%:?#x"

  /// Expects that no text has a password, plain or as in a URL.
  private static func expect(
    _ texts: [String: String], doNotHave password: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoded = try #require(password.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    for (name, text) in texts {
      #expect(!text.contains(password), "\(name): \(text)", sourceLocation: sourceLocation)
      #expect(!text.contains(encoded), "\(name): \(text)", sourceLocation: sourceLocation)
      #expect(!text.contains("pa55"), "\(name): \(text)", sourceLocation: sourceLocation)
    }
  }

  /// The texts that others can read about a node.
  private static func texts(of node: Server) async throws -> [String: String] {
    var texts = [
      "health": try await node.get("/health").text,
      "metrics": try await node.get("/metrics").text,
      "write": try await node.publish("lines", ["x"]).text,
      "results": try await node.admin("GET", "/experiments/home-price-first/results").text,
      "log": node.program.errors,
    ]
    #if os(Linux)
      for file in ["cmdline", "comm", "stat", "status"] {
        let data = try Data(contentsOf: URL(filePath: "/proc/\(node.program.processID)/\(file)"))
        texts[file] = String(decoding: data, as: UTF8.self)
      }
    #endif
    return texts
  }

  @Test func `nothing that others can read has the password`() async throws {
    let cluster = try await SharedCluster.own(password: Self.password)
    try await Nodes.run { nodes in
      try nodes.folder(of: "a").ship("home")
      let store = cluster.connectionString()
      let node = try await nodes.start("a", on: store, ["--log-level", "debug"])
      #expect(try await node.isStoreAvailable())
      try Self.expect(try await Self.texts(of: node), doNotHave: Self.password)
      #if os(Linux)
        let arguments = try Data(
          contentsOf: URL(filePath: "/proc/\(node.program.processID)/cmdline"))
        #expect(String(decoding: arguments, as: UTF8.self).contains("127.0.0.1"), "the rest is shown")
      #endif
      let shown = try await blocking {
        try cluster.sql("SELECT application_name, query FROM pg_stat_activity")
      }
      #expect(shown.contains("marquee/a"))
      try Self.expect(["pg_stat_activity": shown], doNotHave: Self.password)
      try await blocking { try cluster.kill() }
      try await node.waitForStore(isAvailable: false)
      try Self.expect(try await Self.texts(of: node), doNotHave: Self.password)
      let outcome = await nodes.end(node)
      try Self.expect(
        ["output": outcome.output, "log": outcome.errors], doNotHave: Self.password)
      for file in try FileManager.default.subpathsOfDirectory(atPath: nodes.folder(of: "a").path("data")) {
        let data = try? Data(contentsOf: nodes.folder(of: "a").url.appending(path: "data/" + file))
        try Self.expect([file: String(decoding: data ?? Data(), as: UTF8.self)], doNotHave: Self.password)
      }
    }
  }

  @Test func `a wrong password is reported without it`() async throws {
    let cluster = try await SharedCluster.own(password: "right")
    let folder = try ScreensFolder()
    let wrong = cluster.connectionString().replacing(":right@", with: ":pa55word@")
    let uri = try await Program.run(
      ["serve", "--port", "0", "--data", "data", "--require-store", "--store", wrong], in: folder)
    let keywords = try await Program.run(
      [
        "serve", "--port", "0", "--data", "data", "--require-store", "--store",
        "host=127.0.0.1 port=\(cluster.port) user=postgres password=pa55word dbname=postgres",
      ], in: folder)
    for outcome in [uri, keywords] {
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("password authentication failed"), "\(outcome.errors)")
      try Self.expect(["output": outcome.output, "log": outcome.errors], doNotHave: "pa55word")
    }
  }
}

#if os(Linux)
  /// libpq, which is loaded when it is needed.
  @Suite struct ClientLibraryTests {
    /// Runs a program of the system to its end.
    private static func output(of arguments: [String]) throws -> (status: Int32, text: String) {
      let pipe = Pipe()
      let child = try ChildProcess(
        URL(filePath: "/usr/bin/env"), arguments,
        output: .descriptor(pipe.fileHandleForWriting.fileDescriptor),
        errors: .descriptor(pipe.fileHandleForWriting.fileDescriptor))
      try pipe.fileHandleForWriting.close()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return (child.waitUntilExit(), text)
    }

    @Test func `the program is not linked with libpq`() throws {
      let program = try BuiltProgram.url("marquee").path(percentEncoded: false)
      let linked = try Self.output(of: ["ldd", program])
      #expect(linked.status == 0, "\(linked.text)")
      #expect(linked.text.contains("libc.so"))
      #expect(!linked.text.contains("libpq"))
    }

    @Test func `a server with a store of its own does not load libpq`() async throws {
      let folder = try ScreensFolder()
      try await Server.run(in: folder) { server in
        let maps = try Self.output(of: ["cat", "/proc/\(server.program.processID)/maps"]).text
        #expect(maps.contains("libc.so") && maps.contains("[stack]"))
        #expect(!maps.contains("libpq"))
      }
    }

    @Test(.postgres) func `a node loads libpq`() async throws {
      try await Nodes.run { nodes in
        let node = try await nodes.start("a", on: try await SharedCluster.store())
        let maps = try Self.output(of: ["cat", "/proc/\(node.program.processID)/maps"]).text
        #expect(maps.contains("libpq.so.5"), "\(maps)")
      }
    }

    @Test func `a node without a usable libpq ends with one line that names its package`() async throws {
      let folder = try ScreensFolder()
      // The dynamic linker finds this file first, and cannot load it.
      try folder.write("", to: "libraries/libpq.so.5")
      let arguments = ["serve", "--port", "0", "--data", "data"]
      let environment = ["LD_LIBRARY_PATH": folder.path("libraries")]
      let outcome = try await Program.run(
        arguments + ["--store", "postgresql://postgres@127.0.0.1:1/postgres"], in: folder,
        environment: environment)
      #expect(outcome.status == 1)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1, "\(outcome.errors)")
      #expect(lines.first?.contains("libpq5") == true, "\(outcome.errors)")
      // The server with a store of its own does not miss it.
      let server = try Program(arguments, in: folder, environment: environment)
      _ = try await server.address()
      #expect(await server.end(SIGTERM).status == 0)
    }
  }
#endif
