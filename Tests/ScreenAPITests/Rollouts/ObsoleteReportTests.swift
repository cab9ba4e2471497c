import JSONText
import SQLiteStore
import Screens
import TestFolders
import Testing

/// What a store keeps of reports after the end of a rollout.
@Suite final class ObsoleteReportTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["old"]), to: "screens/home.json")
  }

  private static let gone = "0011223344556677"

  private static func report(
    _ rollout: String, unit: UInt8 = 1, event: Int = 0, network: Int64
  ) -> FirstReport {
    FirstReport(rollout: rollout, event: event, unit: [unit], step: 0, isNew: false, network: network)
  }

  /// Starts a rollout of the screen.
  /// - Returns: its id.
  private static func start(_ server: FolderServer) throws -> String {
    let put = try server.admin(
      "PUT", "/screens/home?guard=50,100", body: Lines.definition(["new"]))
    return try #require(try JSONParser.parse(put.text)["rollout"]?["id"]?.stringValue, "\(put.text)")
  }

  /// Reports two events of a unit.
  private static func report(_ token: String, _ server: FolderServer) throws -> String {
    let body: JSONValue = [
      "reports": [["id": "1", "token": .string(token), "events": ["drawn", "settled"]]]
    ]
    return try server.request("POST", "/reports", body: body.text).text
  }

  @Test func `a rollout that has ended keeps its counts, and an open one its units, too`() throws {
    try FolderServer.run(in: folder) { server in
      let id = try Self.start(server)
      let token = try #require(try server.get("/screens/home?user=ann").value(of: "Screen-Report"))
      // An experiment has no end.
      let experiment = Self.report("experiment", event: 1 << 30, network: 0)
      try server.reports.add([experiment])
      func counts() throws -> [ReportCount] { try server.reports.counts(ofRollout: id, settledThrough: 0) }

      for _ in 0..<2 {
        #expect(try Self.report(token, server) == #"{"accepted":1,"ignored":0}"#)
        server.pass(seconds: 3600)
        try server.deleteObsoleteReports()
        #expect(try server.reports.rollouts() == [ReportedRollout(id: id, hasUnits: true)])
        #expect(try counts().map(\.count) == [1, 1])
      }

      let before = try counts()
      #expect(try server.admin("POST", "/rollouts/\(id)/finish").status == 200)
      // A report can be on its way.
      try server.deleteObsoleteReports()
      #expect(try server.reports.rollouts() == [ReportedRollout(id: id, hasUnits: true)])
      server.pass(seconds: 61)
      try server.deleteObsoleteReports()
      #expect(try server.reports.rollouts() == [ReportedRollout(id: id, hasUnits: false)])
      #expect(try Self.report(token, server) == #"{"accepted":0,"ignored":1}"#)
      #expect(try counts() == before)
      let shown = try JSONParser.parse(try server.admin("GET", "/rollouts/\(id)").text)
      let drawn = shown["events"]?.arrayValue?.first { $0["name"] == "drawn" }
      let sides = [drawn?["new"], drawn?["old"]].compactMap { $0?.numberValue?.intValue }
      #expect(sides.sorted() == [0, 1])

      try server.reports.add([experiment])
      #expect(
        try server.reports.counts(ofRollout: "experiment", settledThrough: 0).map(\.count) == [1])
    }
  }

  @Test func `reports of a rollout that is gone are deleted, also those that an earlier process has left`()
    throws
  {
    try FolderServer.run(in: folder) { server in
      let experiment = Self.report("experiment", network: 0)
      try server.reports.add([Self.report(Self.gone, network: 5), experiment])
      let id = try Self.start(server)
      let token = try #require(try server.get("/screens/home?user=ann").value(of: "Screen-Report"))
      _ = try Self.report(token, server)
      #expect(Set(try server.reports.rollouts().map(\.id)) == [id, Self.gone])
      try server.deleteObsoleteReports()
      #expect(try server.reports.rollouts() == [ReportedRollout(id: id, hasUnits: true)])
      #expect(try server.reports.counts(ofRollout: Self.gone, settledThrough: 0).isEmpty)
      try server.reports.add([experiment])
      #expect(
        try server.reports.counts(ofRollout: "experiment", settledThrough: 0).map(\.count) == [1])
    }
  }

  @Test func `reports of a rollout that cannot be read stay`() throws {
    let store = try SQLiteStore(folder: folder.path("data"))
    var changes = StoreChanges()
    changes.documents[.rollout] = [Self.gone: JSONValue?.some(["state": "of a newer program"])]
    try store.save(changes)
    store.close()
    try FolderServer.run(in: folder) { server in
      #expect(server.problems.contains { $0.contains("stored rollout \(Self.gone)") }, "\(server.problems)")
      try server.reports.add([Self.report(Self.gone, network: 5)])
      try server.deleteObsoleteReports()
      #expect(try server.reports.rollouts() == [ReportedRollout(id: Self.gone, hasUnits: true)])
    }
  }
}
