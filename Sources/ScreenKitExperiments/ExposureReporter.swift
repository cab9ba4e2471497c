public import Foundation
public import ScreenKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reports exposures to the server: the variants that a user saw and that the app assigned.
///
/// Exposures are buffered until ``flush()``. The server counts a user once for each variant, so reporting an exposure
/// again does no harm.
public actor ExposureReporter {
  /// The largest number of unsent exposures. When there are more, the oldest is dropped.
  public static let maximumUnsent = 1000
  /// The largest number of exposures in a report.
  private static let reportSize = 200
  /// The longest unit that the server accepts, in bytes.
  private static let maximumUnitBytes = 1024
  /// The statuses that say that the report is invalid: the server would refuse it again.
  private static let permanentRefusals: Set<Int> = [400, 413, 422]

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
  /// The unit, experiment and variant of each earlier exposure, so that showing a screen again adds nothing.
  private var seen: Set<[String]> = []

  /// Creates a reporter.
  /// - Parameters:
  ///   - baseURL: The URL of the server, such as `https://screens.example.com`.
  ///   - transport: Sends the reports.
  public init(baseURL: URL, transport: any Transport = URLSessionTransport()) {
    url = baseURL.appendingPathComponent("exposures")
    self.transport = transport
  }

  /// The number of unsent exposures.
  public var unsentCount: Int { waiting.count }

  /// Adds an exposure for each variant that the user saw. Skips forced variants, which are not measured, and variants
  /// that were added before.
  public func add(_ assignments: [LocalAssignments.Assignment], at time: Date = Date()) {
    for one in assignments {
      guard let unit = one.unit, (1...Self.maximumUnitBytes).contains(unit.utf8.count) else { continue }
      if seen.count == 10 * Self.maximumUnsent { seen.removeAll() }
      guard seen.insert([unit, one.experiment, one.variant]).inserted else { continue }
      if waiting.count == Self.maximumUnsent { waiting.removeFirst() }
      waiting.append(
        Exposure(
          id: UUID().uuidString, user: unit, experiment: one.experiment, variant: one.variant,
          time: time.formatted(.iso8601)))
    }
  }

  /// Sends the unsent exposures. After an error they are kept for the next call; a report that the server refuses as
  /// invalid (400, 413 or 422) is dropped.
  /// - Throws: The transport's error when there is no response; ``ScreenError`` with the
  ///   code ``ScreenError/Code/refused``.
  public func flush() async throws {
    while !waiting.isEmpty {
      let sent = Array(waiting.prefix(Self.reportSize))
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try JSONEncoder().encode(Report(exposures: sent))
      let response = try await transport.response(to: request, maximumBytes: 1 << 20)
      if response.status == 202 || Self.permanentRefusals.contains(response.status) { remove(sent) }
      guard response.status == 202 else {
        throw ScreenError.refused(
          status: response.status, detail: String(decoding: response.body, as: UTF8.self))
      }
    }
  }

  private func remove(_ sent: [Exposure]) {
    let ids = Set(sent.map(\.id))
    waiting.removeAll { ids.contains($0.id) }
  }
}
