/// The readiness events of a socket.
struct Readiness: OptionSet, Sendable {
  let rawValue: UInt32
  static let readable = Readiness(rawValue: 1)
  static let writable = Readiness(rawValue: 2)
  /// Both sides are shut down, or the connection failed.
  static let hangup = Readiness(rawValue: 4)
  /// One read does not return everything: the end of input or bytes after urgent data (RFC 6093) follow.
  static let more = Readiness(rawValue: 8)
}

/// Reports to a loop which of its sockets become ready. All calls and deliveries are on the loop's queue.
protocol EventPoller: AnyObject {
  /// Starts delivery. `deliver` receives the token of a socket and its readiness.
  func start(deliver: @escaping (UInt64, Readiness) -> Void)

  /// Watches a socket for the events in `interest`. Returns false if the system refuses.
  func add(_ descriptor: Int32, token: UInt64, _ interest: Readiness) -> Bool

  /// Changes the events to wait for. Delivers those that are already ready.
  func change(_ descriptor: Int32, token: UInt64, _ interest: Readiness)

  /// Requests another readiness event for data that was not read completely.
  func rearm(_ descriptor: Int32, token: UInt64, _ interest: Readiness)

  /// Delivers events that the system did not report. Called once per tick.
  func pollMissedEvents()

  /// Stops watching the socket and closes it.
  func close(_ descriptor: Int32)

  /// Stops delivery. The sockets must be closed before.
  func stop()
}
