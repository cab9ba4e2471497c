import Foundation
import JSONText
import LoopbackHTTP
import Synchronization
import Testing

/// A server with one screen, which is in a rollout, and with `/reports`.
final class ReportingServer: Sendable {
  private struct State {
    var version = 8
    var isInRollout = true
    var reportStatus = 202
    var tokens = 0
    /// The heads of the requests for the screen.
    var heads: [String] = []
    /// The bodies of the reports.
    var bodies: [[UInt8]] = []
  }

  private let state: SharedState
  private let server: LoopbackServer

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  /// An item that a client can show, one with a broken content, one of another view type, and a value that is no item.
  private static let items = #"""
    [{"id": "hello", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Hello"}},
     {"id": "broken", "viewType": "ONE_LINE_TEXT", "content": {"text1": 1}},
     {"id": "later", "viewType": "LATER", "content": {}}, 7]
    """#

  private static let goodItems =
    #"[{"id": "hello", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Hello"}}]"#

  /// - Parameter isBroken: Whether the screen has items that a client cannot show.
  init(isBroken: Bool = false) throws {
    let state = SharedState()
    self.state = state
    let items = isBroken ? Self.items : Self.goodItems
    server = try LoopbackServer { request in
      state.value.withLock { state in
        if request.head.hasPrefix("POST /reports ") {
          state.bodies.append(request.body)
          return .keepingAlive("HTTP/1.1 \(state.reportStatus) Done\r\nContent-Length: 0\r\n\r\n")
        }
        state.heads.append(request.head)
        return .keepingAlive(Self.screen(for: request, items: items, &state))
      }
    }
  }

  private static func screen(
    for request: LoopbackServer.Received, items: String, _ state: inout State
  ) -> String {
    var fields = "ETag: \"\(state.version)\"\r\nScreen-Version: \(state.version)\r\n"
    if state.isInRollout {
      state.tokens += 1
      fields += "Screen-Report: \(token(state.tokens, version: state.version))\r\n"
    }
    if Self.value(of: "if-none-match", in: request.head) == "\"\(state.version)\"" {
      return "HTTP/1.1 304 Not Modified\r\n\(fields)\r\n"
    }
    let body = #"{"route": "home", "sections": [{"id": "main", "items": \#(items)}]}"#
    return
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// A token: 16 characters that all tokens of a rollout have, and others.
  static func token(_ number: Int, version: Int = 8) -> String { "rollout-0000000\(version)-\(number)" }

  var url: URL { get throws { try #require(URL(string: server.url)) } }

  func setVersion(_ version: Int) { state.value.withLock { $0.version = version } }

  func endRollout() { state.value.withLock { $0.isInRollout = false } }

  func setReportStatus(_ status: Int) { state.value.withLock { $0.reportStatus = status } }

  /// The number of requests to `/reports`.
  var requestCount: Int { state.value.withLock { $0.bodies.count } }

  /// The reports of each request so far.
  func reports() throws -> [[Report]] {
    try state.value.withLock { $0.bodies }.map { body in
      try (JSONParser.parse(body)["reports"]?.arrayValue ?? []).map(Report.init)
    }
  }

  /// The value of a field in the last request for the screen.
  func lastValue(of name: String) -> String? {
    state.value.withLock { $0.heads.last }.flatMap { Self.value(of: name.lowercased(), in: $0) }
  }

  private static func value(of name: String, in head: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
      return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  func stop() { server.stop() }

  /// A report without its id and its time, which differ from run to run.
  struct Report: Equatable, CustomStringConvertible {
    let token: String
    let events: [String]
    let viewType: String?
    /// Whether it has an id, the release, and for a draw its time.
    let isComplete: Bool

    init(_ token: String, _ events: [String], viewType: String? = nil) {
      self.token = token
      self.events = events
      self.viewType = viewType
      isComplete = true
    }

    init(_ json: JSONValue) {
      token = json["token"]?.stringValue ?? ""
      events = json["events"]?.arrayValue?.compactMap(\.stringValue) ?? []
      viewType = json["viewType"]?.stringValue
      let hasTime = json["drawMs"]?.numberValue.map { $0.doubleValue >= 0 } ?? false
      isComplete =
        json["id"]?.stringValue?.isEmpty == false && json["release"] == "test/1.0.0"
        && hasTime == events.contains("drawn")
    }

    var description: String { "\(token) \(events) \(viewType ?? "-") \(isComplete)" }
  }
}
