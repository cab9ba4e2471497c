import Dispatch
import Foundation
import Synchronization

@testable import FaultInjection

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A TCP server of a test, with a thread for each connection, that stops at the end of the test.
final class ThreadedServer: Sendable {
  /// A connection, whose calls wait.
  struct Peer: Sendable {
    let socket: LoopbackSocket

    /// The next bytes; nil at the end and after a reset.
    func receive() -> [UInt8]? {
      while true {
        ThreadedServer.wait(for: socket, POLLIN)
        switch socket.receive(atMost: 65536) {
        case .bytes(let bytes): return bytes
        case .nothing: continue
        case .end, .broken: return nil
        }
      }
    }

    func send(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        ThreadedServer.wait(for: socket, POLLOUT)
        guard let count = socket.send(rest) else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  private struct State {
    var open: [Int32: LoopbackSocket] = [:]
    var ended = 0
    var isStopped = false
  }

  let port: UInt16
  private let listener: LoopbackSocket
  private let state = Mutex(State())
  private let threads = DispatchGroup()

  /// - Parameter serve: handles a connection, which is closed afterwards.
  init(_ serve: @escaping @Sendable (Peer) -> Void) throws {
    listener = try LoopbackSocket(listeningOn: 0)
    port = listener.port
    startThread { [self] in
      while !state.withLock(\.isStopped) {
        Self.wait(for: listener, POLLIN)
        guard let socket = listener.accept() else { continue }
        state.withLock { $0.open[socket.descriptor] = socket }
        startThread { [self] in
          serve(Peer(socket: socket))
          state.withLock { state in
            state.open[socket.descriptor] = nil
            state.ended += 1
            socket.close()
          }
        }
      }
    }
  }

  /// The number of connections that have ended.
  var ended: Int { state.withLock { $0.ended } }

  /// Ends all connections and waits for the threads.
  func stop() {
    let isFirst = state.withLock { state in
      // The descriptor of the listener can belong to another socket after the first call.
      guard !state.isStopped else { return false }
      state.isStopped = true
      for socket in [listener] + state.open.values { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }
      return true
    }
    guard isFirst else { return }
    threads.wait()
    listener.close()
  }

  private func startThread(_ work: @escaping @Sendable () -> Void) {
    threads.enter()
    Thread.detachNewThread { [threads] in
      work()
      threads.leave()
    }
  }

  private static func wait(for socket: LoopbackSocket, _ events: some BinaryInteger) {
    var entry = pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }
}
