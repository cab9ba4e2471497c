/// A Server-Sent Event.
struct ServerEvent: Hashable, Sendable {
  var name: String
  var data: String
  /// The last id that was sent, with this event or before it.
  var id: String
}
