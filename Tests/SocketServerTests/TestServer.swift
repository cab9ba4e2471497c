import Dispatch
import RawClient
import SocketServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// A client that must notice nothing of what the others do.
  func witness() throws -> Witness { Witness(try client()) }

  /// Waits for something that is to happen on its own. False when it has not after a minute.
  func waits(until condition: () -> Bool) -> Bool {
    let end = DispatchTime.now().uptimeNanoseconds + 60_000_000_000
    while !condition() {
      guard DispatchTime.now().uptimeNanoseconds < end else { return false }
      // Lets the others run.
      _ = poll(nil, 0, 1)
    }
    return true
  }

  func client(receiveBuffer: Int32? = nil) throws -> TestClient {
    guard let client = TestClient(port: port, receiveBuffer: receiveBuffer) else {
      throw NoConnection(code: errno)
    }
    return client
  }

  /// `code` is an `errno`.
  struct NoConnection: Error { let code: Int32 }
}

/// Both ways of watching sockets pass the same tests.
let pollings = ServerConfiguration.Polling.allCases

/// The same for tests in which connections come and go by the thousand.
///
/// On Linux that is epoll alone. With a source for each socket the record that libdispatch keeps there of its sources does
/// not always survive it: now and then a source says nothing more, or the manager's thread reads a record that is gone
/// (`_dispatch_event_loop_drain`). Nothing that is served on Linux depends on it.
#if os(Linux)
  let crowdPollings: [ServerConfiguration.Polling] = [.perLoop]
#else
  let crowdPollings = pollings
#endif
