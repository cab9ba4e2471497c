import Dispatch
import HTTPWire

/// Times that run out. One look at all connections of the loop a tick: for 10,000 of them that takes well below a
/// millisecond, and a connection needs no timer of its own, nor a place in a list that every request would change.
extension EventLoop {
  func armTick() {
    guard !tickIsArmed, !isStopped else { return }
    tickIsArmed = true
    let tick = Int(clamping: max(configuration.timeouts.tick.nanoseconds, 1_000_000))
    queue.asyncAfter(deadline: .now() + .nanoseconds(tick)) { [self] in
      tickIsArmed = false
      sweep()
      if connectionCount > 0 { armTick() }
    }
  }

  func armDrainSweep() {
    let idle = Int(clamping: configuration.timeouts.drainIdle.nanoseconds)
    queue.asyncAfter(deadline: .now() + .nanoseconds(idle)) { [self] in sweep() }
  }

  private func sweep() {
    clock.tick()
    clock.refreshDate()
    for connection in Array(connections) { check(connection) }
  }

  private func hasPassed(_ time: Duration, since: UInt64) -> Bool {
    clock.now >= since && clock.now - since >= time.nanoseconds
  }

  private func check(_ connection: Connection) {
    let times = configuration.timeouts
    if connection.output != nil {
      if hasPassed(times.write, since: connection.tookAt) { cutOff(connection) }
      return
    }
    switch connection.state.phase {
    case .reading: checkReading(connection, times)
    case .closing, .lingering:
      // A client that goes on sending for ever is not listened to for ever.
      let linger = isDraining ? min(times.linger, times.drainIdle) : times.linger
      if hasPassed(linger, since: connection.active) || hasPassed(linger * 4, since: connection.shutSince) {
        close(connection)
      }
    case .answering, .streaming, .closed: break
    }
  }

  private func checkReading(_ connection: Connection, _ times: ServerTimeouts) {
    if connection.resumes { return }
    if connection.bodySince > 0 {
      guard hasPassed(times.bodyGrace, since: connection.bodySince) else { return }
      let rate = UInt64(max(times.bodyRate, 0))
      let elapsed = (clock.now - connection.bodySince - times.bodyGrace.nanoseconds) / 1_000_000
      let (wanted, overflow) = elapsed.multipliedReportingOverflow(by: rate)
      if overflow || UInt64(connection.input?.count ?? 0) <= wanted / 1000 { timeOut(connection) }
    } else if connection.headSince > 0 {
      if hasPassed(times.head, since: connection.headSince) { timeOut(connection) }
    } else if hasPassed(times.idle, since: connection.active)
      || (isDraining && hasPassed(times.drainIdle, since: drainingSince))
    {
      close(connection)
    }
  }

  /// The request takes too long: says so.
  private func timeOut(_ connection: Connection) {
    counters.add(to: .timedOut)
    refuse(connection, .requestTimeout, to: output)
    releaseInput(connection)
    flush(connection, output, hasMore: false)
  }

  private func cutOff(_ connection: Connection) {
    counters.add(to: .timedOut)
    Socket.resetOnClose(connection.descriptor)
    close(connection)
  }
}
