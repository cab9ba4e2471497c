import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Writes whose answer was lost, and writes that are sent again.
@Suite(.postgres) struct NodeWriteTests {
  /// A node `a` that reaches its database through a proxy, and a node `b` that does so directly.
  private struct Scene {
    let nodes: Nodes
    let proxy: FaultProxy
    /// The connection strings of both nodes.
    let stores: (a: String, b: String)
    let a: Server
    let b: Server

    /// Lets node `a` reach its database again.
    func pass() async throws {
      try proxy.set(.pass)
      try await a.waitForStore()
    }
  }

  /// Runs a test with two nodes and the first version of the screen `lines`.
  private static func run(_ work: (Scene) async throws -> Void) async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let direct = try SharedCluster.shared().connectionString(database: database)
      let (proxy, store) = try Nodes.proxy(to: SharedCluster.shared(), database: database)
      let a = try await nodes.start("a", on: store)
      let b = try await nodes.start("b", on: direct)
      let first = try await a.publish("lines", ["one"])
      try await b.waitForRevision(try #require(first.revision))
      try await work(Scene(nodes: nodes, proxy: proxy, stores: (store, direct), a: a, b: b))
    }
  }

  /// Expects that a screen has these versions, the newest last, on all nodes.
  private static func expect(
    _ route: String, hasVersions lines: [[String]], on servers: [Server],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // The other nodes have what any of them has seen.
    let revision = try #require(try await servers.revisions().max())
    for server in servers {
      try await server.waitForRevision(revision)
      let versions = try await server.versions(of: route).compactMap { $0["version"]?.numberValue?.intValue }
      #expect(versions == (1...lines.count).reversed(), sourceLocation: sourceLocation)
      for (index, lines) in lines.enumerated() {
        let text = try await server.get("/screens/\(route)?version=\(index + 1)").text
        #expect(text == Lines.viewItems(lines), sourceLocation: sourceLocation)
      }
    }
  }

  // MARK: In doubt

  @Test(arguments: FaultProxy.Cut.allCases)
  func `a write whose commit is cut happens once, and the client learns it`(
    _ cut: FaultProxy.Cut
  ) async throws {
    try await Self.run { scene in
      scene.proxy.arm(cut)
      let answer = try await scene.a.publish("lines", ["two"])
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.publishedVersion == 2)
      #expect(scene.proxy.counters.cuts == [cut: 1])
      try await Self.expect("lines", hasVersions: [["one"], ["two"]], on: [scene.a, scene.b])
      scene.proxy.arm(cut)
      let new = try await scene.a.publish("other", ["first"])
      #expect(new.status == 201, "\(new.text)")
      #expect(scene.proxy.counters.cuts == [cut: 2])
      try await Self.expect("other", hasVersions: [["first"]], on: [scene.a, scene.b])
      // The revision of the answer is that of the change.
      let next = try await scene.b.publish("lines", ["three"])
      #expect(try #require(next.revision) > (try #require(new.revision)))
      try await scene.a.waitForRevision(try #require(next.revision))
      try await scene.a.expect("lines", shows: ["three"], version: 3)
      try await Self.expectWritesOfAllKinds(cut, scene)
    }
  }

  /// Expects that writes whose commit is cut happen once.
  private static func expectWritesOfAllKinds(_ cut: FaultProxy.Cut, _ scene: Scene) async throws {
    let writes: [(method: String, path: String, body: String?, status: Int)] = [
      ("PUT", "/screens/kinds/draft", Lines.definition(["draft"]), 201),
      ("POST", "/screens/kinds/publish", nil, 200),
      ("POST", "/screens/kinds/rollback", #"{"version":1}"#, 200),
      ("PUT", "/tokens/ann", #"{"scope":"publish"}"#, 201),
      ("DELETE", "/tokens/ann", nil, 200),
      ("PUT", "/releases/ios/1.0", #"{"viewTypes":["ONE_LINE_TEXT"]}"#, 201),
      ("PUT", "/view-types/WORD", #"{"type":"object"}"#, 201),
      ("DELETE", "/screens/kinds", nil, 200),
    ]
    let first = try await scene.a.publish("kinds", ["one"])
    #expect(first.status == 201)
    let earlier = scene.proxy.counters.cuts[cut] ?? 0
    for (number, write) in writes.enumerated() {
      scene.proxy.arm(cut)
      let answer = try await scene.a.write(write.method, write.path, body: write.body)
      #expect(answer.status == write.status, "\(write.method) \(write.path): \(answer.text)")
      #expect(scene.proxy.counters.cuts[cut] == earlier + number + 1, "\(write.method) \(write.path)")
    }
    let versions = try await scene.b.versions(of: "kinds")
    #expect(versions.count == 4)
    let audit = try JSONParser.parse(try await scene.b.admin("GET", "/audit?limit=1000").text)
    let entries = try #require(audit["entries"]?.arrayValue)
    for action in ["create-token", "revoke-token", "set-release", "delete-screen"] {
      #expect(entries.filter { $0["action"] == .string(action) }.count == 1, "\(action)")
    }
  }

  @Test(arguments: FaultProxy.Cut.allCases)
  func `a write whose outcome stays unknown can be sent again to the other node`(
    _ cut: FaultProxy.Cut
  ) async throws {
    try await Self.run { scene in
      scene.proxy.arm(cut, thenRefuse: true)
      let unknown = try await scene.a.publish("lines", ["two"], key: "key")
      #expect(unknown.status == 503, "\(unknown.text)")
      #expect(unknown.problem == "outcome-unknown", "\(unknown.text)")
      #expect(unknown.value(of: "Retry-After") != nil)
      let answer = try await scene.b.publish("lines", ["two"], key: "key")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.publishedVersion == 2)
      // What was committed is reported, and what was not happens now.
      #expect(answer.value(of: "Idempotency-Replayed") == (cut == .beforeCommit ? nil : "true"))
      try await scene.pass()
      try await Self.expect("lines", hasVersions: [["one"], ["two"]], on: [scene.a, scene.b])
      let again = try await scene.a.publish("lines", ["two"], key: "key")
      #expect(again.value(of: "Idempotency-Replayed") == "true")
      #expect(again.publishedVersion == 2)
    }
  }

  @Test func `a write during a refusal right after its commit was cut is answered by its key`() async throws {
    try await Self.run { scene in
      scene.proxy.arm(.afterCommit)
      // The node's next connection is lost, too, whenever it comes.
      scene.proxy.arm(.beforeCommit, times: 50)
      let unknown = try await scene.a.publish("lines", ["two"])
      #expect(unknown.problem == "outcome-unknown", "\(unknown.text)")
      scene.proxy.disarm()
      // Without a key the client looks for its change. The node shows it as soon as it reaches the database.
      try await repeatRequests(until: "committed version") {
        try await scene.a.get("/screens/lines").text == Lines.viewItems(["two"])
      }
      let next = try await scene.a.publish("lines", ["three"])
      #expect(next.publishedVersion == 3, "\(next.text)")
    }
  }

  // MARK: Idempotency-Key

  /// Sends a write for the second time.
  private static func expectReplay(
    of first: CurlResponse, _ second: CurlResponse, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(second.status == first.status, "\(second.text)", sourceLocation: sourceLocation)
    #expect(second.text == first.text, sourceLocation: sourceLocation)
    #expect(second.revision == first.revision, sourceLocation: sourceLocation)
    #expect(second.value(of: "ETag") == first.value(of: "ETag"), sourceLocation: sourceLocation)
    #expect(second.value(of: "Location") == first.value(of: "Location"), sourceLocation: sourceLocation)
    #expect(second.value(of: "Idempotency-Replayed") == "true", sourceLocation: sourceLocation)
  }

  @Test func `a write with a key happens once on all nodes, also after they are started again`() async throws
  {
    try await Self.run { scene in
      let (a, b) = (scene.a, scene.b)
      let new = try await a.publish("other", ["first"], key: "1")
      #expect(new.status == 201)
      #expect(new.value(of: "Idempotency-Replayed") == nil)
      let changed = try await a.publish("lines", ["two"], key: "2")
      // A later version does not matter.
      #expect(try await b.publish("lines", ["three"], key: "3").publishedVersion == 3)
      // It changes nothing, and would be a change later.
      let unchanged = try await a.publish("lines", ["three"], key: "same")
      #expect(unchanged.publishedVersion == 3)
      let token = (method: "PUT", path: "/tokens/ann", body: #"{"scope":"publish"}"#)
      let made = try await a.write(token.method, token.path, body: token.body, key: "token")
      #expect(made.text.contains("mq_"))
      for server in [a, b] {
        Self.expectReplay(of: new, try await server.publish("other", ["first"], key: "1"))
        Self.expectReplay(of: changed, try await server.publish("lines", ["two"], key: "2"))
        Self.expectReplay(of: unchanged, try await server.publish("lines", ["three"], key: "same"))
        let reused = try await server.publish("lines", ["else"], key: "2")
        #expect(reused.status == 422 && reused.problem == "idempotency-key-reused", "\(reused.text)")
        // The secret, too. Each node opens the response that one of them sealed.
        Self.expectReplay(
          of: made, try await server.write(token.method, token.path, body: token.body, key: "token"))
        // A quoted key, as the draft of the standard has it, is the same.
        Self.expectReplay(of: changed, try await server.publish("lines", ["two"], key: "\"2\""))
      }
      await scene.nodes.end(a)
      await scene.nodes.end(b, by: SIGKILL)
      let restarted = [
        try await scene.nodes.start("a", on: scene.stores.a),
        try await scene.nodes.start("b", on: scene.stores.b),
      ]
      for server in restarted {
        Self.expectReplay(of: new, try await server.publish("other", ["first"], key: "1"))
        Self.expectReplay(of: changed, try await server.publish("lines", ["two"], key: "2"))
      }
      try await Self.expect("lines", hasVersions: [["one"], ["two"], ["three"]], on: restarted)
      try await Self.expect("other", hasVersions: [["first"]], on: restarted)
    }
  }

  @Test func `the same request to both nodes at once happens once`() async throws {
    try await Self.run { scene in
      for round in 1...8 {
        let answers = try await withThrowingTaskGroup(of: CurlResponse.self) { group in
          for server in [scene.a, scene.b, scene.a, scene.b] {
            group.addTask {
              var answer = try await server.publish("lines", ["r\(round)"], key: "round-\(round)")
              try await repeatRequests(until: "answer") {
                if answer.status == 200 { return true }
                // Another one is in progress.
                #expect(answer.value(of: "Retry-After") != nil, "\(answer.text)")
                answer = try await server.publish("lines", ["r\(round)"], key: "round-\(round)")
                return false
              }
              return answer
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map(\.text)).count == 1, "\(answers.map(\.text))")
        #expect(answers.first?.publishedVersion == round + 1)
        #expect(answers.filter { $0.value(of: "Idempotency-Replayed") == nil }.count == 1)
      }
    }
  }
}

/// `Idempotency-Key` on a server with a store of its own.
@Suite final class RepeatedWriteTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/lines.json")
  }

  @Test func `a write with a key happens once, also after kill -9`() async throws {
    let server = try await Server.start(in: folder)
    let first: CurlResponse
    do {
      first = try await server.publish("lines", ["two"], key: "k")
    } catch {
      await server.program.end(SIGKILL)
      throw error
    }
    await server.program.end(SIGKILL)
    #expect(first.publishedVersion == 2)
    try await Server.run(in: folder) { server in
      #expect(try await server.publish("lines", ["three"]).publishedVersion == 3)
      let again = try await server.publish("lines", ["two"], key: "k")
      #expect(again.status == 200)
      #expect(again.text == first.text)
      #expect(again.revision == first.revision)
      #expect(again.value(of: "ETag") == "\"2\"")
      #expect(again.value(of: "Idempotency-Replayed") == "true")
      let reused = try await server.publish("lines", ["else"], key: "k")
      #expect(reused.status == 422)
      #expect(reused.problem == "idempotency-key-reused")
      #expect(try await server.versions(of: "lines").count == 3)
    }
  }
}
