import HTTPWire
import JSONText
import ScreenMock
import Screens

/// A recorded request, as an app sends it to Marquee: the same header fields and query, to the path of the screen.
struct ServedRequest {
  let request: RecordedRequest
  /// Why the server does not respond to it as the recorded server did; nil if it does.
  let obstacle: String?
  /// The unit that the field `Screen-User` names.
  let user: String?

  init(_ request: RecordedRequest, url: RecordedURL, route: Route) {
    self.request = request
    user = request.fields.first { $0.name.lowercased() == "screen-user" }?.value
    obstacle = Self.obstacle(in: url.query) ?? Self.obstacle(request, url, route)
  }

  private static func obstacle(in query: [QueryParameters.Pair]) -> String? {
    var seen: Set<ExactString> = []
    for pair in query {
      let name = JSONValue.string(pair.name).text
      if !seen.insert(ExactString(pair.name)).inserted {
        return "the server refuses a query that repeats the parameter \(name)"
      }
      if CapturedQuery.ownNames.contains(pair.name) { return hasOwnMeaning("parameter \(name)") }
      let parameter = [(name: pair.name, value: pair.value)]
      // A value that the mock does not know is an error, so it is an obstacle, too.
      let mock = try? MockPreferences(preferences: [], parameters: parameter, scenarios: [])
      if mock?.isEmpty != true { return hasOwnMeaning("parameter \(name)") }
    }
    return nil
  }

  private static func hasOwnMeaning(_ part: String) -> String {
    "the \(part) has a meaning of its own in Marquee; without it, the response is equal"
  }

  /// Reads the head of the request with the parser and the limits of the server.
  private static func obstacle(_ request: RecordedRequest, _ url: RecordedURL, _ route: Route) -> String? {
    // Recorders may decode a URL. No client sends spaces or characters beyond ASCII.
    let query = url.queryBytes.isEmpty ? "" : "?" + encoded(url.queryBytes)
    var head = "GET /screens/\(route.name)\(query) HTTP/1.1\r\nHost: localhost\r\n"
    for field in request.fields {
      // Line breaks would begin another field.
      guard !(field.name + field.value).utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else {
        return "the field \(quoted(field.name)) contains a line break"
      }
      head += "\(field.name): \(field.value)\r\n"
    }
    let bytes = Array((head + "\r\n").utf8)
    let input = InputBuffer(capacity: bytes.count)
    bytes.withBytes { input.append($0) }
    let limits = WireLimits()
    let parser = RequestParser(limits: limits)
    switch parser.advance(input) {
    case .request: return parser.withRequest(in: input) { obstacle(in: $0) }
    case .failed(.targetTooLong):
      return "the server refuses a request line of more than \(limits.requestLine) bytes"
    case .failed(.fieldsTooLarge), .failed(.tooManyFields):
      return
        "the server refuses more than \(limits.fieldCount) header fields, or more than \(limits.fieldBytes) bytes of them"
    case .failed(let error): return "the server refuses the request: \(error.detail)"
    case .needMore, .expectsContinue: return "the server would wait for the rest of the request"
    }
  }

  private static func encoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let encoded = bytes.flatMap { byte -> [UInt8] in
      (0x21...0x7E).contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func obstacle(in request: borrowing HTTPRequest) -> String? {
    if let accept = request.list(.accept), !accept.isEmpty,
      Negotiation.mediaTypes(accept, available: ["application/json"], ignoring: "charset").isEmpty
    {
      return "the field Accept excludes application/json, which the server sends"
    }
    let preferences = PreferField.preferences(in: request.list(.prefer) ?? "")
    let mock = try? MockPreferences(preferences: preferences, parameters: [], scenarios: [])
    if mock?.isEmpty != true { return hasOwnMeaning("field Prefer") }
    if request.field(.acceptViewTypes) != nil { return hasOwnMeaning("field Accept-View-Types") }
    if request.field(.marqueeMinRevision) != nil { return hasOwnMeaning("field Marquee-Min-Revision") }
    // A tag that no response has.
    let outcome = Array("\"\"".utf8).withBytes { Precondition.evaluate(request, tag: $0, isRead: true) }
    return outcome == .proceed
      ? nil
      : "the fields If-Match and If-None-Match name no response of the server; without them, it is equal"
  }
}
