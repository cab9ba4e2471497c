#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client's connection to the proxy and the proxy's connection to the server.
struct ProxiedConnection {
  /// The events of poll(2) on both sockets.
  struct Events {
    var client: Int16 = 0
    var server: Int16 = 0
  }

  private static let readable = Int16(POLLIN)
  private static let writable = Int16(POLLOUT)

  let client: LoopbackSocket
  /// Nil for a client that came in the mode `blackHole`.
  let server: LoopbackSocket?
  private let control: ProxyControl
  private var watch = CommitWatch()
  private var toServer = DelayLine()
  private var toClient = DelayLine()
  private var isConnected = false
  private var clientHasEnded = false
  private var serverHasEnded = false
  private var hasSentEndToServer = false
  private var hasSentEndToClient = false
  private var isOpaque = false
  /// Whether the connection is reset once everything is delivered that comes before the cut.
  private(set) var isCut = false

  init(client: LoopbackSocket, server: LoopbackSocket?, _ control: ProxyControl) {
    self.client = client
    self.server = server
    self.control = control
  }

  /// The events to wait for.
  func interest(at now: ContinuousClock.Instant, delay: Duration) -> Events {
    var events = Events()
    if readsClient { events.client |= Self.readable }
    if let due = toClient.due(after: delay), due <= now { events.client |= Self.writable }
    if readsServer { events.server |= Self.readable }
    if !isConnected {
      events.server = Self.writable
    } else if let due = toServer.due(after: delay), due <= now {
      events.server |= Self.writable
    }
    return events
  }

  /// The time of the next byte to send.
  func due(after delay: Duration) -> ContinuousClock.Instant? {
    [toServer.due(after: delay), toClient.due(after: delay)].compactMap(\.self).min()
  }

  /// Handles events, and sends the bytes that are due.
  /// - Returns: false if both sockets are closed.
  mutating func advance(_ events: Events, at now: ContinuousClock.Instant, delay: Duration) -> Bool {
    guard let server else { return true }
    if !isConnected, events.server != 0 {
      guard server.isConnected else { return reset() }
      isConnected = true
    }
    if events.client & ~Self.writable != 0, readsClient, !readClient(now) { return reset() }
    if events.server & ~Self.writable != 0, readsServer, !readServer(server, now) { return reset() }
    if isConnected, !toServer.flush(to: server, at: now, delay: delay) { return reset() }
    guard toClient.flush(to: client, at: now, delay: delay) else { return reset() }
    if isCut, toClient.isEmpty { return reset() }
    return passEnds(server)
  }

  /// Closes both sockets with a TCP reset.
  /// - Returns: false, as ``advance(_:at:delay:)`` does.
  @discardableResult
  mutating func reset() -> Bool {
    release()
    client.reset()
    server?.reset()
    return false
  }

  private var readsClient: Bool { !clientHasEnded && toServer.hasRoom && !isCut }
  private var readsServer: Bool { isConnected && !serverHasEnded && toClient.hasRoom && !isCut }

  /// - Returns: false if the connection must be reset.
  private mutating func readClient(_ now: ContinuousClock.Instant) -> Bool {
    switch client.receive(atMost: DelayLine.chunkBytes) {
    case .nothing: break
    case .broken: return false
    case .end: clientHasEnded = true
    case .bytes(let chunk):
      guard case .forward = watch.readFromClient(chunk, control) else {
        control.didCut(.beforeCommit)
        return false
      }
      toServer.append(chunk, at: now)
      countOpaque()
    }
    return true
  }

  /// - Returns: false if the connection must be reset.
  private mutating func readServer(_ server: LoopbackSocket, _ now: ContinuousClock.Instant) -> Bool {
    switch server.receive(atMost: DelayLine.chunkBytes) {
    case .nothing: break
    case .broken: return false
    case .end:
      serverHasEnded = true
      toClient.append(watch.releaseAnswer(control), at: now)
    case .bytes(let chunk):
      switch watch.readFromServer(chunk, control) {
      case .deliver(let bytes): toClient.append(bytes, at: now)
      case .cut(let cut, let bytes):
        isCut = true
        control.didCut(cut)
        toClient.append(bytes, at: now)
      }
      countOpaque()
    }
    return true
  }

  /// Passes on that one side has ended its output.
  /// - Returns: false if both have, and the sockets are closed.
  private mutating func passEnds(_ server: LoopbackSocket) -> Bool {
    if clientHasEnded, toServer.isEmpty, isConnected, !hasSentEndToServer {
      server.sendEnd()
      hasSentEndToServer = true
    }
    if serverHasEnded, toClient.isEmpty, !hasSentEndToClient {
      client.sendEnd()
      hasSentEndToClient = true
    }
    guard hasSentEndToServer, hasSentEndToClient else { return true }
    release()
    client.close()
    server.close()
    return false
  }

  /// Counts the end, and arms the cuts that did not happen again.
  private mutating func release() {
    _ = watch.releaseAnswer(control)
    control.count { $0.open -= 1 }
  }

  private mutating func countOpaque() {
    guard watch.isOpaque, !isOpaque else { return }
    isOpaque = true
    control.count { $0.opaque += 1 }
  }
}
