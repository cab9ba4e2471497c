import Dispatch
package import HTTPWire
import Synchronization

/// An HTTP/1.1 server on TCP sockets. It serves for as long as someone holds on to it.
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

  /// Listens, and serves from then on. Gives back the port. A server can be started once.
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

  /// Beside the connections: standard streams, pollers, files and what libraries keep open.
  private static var otherDescriptors: Int { 64 }

  /// How many connections are served and how many are refused at a time when the process may have `allowed`
  /// descriptors.
  private static func room(_ allowed: Int, _ configuration: ServerConfiguration) -> (
    capacity: Int, refusals: Int
  ) {
    let room = max(allowed - otherDescriptors, 8)
    let refusals = min(max(configuration.refusals, 0), room / 8)
    return (min(max(configuration.connections, 1), room - refusals), refusals)
  }

  /// Takes no new connections, completes the answers in flight and closes; whatever is left when `deadline` has
  /// passed is cut off. `done` is called, on some queue, when all connections are closed.
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
    // Before the last connections are taken, so that they are told too.
    for loop in loops { loop.queue.async { loop.beginDraining() } }
    guard let acceptor = running.withLock({ $0.acceptor }) else { return closed() }
    acceptor.drain(done: closed)
  }

  /// The same for those who can wait.
  package func drain(deadline: Duration) async {
    await withCheckedContinuation { continuation in
      drain(deadline: deadline) { continuation.resume() }
    }
  }

  /// Closes everything at once.
  package func stop() {
    running.withLock { $0.acceptor }?.stop {}
    for loop in loops { loop.queue.async { loop.stop() } }
  }

  /// Connections open now, those that are being refused among them.
  package var connectionCount: Int { gauge.servedCount + gauge.refusedCount }

  package var metrics: ServerMetrics {
    var total = ServerMetrics()
    for loop in loops { loop.counters.add(to: &total) }
    return total
  }
}
