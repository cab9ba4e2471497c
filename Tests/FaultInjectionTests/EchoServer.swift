import Synchronization

/// A server that sends back what it receives, until the client ends its output.
final class EchoServer: Sendable {
  private let server: ThreadedServer
  private let log: Log

  private final class Log: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  init() throws {
    let log = Log()
    self.log = log
    server = try ThreadedServer { peer in
      while let bytes = peer.receive() {
        log.bytes.withLock { $0 += bytes }
        peer.send(bytes)
      }
    }
  }

  deinit { server.stop() }

  var port: UInt16 { server.port }
  /// The number of connections that have ended.
  var ended: Int { server.ended }
  /// The text of all connections.
  var received: String { String(decoding: log.bytes.withLock(\.self), as: UTF8.self) }

  func stop() { server.stop() }
}
