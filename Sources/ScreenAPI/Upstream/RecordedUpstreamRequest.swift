import Foundation
import HTTPWire
import JSONText
import Screens
import ScreenMock

/// A forwarded request as a recording keeps it: with `…` for secrets. The bodies of responses stay as they are, so that
/// a replay of them equals the backend.
struct RecordedUpstreamRequest: Sendable {
  private let method: String
  private let target: String
  private let query: [QueryParameters.Pair]
  private let fields: [HTTPField]
  private let body: String?
  private let start = Date()

  init(_ request: borrowing HTTPRequest, _ body: [UInt8]) {
    let all = request.allFields
    let path = SecretRedaction.redacted(route: String(decoding: request.path))
    let query = String(decoding: request.query ?? .empty)
    let shown = SecretRedaction.redacted(target: "?" + query).dropFirst()
    method = String(decoding: request.methodName)
    target = query.isEmpty ? path : path + "?" + shown
    self.query = Array(shown.utf8).withBytes { QueryParameters.parse($0) }
    var redaction = BodyRedaction(
      all, query: QueryParameters.parse(request.query ?? .empty).map { ($0.name, $0.value) })
    self.body = redaction.text(
      ofRequest: body, contentType: request.field(.contentType).map { String(decoding: $0) })
    fields = all.compactMap { name, value in
      HTTPField(name, SecretName.isSecret(name[...]) ? "…" : SecretRedaction.redacted(fieldValue: value))
    }
  }

  /// The entry of HAR 1.2 with a response, one line of JSON.
  /// - Parameter origin: scheme, host and port of the backend.
  func entry(_ response: HTTPResponse, of origin: String) -> [UInt8] {
    let milliseconds = Int(max(0, Date().timeIntervalSince(start) * 1000))
    var request: JSONObject = [
      "method": .string(method), "url": .string(origin + target), "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": Self.json(fields),
      "queryString": .array(query.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headersSize": -1, "bodySize": .number(JSONNumber(body?.utf8.count ?? 0)),
    ]
    if let body {
      let type = fields.first { $0.isNamed("content-type") }?.value ?? "x-unknown"
      request["postData"] = ["mimeType": .string(type), "text": .string(body)]
    }
    let shown = response.fields.filter { !$0.isNamed("mock-applied") }.map { field in
      SecretName.isSecret(field.name[...]) ? HTTPField(field.name, "…") ?? field : field
    }
    let answer: JSONObject = [
      "status": .number(JSONNumber(response.status.rawValue)), "statusText": .string(response.status.reason),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": Self.json(shown),
      "content": Self.content(of: response),
      "redirectURL": .string(response.value(of: "location") ?? ""), "headersSize": -1, "bodySize": -1,
    ]
    let entry: JSONValue = [
      "startedDateTime": .string(Timestamp.text(start.timeIntervalSince1970)),
      "time": .number(JSONNumber(milliseconds)), "request": .object(request), "response": .object(answer),
      "cache": [:],
      "timings": ["send": 0, "wait": .number(JSONNumber(milliseconds)), "receive": 0],
    ]
    return entry.serialized()
  }

  private static func json(_ fields: [HTTPField]) -> JSONValue {
    .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// The decoded body.
  private static func content(of response: HTTPResponse) -> JSONValue {
    let coding = response.value(of: "content-encoding")?.lowercased()
    let isPlain = coding == nil || coding == "identity"
    let plain =
      isPlain ? response.body : Gzip.decompress(response.body, limit: UpstreamLimits.wholeBodyBytes)
    var content: JSONObject = [
      "size": .number(JSONNumber(plain?.count ?? -1)),
      "mimeType": .string(response.value(of: "content-type") ?? "x-unknown"),
    ]
    guard let plain else {
      content["comment"] = .string("left out: the content coding \(coding ?? "") cannot be decoded")
      return .object(content)
    }
    if let text = String(validating: plain, as: UTF8.self) {
      content["text"] = .string(text)
    } else {
      content["text"] = .string(Data(plain).base64EncodedString())
      content["encoding"] = "base64"
    }
    return .object(content)
  }
}
