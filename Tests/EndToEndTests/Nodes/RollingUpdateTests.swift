import BuiltPrograms
import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// An older release of the program.
enum OlderRelease {
  /// The variable `OLDER_RELEASE` has the path that `.ci/older-release` prints.
  static let program = ProcessInfo.processInfo.environment["OLDER_RELEASE"].flatMap {
    $0.isEmpty ? nil : URL(filePath: $0)
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that needs an older release. It says so where there is none.
  static var olderRelease: Self {
    if OlderRelease.program == nil {
      print("left out: an older release beside this one; set OLDER_RELEASE to what .ci/older-release prints")
    }
    return .enabled(if: OlderRelease.program != nil)
  }
}

/// Nodes of an older release and of this one on the same database, in an update and in one that is taken back.
@Suite(.postgres, .olderRelease) struct RollingUpdateTests {
  @Test(arguments: [false, true]) func `nodes are replaced one after the other, and no read fails`(
    isTakenBack: Bool
  ) async throws {
    let older = try #require(OlderRelease.program)
    // Nil is the present release.
    let (from, to) = isTakenBack ? (nil, older) : (older, nil)
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      for name in ["a", "b"] { try nodes.folder(of: name).ship("home") }
      let first = try await nodes.start("a", on: store, executable: from)
      let second = try await nodes.start("b", on: store, executable: from)
      _ = try await first.publish("lines", ["first"])
      try await Self.compare([first, second])
      // Before the older release has a node, or while it has one.
      if isTakenBack { try await Self.useNewKinds(first, beside: second) }
      let newFirst = try await Self.replace(first, "a", by: to, on: store, nodes, beside: second)
      try await Self.writeOnBoth(newFirst, second)
      let (present, old) = isTakenBack ? (second, newFirst) : (newFirst, second)
      try await Self.useNewKinds(present, beside: old)
      let newSecond = try await Self.replace(second, "b", by: to, on: store, nodes, beside: newFirst)
      try await Self.writeOnBoth(newFirst, newSecond)
      try await Self.compare([newFirst, newSecond])
    }
  }

  // MARK: Steps

  /// Ends a node and starts another program in its data folder, while reads of another node go on.
  private static func replace(
    _ server: Server, _ name: String, by program: URL?, on store: String, _ nodes: Nodes, beside other: Server
  ) async throws -> Server {
    let revision = try await server.revision()
    var new: Server?
    try await Reads.goOn(on: [other]) {
      await nodes.end(server)
      let started = try await nodes.start(name, on: store, executable: program)
      try await started.waitForStore()
      try await started.waitForRevision(revision)
      _ = try await other.publish("during", [UUID().uuidString])
      new = started
    }
    return try #require(new)
  }

  /// Makes changes that both releases know, on each node in turn, and waits until the other one has seen them.
  private static func writeOnBoth(_ one: Server, _ other: Server) async throws {
    for (writer, reader) in [(one, other), (other, one), (one, other)] {
      let text = UUID().uuidString
      let changes: [(method: String, path: String, body: String?)] = [
        ("PUT", "/screens/lines", Lines.definition([text])),
        ("PUT", "/view-types/WORD", #"{"type":"object"}"#),
        ("PUT", "/screens/lines/draft", Lines.definition([text, "draft"])),
        ("POST", "/screens/lines/publish", nil),
        ("PUT", "/releases/ios/1.0", #"{"viewTypes":["ONE_LINE_TEXT","WORD"]}"#),
        ("PUT", "/tokens/ann", #"{"scope":"publish"}"#),
        ("DELETE", "/tokens/ann", nil),
        ("DELETE", "/releases/ios/1.0", nil),
      ]
      try await Reads.goOn(on: [one, other]) {
        for change in changes {
          let answer = try await writer.write(change.method, change.path, body: change.body)
          #expect(
            (200..<300).contains(answer.status),
            "\(change.method) \(change.path): \(answer.status) \(answer.text)")
          try await reader.waitForRevision(try #require(answer.revision))
        }
      }
      #expect(try await reader.get("/screens/lines").text == Lines.viewItems([text, "draft"]))
    }
  }

  /// Makes changes of kinds that the older release does not know. A node of it must go on.
  private static func useNewKinds(_ server: Server, beside other: Server) async throws {
    let text = UUID().uuidString
    try await Reads.goOn(on: [server, other]) {
      let hook = #"{"url":"https://example.com/hook","events":["published"]}"#
      let made = try await server.write("PUT", "/webhooks/hook", body: hook)
      #expect((200..<300).contains(made.status), "\(made.text)")
      try await server.makeSet("set")
      try await repeatRequests(until: "write in the set") {
        try await server.inSet("set", "PUT", "/screens/joint", body: Lines.definition([text])).status < 300
      }
      let published = try await server.admin("POST", "/changesets/set/publish")
      #expect(published.status == 200, "\(published.text)")
      let last = try await server.publish("after", [text])
      try await other.waitForRevision(try #require(last.revision))
    }
    for reader in [server, other] {
      #expect(try await reader.get("/screens/joint").text == Lines.viewItems([text]))
      #expect(try await reader.get("/screens/after").text == Lines.viewItems([text]))
    }
    #expect(try await server.admin("DELETE", "/changesets/set").status < 300)
  }

  /// Expects that all nodes have the same screens in the same versions.
  private static func compare(_ servers: [Server]) async throws {
    let revisions = try await withThrowingTaskGroup(of: Int.self) { group in
      for server in servers { group.addTask { try await server.revision() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let newest = try #require(revisions.max())
    var lists: [String] = []
    var histories: [[JSONValue]] = []
    for server in servers {
      try await server.waitForRevision(newest)
      lists.append(try await server.get("/screens").text)
      histories.append(try await server.versions(of: "lines"))
    }
    for (list, history) in zip(lists, histories) {
      #expect(list == lists[0])
      #expect(history == histories[0])
    }
  }
}
