import JSONText
import Screens

/// When a draft is to be published: nothing for now, or `{"at": "2026-12-24T08:00:00Z"}`.
struct PublicationTime {
  /// Since 1970 UTC; nil for now.
  let seconds: Double?

  /// - Throws: ``ScreensError`` for anything else.
  init(_ body: [UInt8]) throws(ScreensError) {
    guard body.contains(where: { $0 > 0x20 }) else {
      seconds = nil
      return
    }
    let document = try JSONDocument(body: body)
    if case .object(let members) = document.value {
      if members.isEmpty {
        seconds = nil
        return
      }
      if members.count == 1, let text = members["at"]?.stringValue, let time = Timestamp.seconds(text) {
        seconds = time
        return
      }
    }
    let place = JSONPointer(tokens: ["at"])
    let at = place.value(in: document.value) == nil ? JSONPointer.root : place
    var diagnostics = Diagnostics()
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: at, "a time of publishing is a date and time with an offset, as RFC 3339 has it",
        hint: "{\"at\": \"2026-12-24T08:00:00Z\"}", position: document.position(of: at)))
    throw .invalidBody(diagnostics)
  }
}
