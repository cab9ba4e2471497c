import Dispatch
import HTTPWire
import SocketServer
import Synchronization

/// Answers as the path says.
struct TestHandler: RequestHandler {
  /// Responders and writers that a test holds on to.
  final class Held: Sendable {
    let responders = Mutex<[Responder]>([])
    let writers = Mutex<[StreamWriter]>([])
    let arrived = DispatchSemaphore(value: 0)

    /// Until a request of which something is held has come.
    func waitForArrival() { arrived.wait() }
    var writer: StreamWriter? { writers.withLock { $0.first } }
    var all: [Responder] { responders.withLock { $0 } }
  }

  static let large = 3_000_000
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
        DispatchQueue.global().async {
          let body = owned.withRequest { "late " + String(decoding: $0.query ?? .empty) }
          responder.respond(HTTPResponse(200, contentType: "text/plain", body: Array(body.utf8)))
        }
      }
    case "/held":
      return .deferred { responder in
        held.responders.withLock { $0.append(responder) }
        held.arrived.signal()
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

/// A server for one test, stopped when the test is over.
final class TestServer: Sendable {
  let handler = TestHandler()
  let server: SocketServer<TestHandler>
  let port: Int

  init(_ polling: ServerConfiguration.Polling, _ change: (inout ServerConfiguration) -> Void = { _ in })
    throws
  {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.loops = 2
    configuration.polling = polling
    change(&configuration)
    server = SocketServer(configuration: configuration, handler: handler)
    port = try server.start()
  }

  deinit { server.stop() }

  func client(receiveBuffer: Int32? = nil) throws -> TestClient {
    guard let client = TestClient(port: port, receiveBuffer: receiveBuffer) else { throw NoConnection() }
    return client
  }

  struct NoConnection: Error {}
}

/// Both ways of watching sockets pass the same tests.
let pollings = ServerConfiguration.Polling.allCases
