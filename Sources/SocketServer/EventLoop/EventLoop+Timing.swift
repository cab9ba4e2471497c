import Dispatch
import HTTPWire

/// Timeouts. Each tick checks all connections of the loop, which takes well under a millisecond for 10,000 connections.
/// So a connection needs no timer and no place in a sorted list that every request would change.
extension EventLoop {
  func scheduleTick() {
    guard !isTickScheduled, !isStopped else { return }
    isTickScheduled = true
    let tick = Int(clamping: max(configuration.timeouts.tick.nanoseconds, 1_000_000))
    queue.asyncAfter(deadline: .now() + .nanoseconds(tick)) { [self] in
      isTickScheduled = false
      checkTimeouts()
      if connectionCount > 0 { scheduleTick() }
    }
  }

  /// Checks timeouts more often while draining, so that the end doesn't wait for a tick.
  func scheduleDrainCheck() {
    let times = configuration.timeouts
    let pause = min(max(min(times.drainIdle.nanoseconds / 4, times.tick.nanoseconds), 1_000_000), 100_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(pause))) { [self] in
      guard !isStopped else { return }
      checkTimeouts()
      if connectionCount > 0 { scheduleDrainCheck() }
    }
  }

  func checkTimeouts() {
    clock.tick()
    clock.refreshDate()
    poller?.pollMissedEvents()
    forEachConnection { check($0) }
  }

  private func hasPassed(_ time: Duration, since: UInt64) -> Bool {
    clock.now >= since && clock.now - since >= time.nanoseconds
  }

  private func check(_ connection: Connection) {
    let times = configuration.timeouts
    if connection.output != nil {
      let unacknowledged = UInt64(clamping: Socket.unacknowledged(connection.descriptor))
      let isTooSlow = connection.outputPace.isTooSlow(
        acknowledged: connection.bytesWritten - min(unacknowledged, connection.bytesWritten), now: clock.now,
        timeout: times.write.nanoseconds, rate: times.writeRate)
      if isTooSlow {
        counters.add(to: .timedOut)
        resetConnection(connection)
      }
      return
    }
    switch connection.state.phase {
    case .reading: checkReading(connection, times)
    case .closing, .lingering:
      // A client that never stops sending is cut off after four times the linger timeout.
      let linger = isDraining ? min(times.linger, times.drainIdle) : times.linger
      if hasPassed(linger, since: connection.lastActivity)
        || hasPassed(linger * 4, since: connection.shutDownAt)
      {
        close(connection)
      }
    case .awaitingResponse, .streaming, .closed: break
    }
  }

  private func checkReading(_ connection: Connection, _ times: ServerTimeouts) {
    if connection.isResumeScheduled { return }
    if connection.bodyStartedAt > 0 {
      guard hasPassed(times.bodyGrace, since: connection.bodyStartedAt) else { return }
      let rate = UInt64(max(times.bodyRate, 0))
      let elapsed = (clock.now - connection.bodyStartedAt - times.bodyGrace.nanoseconds) / 1_000_000
      let (required, overflow) = elapsed.multipliedReportingOverflow(by: rate)
      let received = UInt64(max((connection.input?.count ?? 0) - connection.bodyBytesAtStart, 0))
      if overflow || received <= required / 1000 { timeOut(connection) }
    } else if connection.headStartedAt > 0 {
      if hasPassed(times.head, since: connection.headStartedAt) { timeOut(connection) }
    } else if hasPassed(times.idle, since: connection.lastActivity)
      || (isDraining && hasPassed(times.drainIdle, since: drainStartedAt))
    {
      close(connection)
    }
  }

  /// Answers 408 to a request that takes too long.
  private func timeOut(_ connection: Connection) {
    counters.add(to: .timedOut)
    refuse(connection, .requestTimeout, to: output)
    releaseInput(connection)
    flush(connection, output, hasMore: false)
    updateAfterEvent(connection)
  }

  /// Ends a connection with a TCP reset, without a response.
  func resetConnection(_ connection: Connection) {
    Socket.resetOnClose(connection.descriptor)
    close(connection)
  }
}
