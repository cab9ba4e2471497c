import Dispatch
package import HTTPWire
import Synchronization

/// An HTTP/1.1 server on TCP sockets. It stops when it is deinitialized.
package final class SocketServer<Handler: RequestHandler>: Sendable {
  private struct Running {
    var acceptor: Acceptor?
    var isStarted = false
  }

  let configuration: ServerConfiguration
  let loops: [EventLoop]
  private let gauge: ConnectionGauge
  private let running = Mutex(Running())

  package init(configuration: ServerConfiguration, handler: Handler) {
    self.configuration = configuration
    let gauge = ConnectionGauge()
    loops = (0..<configuration.loopCount).map { number in
      EventLoop(
        number: number, of: configuration.loopCount, configuration: configuration, gauge: gauge,
        dispatcher: HandlerDispatcher(handler))
    }
    self.gauge = gauge
  }

  deinit { stop() }

  /// Starts to listen and serve, and returns the port. A server can be started only once.
  package func start() throws(ListenError) -> Int {
    let isFirst = running.withLock { running in
      defer { running.isStarted = true }
      return !running.isStarted
    }
    guard isFirst else { throw .alreadyStarted }
    let allowed = Socket.raiseDescriptorLimit(
      to: configuration.connections + configuration.refusals + Self.otherDescriptors)
    let (listener, port) = try Socket.listen(
      host: configuration.host, port: configuration.port, backlog: configuration.backlog)
    for loop in loops where !loop.queue.sync(execute: { loop.start() }) {
      Socket.close(listener)
      stop()
      throw .system(call: "epoll_create1", code: 0)
    }
    guard let first = loops.first else { return port }
    let (capacity, refusals) = Self.room(allowed, configuration)
    let acceptor = Acceptor(
      listener: listener, first: first, loops: loops, gauge: gauge, capacity: capacity, refusals: refusals)
    running.withLock { $0.acceptor = acceptor }
    acceptor.start()
    return port
  }

  /// The number of descriptors that are not connections: standard streams, pollers, files, and those of libraries.
  private static var otherDescriptors: Int { 64 }

  /// The number of connections to serve and to refuse at a time.
  /// - Parameter allowed: the process's limit of descriptors.
  private static func room(_ allowed: Int, _ configuration: ServerConfiguration) -> (
    capacity: Int, refusals: Int
  ) {
    let room = max(allowed - otherDescriptors, 8)
    let refusals = min(max(configuration.refusals, 0), room / 8)
    return (min(max(configuration.connections, 1), room - refusals), refusals)
  }

  /// Stops accepting connections, completes the responses in flight and closes all connections. Resets the connections
  /// that remain after `deadline`. Calls `done`, on any queue, when all connections are closed.
  package func drain(deadline: Duration, done: @escaping @Sendable () -> Void) {
    let nanoseconds = Int(clamping: deadline.nanoseconds)
    let end = DispatchTime.now() + .nanoseconds(nanoseconds)
    let closed: @Sendable () -> Void = { [self] in
      let group = DispatchGroup()
      for loop in loops {
        group.enter()
        loop.queue.asyncAfter(deadline: end) { loop.stop() }
        loop.queue.async { loop.drain { group.leave() } }
      }
      group.notify(queue: DispatchQueue(label: "end of draining")) { [self] in
        stop()
        done()
      }
    }
    // Before accepting the backlog, so that its responses also say `Connection: close`.
    for loop in loops { loop.queue.async { loop.beginDraining() } }
    guard let acceptor = running.withLock({ $0.acceptor }) else { return closed() }
    acceptor.drain(done: closed)
  }

  /// Drains as ``drain(deadline:done:)`` does, and returns when all connections are closed.
  package func drain(deadline: Duration) async {
    await withCheckedContinuation { continuation in
      drain(deadline: deadline) { continuation.resume() }
    }
  }

  /// Closes the listening socket and all connections immediately.
  package func stop() {
    running.withLock { $0.acceptor }?.stop {}
    for loop in loops { loop.queue.async { loop.stop() } }
  }

  /// The number of open connections, including those that are being refused.
  package var connectionCount: Int { gauge.servedCount + gauge.refusedCount }

  package var metrics: ServerMetrics {
    var total = ServerMetrics()
    for loop in loops { loop.counters.add(to: &total) }
    return total
  }
}
