extension Marquee {
  /// A fault of the connection, in place of a response.
  public enum Fault: String, Sendable, CaseIterable {
    /// The connection is reset without a response.
    case reset
    /// The connection is closed without a response.
    case empty
    /// The connection is closed after half of the body.
    case half
    /// The client receives bytes that are not HTTP.
    case garbage
  }
}
