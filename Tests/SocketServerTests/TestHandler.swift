import Dispatch
import HTTPWire
import Synchronization
import Testing

/// Answers as the path says.
struct TestHandler: RequestHandler {
  /// Responders and writers that a test holds on to.
  final class Held: Sendable {
    let responders = Mutex<[Responder]>([])
    let writers = Mutex<[StreamWriter]>([])
    let arrived = DispatchSemaphore(value: 0)

    /// Until a request of which something is held has come.
    func waitForArrival() {
      if arrived.wait(timeout: .now() + .seconds(60)) == .timedOut {
        Issue.record("no request came within a minute")
      }
    }
    var writer: StreamWriter? { writers.withLock { $0.first } }
    var all: [Responder] { responders.withLock { $0 } }

    /// The queries of the requests for `/logged`, in the order in which they were handled.
    let log = Mutex<[String]>([])
    var logged: [String] { log.withLock { $0 } }
    /// A request for `/block` holds its loop until this is signalled.
    let gate = DispatchSemaphore(value: 0)
  }

  static let large = 3_000_000
  /// Where later answers are made. Not on a queue for all: tests that wait may take all its threads.
  private static let elsewhere = DispatchQueue(label: "elsewhere")
  let held = Held()
  let prepared = PreparedResponse(HTTPResponse(200, contentType: "text/plain", body: Array("ready".utf8)))
  let largeResponse = PreparedResponse(
    HTTPResponse(200, contentType: "text/plain", body: [UInt8](repeating: 0x62, count: TestHandler.large)))

  func makeLoop() -> Int { 0 }

  func handle(_ request: borrowing HTTPRequest, loop count: inout Int) -> Reply {
    count += 1
    let held = held
    switch String(decoding: request.path) {
    case "/ready": return .prepared(prepared)
    case "/large": return .prepared(largeResponse)
    case "/body": return .response(HTTPResponse(200, contentType: "text/plain", body: Array(request.body)))
    case "/count":
      return .response(HTTPResponse(200, contentType: "text/plain", body: Array(String(count).utf8)))
    case "/later":
      let owned = request.owned()
      return .deferred { responder in
        Self.elsewhere.async {
          let body = owned.withRequest { "late " + String(decoding: $0.query ?? .empty) }
          responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array(body.utf8)))
        }
      }
    case "/held":
      return .deferred { responder in
        held.responders.withLock { $0.append(responder) }
        held.arrived.signal()
      }
    case "/logged":
      let query = String(decoding: request.query ?? .empty)
      held.log.withLock { $0.append(query) }
      return .prepared(prepared)
    case "/block":
      held.arrived.signal()
      held.gate.wait()
      return .prepared(prepared)
    case "/large-later":
      let response = largeResponse
      return .deferred { responder in Self.elsewhere.async { responder.respond(response) } }
    case "/pieces":
      // A body of known length, in three pieces from another queue.
      return .stream(HTTPResponse(200, contentType: "text/plain", body: []), length: 9) { writer in
        Self.elsewhere.async {
          for piece in ["one", "two", "six"] { _ = writer.write(Array(piece.utf8)) }
          writer.finish()
        }
      }
    case "/dropped": return .deferred { _ in }
    case "/stream":
      return .stream(HTTPResponse(200, contentType: "text/plain", body: []), length: nil) { writer in
        held.writers.withLock { $0.append(writer) }
        held.arrived.signal()
      }
    case "/lost":
      // Nobody holds the writer.
      return .stream(HTTPResponse(200, contentType: "text/plain", body: Array("lost".utf8)), length: nil) {
        _ in
      }
    case "/cut":
      return .deferred { $0.reset() }
    case "/half":
      return .stream(HTTPResponse(200, contentType: "text/plain", body: Array("half".utf8)), length: 8) {
        $0.finish()
      }
    default:
      return .response(
        HTTPResponse(404, contentType: "text/plain", body: Array(String(decoding: request.path).utf8)))
    }
  }
}
