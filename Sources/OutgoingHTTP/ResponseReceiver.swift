/// Receives a response while it arrives, on the thread of ``OutgoingClient/send(_:to:)``. It may block: the other server
/// then waits, too.
package protocol ResponseReceiver {
  /// Receives the status and fields of the final response, before its body.
  /// - Returns: whether to go on.
  func begin(status: Int, fields: [(name: String, value: String)]) -> Bool

  /// Receives a part of the body.
  /// - Returns: whether to go on.
  func receive(_ part: [UInt8]) -> Bool
}
