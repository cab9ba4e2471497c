/// What a handler keeps for a connection from one request to the next. It is used only on the loop of the connection, while
/// the handler is called. A class to inherit from: it needs no allocation beside the connection.
open class ConnectionStorage {
  final var value: AnyObject?

  /// A storage without a value.
  public init() {}
}
