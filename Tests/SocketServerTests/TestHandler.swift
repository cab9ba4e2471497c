import Dispatch
import HTTPWire
import Synchronization
import Testing

/// Responds in the way that the path of a request selects.
struct TestHandler: RequestHandler {
  /// Responders and writers for the test.
  final class Held: Sendable {
    let responders = Mutex<[Responder]>([])
    let writers = Mutex<[StreamWriter]>([])
    let arrived = DispatchSemaphore(value: 0)

    /// Waits for a request to `/held`, `/until-closed`, `/until-disconnected`, `/stream` or `/block`. Ten thousand others
    /// can come before it, to a server with a sanitizer.
    func waitForArrival() {
      if arrived.wait(timeout: .now() + .seconds(600)) == .timedOut {
        Issue.record("no request arrived within ten minutes")
      }
    }
    var writer: StreamWriter? { writers.withLock { $0.first } }
    var all: [Responder] { responders.withLock { $0 } }

    /// The queries of the requests to `/logged`, in the order of handling.
    let log = Mutex<[String]>([])
    var logged: [String] { log.withLock { $0 } }
    /// A request to `/block` blocks its loop until this is signalled.
    let gate = DispatchSemaphore(value: 0)
  }

  static let large = 3_000_000
  /// The queue for deferred responses. Not a global queue, because waiting tests may take all its threads.
  private static let responses = DispatchQueue(label: "deferred responses")
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
        Self.responses.async {
          let body = owned.withRequest { "late " + String(decoding: $0.query ?? .empty) }
          responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array(body.utf8)))
        }
      }
    case "/held":
      return .deferred { responder in
        held.responders.withLock { $0.append(responder) }
        held.arrived.signal()
      }
    case "/until-closed":
      return .deferred { responder in
        responder.watch.onClose {
          held.log.withLock { $0.append("closed") }
          responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array("closed".utf8)))
        }
        held.arrived.signal()
      }
    case "/until-disconnected":
      return .deferred { responder in
        held.responders.withLock { $0.append(responder) }
        responder.watch.onDisconnect { held.log.withLock { $0.append("disconnected") } }
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
      return .deferred { responder in Self.responses.async { responder.respond(response) } }
    case "/pieces":
      // A body of known length, in three pieces from another queue.
      return .stream(HTTPResponse(200, contentType: "text/plain", body: []), length: 9) { writer in
        Self.responses.async {
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
      // The writer is released immediately.
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
