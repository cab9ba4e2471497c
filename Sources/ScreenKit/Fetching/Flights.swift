/// Requests that are under way, and who waits for them.
struct Flights<Snapshot: Sendable> {
  private struct Flight {
    /// The ticket of the first who joined, which tells it from a later flight to the same place.
    let number: UInt64
    var task: Task<Void, Never>?
    var waiting: [UInt64: CheckedContinuation<Snapshot, any Error>]
  }

  private var flights: [String: Flight] = [:]
  private var lastTicket: UInt64 = 0

  mutating func ticket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  /// Waits for a flight.
  /// - Returns: whether it is a new one, to be started under the same number.
  mutating func join(
    _ route: String, _ ticket: UInt64, _ continuation: CheckedContinuation<Snapshot, any Error>
  ) -> Bool {
    if flights[route] != nil {
      flights[route]?.waiting[ticket] = continuation
      return false
    }
    flights[route] = Flight(number: ticket, waiting: [ticket: continuation])
    return true
  }

  mutating func started(_ route: String, _ task: Task<Void, Never>) { flights[route]?.task = task }

  /// Ends the waiting of one. The last one to leave ends the flight.
  mutating func leave(_ route: String, _ ticket: UInt64) {
    guard let continuation = flights[route]?.waiting.removeValue(forKey: ticket) else { return }
    continuation.resume(throwing: CancellationError())
    guard let flight = flights[route], flight.waiting.isEmpty else { return }
    flight.task?.cancel()
    flights[route] = nil
  }

  mutating func land(_ route: String, number: UInt64, _ result: Result<Snapshot, any Error>) {
    guard let flight = flights[route], flight.number == number else { return }
    flights[route] = nil
    for continuation in flight.waiting.values { continuation.resume(with: result) }
  }
}
