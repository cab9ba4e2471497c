import Foundation
import ScreenKit
import Testing

/// An app whose view model publishes each response moves to ScreenKit: it follows snapshots, and the table gets
/// only the changes.
@MainActor
@Suite struct ResponseDataMigrationTests {
  private nonisolated static func response(_ order: [String], _ version: Int) -> TransportResponse {
    let items = order.map { #"{"viewType":"ONE_LINE_TEXT","content":{"text1":"\#($0)"}}"# }
    return TransportResponse(
      status: 200, fields: ["ETag": "\"\(version)\"", "Screen-Version": "\(version)"],
      body: Data(
        #"{"responseData":{"screenName":"Home","contents":[\#(items.joined(separator: ","))]}}"#.utf8))
  }

  @Test func `a new version becomes a changeset and a failure becomes a warning`() async throws {
    let warnings = Warnings()
    let cells = CellRegistry<AnyContent>(onWarning: warnings.sink)
    cells.register { LineView() }
    let shown = Gate()
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      if request.url.path.hasSuffix("/events") {
        await shown.wait()
        return TransportResponse(status: 404)
      }
      switch fetches.increment() {
      case 1: return Self.response(["a", "b"], 1)
      case 2: throw URLError(.networkConnectionLost)
      case 3: return Self.response(["a", "c"], 2)
      default: return TransportResponse(status: 410)
      }
    }
    let client = try ScreenClient(
      ScreenClientConfiguration(baseURL: #require(URL(string: "http://localhost")), format: .responseData),
      registry: cells.views, transport: transport, clock: RecordingClock(), onWarning: warnings.sink)
    let table = SimulatedTable(windowSize: 10)
    let driver = TableDriver(registry: cells, surface: table)
    table.driver = driver
    var changes: [String] = []
    await #expect(throws: ScreenClientError.gone) {
      for try await snapshot in client.updates(of: "home") {
        changes.append(driver.apply(snapshot.screen).description)
        await shown.open()
      }
    }
    #expect(changes == ["insert section 0", "reload 0:1"])
    #expect(table.reloads == 0)
    #expect(warnings.kinds.allSatisfy { $0 == .requestFailed } && !warnings.kinds.isEmpty)
  }
}
