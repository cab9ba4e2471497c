import SQLiteStore
import Screens
import TestFolders
import Testing

/// What the store keeps of reports.
extension RolloutTests {
  @Test func `reports that a killed server has left are deleted after the next start`() async throws {
    var id = ""
    try await Server.run(in: folder, Self.proxied) { server in
      _ = try await server.publish("home", ["old"])
      id = try Server.rollout(of: try await server.publish("home", ["new"], query: "guard=50,100"))
      let token = try #require(try await server.served("home", "?user=ann").report)
      _ = try await server.report(token, ["drawn"], network: 1)
    }
    let open = ReportedRollout(id: id, hasUnits: true)
    let store = SQLiteReportStore(folder: folder.path("data"))
    defer { store.close() }
    #expect(try store.rollouts() == [open])
    // Of a rollout that was deleted just before the end of the process.
    let gone = "0011223344556677"
    try store.add([
      FirstReport(rollout: gone, event: 0, unit: [1], step: 0, isNew: false, network: 5)
    ])
    #expect(try store.rollouts().count == 2)
    try await Server.run(in: folder, Self.proxied) { server in
      try await server.wait(for: "deletion") { _ in try store.rollouts() == [open] }
      #expect(try store.counts(ofRollout: gone, settledThrough: 0).isEmpty)
      #expect(try store.counts(ofRollout: id, settledThrough: 0).map(\.count) == [1])
    }
  }
}
