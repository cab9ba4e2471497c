#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread of a proxy: it alone touches the sockets.
struct ProxyLoop {
  private let serverPort: UInt16
  private let control: ProxyControl
  /// Keeps the port while nothing listens, so that nobody else gets it.
  private let reservation: LoopbackSocket
  private var listener: LoopbackSocket?
  private var mode = FaultProxy.Mode.pass
  private var connections: [ProxiedConnection] = []

  init(
    to serverPort: UInt16, reservation: LoopbackSocket, listener: LoopbackSocket, _ control: ProxyControl
  ) {
    self.serverPort = serverPort
    self.reservation = reservation
    self.listener = listener
    self.control = control
  }

  /// Runs until a command ends it.
  mutating func run() {
    while true {
      let events = waitForEvents()
      let commands = control.takeCommands()
      for command in commands {
        guard let mode = command.mode else {
          end()
          command.finish()
          return
        }
        command.finish(change(to: mode))
      }
      // A command can change the connections. poll(2) reports the events of the others again.
      if commands.isEmpty {
        advance(events)
        // Before other clients are accepted: none of them reaches the server after the cut.
        if control.mode == .refuse, mode != .refuse { refuse() }
      }
      acceptClients()
    }
  }

  private var delay: Duration {
    if case .delay(let milliseconds) = mode { .milliseconds(milliseconds) } else { .zero }
  }

  /// Waits for a command, a client or a connection.
  /// - Returns: the events of each connection.
  private func waitForEvents() -> [ProxiedConnection.Events] {
    let now = ContinuousClock.now
    let delay = delay
    var entries = [entry(control.wakeDescriptor, Int16(POLLIN)), entry(listener?.descriptor, Int16(POLLIN))]
    var due: ContinuousClock.Instant?
    if mode != .blackHole {
      for connection in connections {
        let interest = connection.interest(at: now, delay: delay)
        entries.append(entry(connection.client.descriptor, interest.client))
        entries.append(entry(connection.server?.descriptor, interest.server))
        if let time = connection.due(after: delay), time > now { due = min(due ?? time, time) }
      }
    }
    // SAFETY: the count is that of the array.
    _ = unsafe poll(&entries, nfds_t(entries.count), milliseconds(from: now, to: due))
    return stride(from: 2, to: entries.count, by: 2).map { index in
      ProxiedConnection.Events(client: entries[index].revents, server: entries[index + 1].revents)
    }
  }

  /// An entry without events is not waited for at all: poll(2) would report a hang-up again and again.
  private func entry(_ descriptor: Int32?, _ events: Int16) -> pollfd {
    pollfd(fd: events == 0 ? -1 : descriptor ?? -1, events: events, revents: 0)
  }

  /// A timeout for poll(2), rounded up.
  private func milliseconds(from now: ContinuousClock.Instant, to due: ContinuousClock.Instant?) -> Int32 {
    guard let due else { return -1 }
    return Int32(clamping: Int64((due - now) / .milliseconds(1)) + 1)
  }

  private mutating func advance(_ events: [ProxiedConnection.Events]) {
    guard mode != .blackHole else { return }
    let now = ContinuousClock.now
    var open: [ProxiedConnection] = []
    for (var connection, events) in zip(connections, events) {
      if connection.advance(events, at: now, delay: delay) { open.append(connection) }
    }
    connections = open
  }

  private mutating func acceptClients() {
    while let client = listener?.accept() {
      control.count {
        $0.accepted += 1
        $0.open += 1
      }
      if mode == .blackHole {
        connections.append(ProxiedConnection(client: client, server: nil, control))
        continue
      }
      let server = try? LoopbackSocket()
      var connection = ProxiedConnection(client: client, server: server, control)
      if let server, server.connect(to: serverPort) {
        connections.append(connection)
      } else {
        connection.reset()
      }
    }
  }

  /// - Returns: the failure to open the port again.
  private mutating func change(to mode: FaultProxy.Mode) -> LoopbackSocket.Failure? {
    // A client whose connection the kernel has accepted is connected already.
    acceptClients()
    let leavesBlackHole = self.mode == .blackHole && mode != .blackHole
    if leavesBlackHole || mode == .refuse || mode == .reset { resetConnections() }
    self.mode = mode
    if mode == .refuse {
      listener?.close()
      listener = nil
    } else if listener == nil {
      do throws(LoopbackSocket.Failure) {
        listener = try LoopbackSocket(listeningOn: reservation.port)
      } catch {
        return error
      }
    }
    return nil
  }

  /// Enters the mode `refuse` after a cut. What comes before the cut is still delivered.
  private mutating func refuse() {
    mode = .refuse
    listener?.close()
    listener = nil
    let cut = connections.filter(\.isCut)
    connections.removeAll(where: \.isCut)
    resetConnections()
    connections = cut
  }

  private mutating func resetConnections() {
    control.count { $0.reset += connections.count }
    for index in connections.indices { connections[index].reset() }
    connections = []
  }

  private mutating func end() {
    acceptClients()
    for index in connections.indices { connections[index].reset() }
    connections = []
    listener?.close()
    reservation.close()
  }
}
