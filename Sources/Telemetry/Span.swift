package import HTTPWire
internal import JSONText

/// The time that the server spent on one request (<https://opentelemetry.io/docs/specs/semconv/http/http-spans/>).
package struct Span: Sendable {
  /// The context that the client sent; nil if the trace begins here.
  package let parent: TraceContext?
  package let method: String
  /// Path and query as sent. They can contain secrets, which ``SpanExporter`` removes.
  package let target: String
  /// Nil if the client disconnected before the response.
  package let status: Int?
  package let client: String?
  package let userAgent: String?
  /// The length of the response in bytes, with its head.
  package let bytes: Int
  /// Nanoseconds since 1970 UTC.
  package let start: UInt64
  package let end: UInt64

  package init(
    parent: TraceContext?, method: String, target: String, status: Int?, client: String?,
    userAgent: String?, bytes: Int, start: UInt64, end: UInt64
  ) {
    self.parent = parent
    self.method = method
    self.target = target
    self.status = status
    self.client = client
    self.userAgent = userAgent
    self.bytes = bytes
    self.start = start
    self.end = end
  }

  /// `SPAN_KIND_SERVER` and `STATUS_CODE_ERROR`
  /// (<https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto>).
  private static let serverKind = 2
  private static let errorCode = 2

  /// The span in OTLP's JSON: ids in hexadecimal, 64-bit numbers as strings.
  /// - Parameters:
  ///   - target: path and query without secrets.
  ///   - route: the path with placeholders, such as `/screens/{route}`; nil for an unknown path.
  func json(target: String, route: String?) -> JSONValue {
    let context = parent?.child() ?? .new()
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var attributes: [JSONValue] = [
      Self.attribute("http.request.method", .string(method)),
      Self.attribute("url.path", .string(String(parts.first ?? ""))),
      Self.attribute("url.scheme", .string("http")),
      Self.attribute("http.response.size", .number(bytes)),
    ]
    if parts.count > 1 { attributes.append(Self.attribute("url.query", .string(String(parts[1])))) }
    if let route { attributes.append(Self.attribute("http.route", .string(route))) }
    if let status { attributes.append(Self.attribute("http.response.status_code", .number(status))) }
    if let client { attributes.append(Self.attribute("client.address", .string(client))) }
    if let userAgent { attributes.append(Self.attribute("user_agent.original", .string(userAgent))) }
    let isError = status.map { $0 >= 500 } ?? true
    if isError {
      attributes.append(
        Self.attribute("error.type", .string(status.map { String($0) } ?? "client_disconnected")))
    }
    var object: JSONObject = [
      "traceId": .string(context.traceID), "spanId": .string(context.spanID),
      "name": .string(route.map { "\(method) \($0)" } ?? method),
      "kind": .number(JSONNumber(Self.serverKind)), "startTimeUnixNano": .string(String(start)),
      "endTimeUnixNano": .string(String(end)), "attributes": .array(attributes),
    ]
    if let parent { object["parentSpanId"] = .string(parent.spanID) }
    if isError { object["status"] = ["code": .number(JSONNumber(Self.errorCode))] }
    return .object(object)
  }

  enum Value {
    case string(String)
    case number(Int)
  }

  static func attribute(_ key: String, _ value: Value) -> JSONValue {
    let json: JSONValue =
      switch value {
      case .string(let text): ["stringValue": .string(text)]
      case .number(let number): ["intValue": .string(String(number))]
      }
    return ["key": .string(key), "value": json]
  }
}
