/// One Server-Sent Event.
struct ServerEvent: Hashable, Sendable {
  var name: String
  var data: String
  /// The last event id of the stream, sent with this event or an earlier one.
  var id: String
}
