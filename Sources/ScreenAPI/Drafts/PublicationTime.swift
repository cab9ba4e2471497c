import JSONText
import Screens

/// When to publish a draft or a change set: an empty body for now, or `{"at": "2026-12-24T08:00:00Z"}`.
struct PublicationTime {
  /// Seconds since 1970 UTC; nil for now.
  let seconds: Double?

  static let schema = Schema.named(
    "PublicationTime",
    .closedObject(.optional("at", .time, "When to publish; now by default.")))

  /// - Throws: ``ScreensError`` with places in the text.
  init(_ body: [UInt8]) throws(ScreensError) {
    guard body.contains(where: { $0 > 0x20 }) else {
      seconds = nil
      return
    }
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "a time of publishing", allowed: ["at"], &diagnostics)
    let text = members?.string("at", &diagnostics)
    seconds = text.flatMap { Timestamp.seconds($0) }
    if let text, seconds == nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["at"]), "\"at\" cannot be \(quoted(text))",
          hint: "write a date and time with an offset (RFC 3339), such as \"2026-12-24T08:00:00Z\""))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
  }
}
