public import Foundation
public import ScreenKit

/// Reports to the server what the app has shown to a user whom it assigned itself.
///
/// Exposures wait until ``flush()`` and are sent together. The server counts a user once for each variant, so that it
/// does no harm to report an exposure again.
public actor ExposureReporter {
  /// The number of exposures that wait. The oldest are dropped beyond it.
  public static let maximumWaiting = 1000
  /// The number of exposures of a report, and the longest unit that the server takes, in bytes.
  private static let reportSize = 200
  private static let maximumUnitBytes = 1024
  /// The statuses after which the same report would be refused again.
  private static let isRefusedAgain: Set<Int> = [400, 413, 422]

  private struct Exposure: Encodable {
    let id: String
    let user: String
    let experiment: String
    let variant: String
    let time: String
  }

  private struct Report: Encodable {
    let exposures: [Exposure]
  }

  private let url: URL
  private let transport: any Transport
  private var waiting: [Exposure] = []
  /// What was added before, so that showing a screen again adds nothing.
  private var seen: Set<[String]> = []

  /// - Parameters:
  ///   - baseURL: the URL of the server, such as `https://screens.example.com`.
  ///   - transport: sends the reports.
  public init(baseURL: URL, transport: any Transport = URLSessionTransport()) {
    url = baseURL.appendingPathComponent("exposures")
    self.transport = transport
  }

  /// The number of exposures that wait.
  public var waitingCount: Int { waiting.count }

  /// Notes that the user saw variants. Leaves out those that are not measured, and those noted before.
  public func add(_ assignments: [LocalAssignments.Assignment], at time: Date = Date()) {
    for one in assignments {
      guard let unit = one.unit, (1...Self.maximumUnitBytes).contains(unit.utf8.count),
        seen.insert([unit, one.experiment, one.variant]).inserted
      else { continue }
      if seen.count > 10 * Self.maximumWaiting { seen.removeAll() }
      if waiting.count == Self.maximumWaiting { waiting.removeFirst() }
      waiting.append(
        Exposure(
          id: UUID().uuidString, user: unit, experiment: one.experiment, variant: one.variant,
          time: time.formatted(.iso8601)))
    }
  }

  /// Sends what waits. After an error, it waits for the next call, unless the server refuses the report as malformed: then
  /// it is dropped.
  /// - Throws: the transport's error without a response; ``ScreenClientError/refused(status:detail:)``.
  public func flush() async throws {
    while !waiting.isEmpty {
      let sent = Array(waiting.prefix(Self.reportSize))
      let request = TransportRequest(
        url: url, fields: ["Content-Type": "application/json"], method: "POST",
        body: try JSONEncoder().encode(Report(exposures: sent)))
      let response = try await transport.send(request, maximumBytes: 1 << 20)
      if response.status == 202 || Self.isRefusedAgain.contains(response.status) { remove(sent) }
      guard response.status == 202 else {
        throw ScreenClientError.refused(
          status: response.status, detail: String(decoding: response.body, as: UTF8.self))
      }
    }
  }

  private func remove(_ sent: [Exposure]) {
    let ids = Set(sent.map(\.id))
    waiting.removeAll { ids.contains($0.id) }
  }
}
