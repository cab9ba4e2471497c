import CurlClient
import JSONText
import Synchronization

extension Check {
  /// Acknowledged writes survive the end of the process.
  static let durability: [Check] = [
    Check("SIGTERM ends the server with 0, and a restart has all versions", need: .program) {
      subject in
      try await OwnServer.run(subject.launch) { server in
        for ids in [["a"], ["a", "b"], ["b", "a"]] {
          try await server.subject.publish(TestScreen.lines(ids), at: "kept")
        }
        server = try await server.restartAfterTermination()
        try await server.subject.expectVersions([3, 2, 1], at: "kept")
        for (version, ids) in [(1, ["a"]), (2, ["a", "b"]), (3, ["b", "a"])] {
          try await server.subject.fetch("/screens/kept?version=\(version)").expectBody(
            TestScreen.viewItems(ids))
        }
      }
    },
    Check("a version survives kill -9 right after the response", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        for version in 1...5 {
          let ids = (1...version).map { "item-\($0)" }
          try expect(
            "version", try await server.subject.publish(TestScreen.lines(ids), at: "durable"), is: version)
          server = try await server.restartAfterKill()
          let served = try await server.subject.fetch("/screens/durable")
          try served.expectBody(TestScreen.viewItems(ids))
          try expect("Screen-Version after kill -9", try served.screenVersion(), is: version)
        }
        try await server.subject.expectVersions([5, 4, 3, 2, 1], at: "durable")
      }
    },
    Check("all acknowledged writes survive kill -9 during many writes", need: .program) {
      subject in
      try await OwnServer.run(subject.launch) { server in
        let (writer, process) = (server.subject, server.process)
        let acknowledged = AcknowledgedWrites(enough: 60) { process.signalKill() }
        try await writer.many.stream(
          concurrency: 8,
          next: {
            acknowledged.next().map { number in
              writer.adminRequest(
                "PUT", "/admin/screens/writer/\(number % 8)",
                body: TestScreen.lines(["n\(number)"]).serialized())
            }
          }, finished: acknowledged.take)
        server = try await server.restartAfterKill()
        let writes = acknowledged.all
        try expect("acknowledged writes", writes.count >= 60, "60 or more", got: "\(writes.count)")
        for write in writes {
          let path = "/screens/writer/\(write.number % 8)?version=\(write.version)"
          try await server.subject.fetch(path).expectBody(TestScreen.viewItems(["n\(write.number)"]))
        }
      }
    },
    Check("a removed screen stays removed after kill -9", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        try await server.subject.publish(TestScreen.lines(["a"]), at: "gone")
        _ = try await server.subject.admin("DELETE", "/admin/screens/gone").expecting(200)
        server = try await server.restartAfterKill()
        try await server.subject.get("/screens/gone").problem(410)
        let back = try await server.subject.admin(
          "PUT", "/admin/screens/gone", json: TestScreen.lines(["a"]))
        try expect("version after the return", try back.expecting(201).version(), is: 3)
      }
    },
  ]
}

/// The writes that the server acknowledged before it was killed.
private final class AcknowledgedWrites: Sendable {
  struct Write: Sendable {
    let number: Int
    let version: Int
  }

  private let state = Mutex((given: 0, isOver: false, writes: [Write]()))
  private let enough: Int
  private let kill: @Sendable () -> Void

  /// - Parameter kill: called when `enough` writes have been acknowledged.
  init(enough: Int, kill: @escaping @Sendable () -> Void) {
    self.enough = enough
    self.kill = kill
  }

  var all: [Write] { state.withLock { $0.writes } }

  func next() -> Int? {
    state.withLock { state in
      // Ends the loop if a server acknowledges nothing.
      guard !state.isOver, state.given < enough * 10 else { return nil }
      defer { state.given += 1 }
      return state.given
    }
  }

  func take(_ number: Int, _ outcome: CurlMulti.Outcome) {
    guard case .success(let response) = outcome, [200, 201].contains(response.status),
      let body = try? JSONParser.parse(response.body), let version = body["version"]?.numberValue?.intValue
    else { return }
    let isEnough = state.withLock { state in
      state.writes.append(Write(number: number, version: version))
      guard state.writes.count == enough else { return false }
      state.isOver = true
      return true
    }
    if isEnough { kill() }
  }
}
