import JSONText
import LoopbackHTTP
import Synchronization

/// A server that receives the messages of another one, and answers all with one status.
struct MessageReceiver: Sendable {
  private final class State: Sendable {
    let received = Mutex<[LoopbackServer.Received]>([])
    let status: Mutex<Int>

    init(status: Int) { self.status = Mutex(status) }
  }

  private let state: State
  private let server: LoopbackServer

  /// - Parameter next: the status from the second request on; nil for the same.
  init(status: Int = 204, then next: Int? = nil) throws {
    let state = State(status: status)
    self.state = state
    server = try LoopbackServer { request in
      state.received.withLock { $0.append(request) }
      let status = state.status.withLock { status in
        defer { if let next { status = next } }
        return status
      }
      return .closing("HTTP/1.1 \(status) Answer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
  }

  var url: String { server.url }

  func stop() { server.stop() }

  func answer(with status: Int) { state.status.withLock { $0 = status } }

  /// The requests so far.
  var requests: [LoopbackServer.Received] { state.received.withLock { $0 } }

  /// The bodies so far, as JSON; null for one that is not JSON.
  var bodies: [JSONValue] { requests.map { (try? JSONParser.parse($0.body)) ?? .null } }
}

extension LoopbackServer.Received {
  /// The value of a header field, given in lower case.
  func value(of name: String) -> String? {
    lines.first { $0.lowercased().hasPrefix(name + ":") }.map { line in
      String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
    }
  }
}
