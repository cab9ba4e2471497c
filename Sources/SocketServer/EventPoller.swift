/// What a socket has to say.
struct Readiness: OptionSet, Sendable {
  let rawValue: UInt32
  static let readable = Readiness(rawValue: 1)
  static let writable = Readiness(rawValue: 2)
  /// Both sides are shut, or the connection failed.
  static let hangup = Readiness(rawValue: 4)
  /// What one call reads is not all: behind it comes the end, or what was sent after urgent data (RFC 6093).
  static let more = Readiness(rawValue: 8)
}

/// Tells a loop which of its sockets are ready, at least when they become so. All calls are on the loop's queue, and so are the deliveries.
protocol EventPoller: AnyObject {
  /// Deliveries begin. `deliver` gets the token given for a socket and what that socket has to say.
  func start(deliver: @escaping (UInt64, Readiness) -> Void)

  /// False when the socket can't be watched.
  func add(_ descriptor: Int32, token: UInt64, _ interest: Readiness) -> Bool
  /// What is ready by then of what it is to be watched for is told.
  func change(_ descriptor: Int32, token: UInt64, _ interest: Readiness)

  /// Not all was read that may be there: what is left is told of, too.
  func leftOver(_ descriptor: Int32, token: UInt64, _ interest: Readiness)

  /// Called every now and then: delivers what was not said when it happened.
  func catchUp()

  /// Forgets the socket and closes it.
  func close(_ descriptor: Int32)

  /// No deliveries after this; sockets are to be closed before.
  func stop()
}
