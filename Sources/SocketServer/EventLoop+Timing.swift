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

  /// Draining, the times are looked at more often, so that the end doesn't wait for a tick.
  func armDrainSweep() {
    let times = configuration.timeouts
    let pause = min(max(min(times.drainIdle.nanoseconds / 4, times.tick.nanoseconds), 1_000_000), 100_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(pause))) { [self] in
      guard !isStopped else { return }
      sweep()
      if connectionCount > 0 { armDrainSweep() }
    }
  }

  func sweep() {
    clock.tick()
    clock.refreshDate()
    poller?.catchUp()
    forEachConnection { check($0) }
  }

  private func hasPassed(_ time: Duration, since: UInt64) -> Bool {
    clock.now >= since && clock.now - since >= time.nanoseconds
  }

  private func check(_ connection: Connection) {
    let times = configuration.timeouts
    if connection.output != nil {
      let waiting = UInt64(clamping: Socket.unacknowledged(connection.descriptor))
      let isTooSlow = connection.pace.isTooSlow(
        acknowledged: connection.written - min(waiting, connection.written), now: clock.now,
        patience: times.write.nanoseconds, rate: times.writeRate)
      if isTooSlow {
        counters.add(to: .timedOut)
        cutOff(connection)
      }
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
      let came = UInt64(max((connection.input?.count ?? 0) - connection.bodyFirst, 0))
      if overflow || came <= wanted / 1000 { timeOut(connection) }
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
    settle(connection)
  }

  /// Ends a connection whose client can't be told anything.
  func cutOff(_ connection: Connection) {
    Socket.resetOnClose(connection.descriptor)
    close(connection)
  }
}
