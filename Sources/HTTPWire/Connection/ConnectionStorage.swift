/// What a handler keeps for a connection from one request to the next. It is used only on the loop of the connection, while
/// the handler is called. A class to inherit from: it needs no allocation beside the connection.
open class ConnectionStorage {
  private final var kept: AnyObject?

  /// A storage without a value.
  public init() {}

  /// Computed, because each use of a stored property that others see is checked for exclusivity at run time.
  final var value: AnyObject? {
    get { kept }
    set { kept = newValue }
  }
}
