/// A port of the loopback interface for a server.
enum ServerPort {
  /// The number of ports to try.
  static let attempts = 20

  /// A port that is probably free. If it is not, the server does not start, and another one is tried.
  ///
  /// It is below the ports that systems choose for clients. Otherwise, while the server is down, a client could get it
  /// as its own port: the server could not start again, or the client would connect to itself.
  static func random() -> Int { Int.random(in: 15_000..<30_000) }

  /// Whether a server's messages say that its port is not free.
  static func isTaken(_ messages: some StringProtocol) -> Bool { messages.contains("ddress already in use") }
}
