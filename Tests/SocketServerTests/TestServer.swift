import Dispatch
import RawClient
import SocketServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server that stops at the end of a test.
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

  /// A client that other clients must not affect.
  func witness() throws -> Witness { Witness(try client()) }

  func client(receiveBuffer: Int32? = nil) throws -> TestClient {
    guard let client = TestClient(port: port, receiveBuffer: receiveBuffer) else {
      throw NoConnection(code: errno)
    }
    return client
  }

  /// The error of a failed connection, with its `errno`.
  struct NoConnection: Error { let code: Int32 }
}

/// Both pollers, which pass the same tests.
let pollings = ServerConfiguration.Polling.allCases

/// The pollers for tests with thousands of connections, or of pieces of a request.
///
/// On Linux only epoll. With a source for each socket, libdispatch on Linux has a bug under this load: sometimes a
/// source stops reporting events, or the manager thread reads freed memory (`_dispatch_event_loop_drain`). Servers on
/// Linux use epoll.
#if os(Linux)
  let crowdPollings: [ServerConfiguration.Polling] = [.perLoop]
#else
  let crowdPollings = pollings
#endif
