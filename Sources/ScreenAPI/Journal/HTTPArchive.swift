import Foundation
import HTTPWire
import JSONText
import Screens

/// The journal as an HTTP Archive, HAR 1.2 (<http://www.softwareishard.com/blog/har-12-spec/>).
enum HTTPArchive {
  /// The archive of some requests.
  /// - Parameters:
  ///   - requests: the requests, oldest first: the order in which tools replay them.
  ///   - base: the server's address, followed by the path of the session if there is one.
  ///   - version: the version of the program.
  static func json(_ requests: some Sequence<RedactedRequest>, base: String, version: String) -> JSONValue {
    [
      "log": [
        "version": "1.2", "creator": ["name": "marquee", "version": .string(version)],
        "entries": .array(requests.map { entry(of: $0, base: base) }),
      ]
    ]
  }

  private static func entry(of request: RedactedRequest, base: String) -> JSONValue {
    let entry = request.entry
    var sent: JSONObject = [
      "method": .string(request.method), "url": .string(base + url(of: request)),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers(request.requestFields),
      "queryString": .array(
        request.parameters.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headersSize": -1, "bodySize": 0,
    ]
    if let body = entry.exchange?.requestBody {
      let type = request.requestFields.first { $0.isNamed("content-type") }?.value ?? "x-unknown"
      sent["bodySize"] = .number(JSONNumber(body.utf8.count))
      sent["postData"] = ["mimeType": .string(type), "text": .string(body)]
    }
    return [
      "startedDateTime": .string(Timestamp.text(Double(entry.at) / 1000)),
      "time": .number(JSONNumber(entry.duration)),
      "request": .object(sent), "response": response(to: request), "cache": [:],
      "timings": ["send": 0, "wait": .number(JSONNumber(entry.duration)), "receive": 0],
    ]
  }

  private static func headers(_ fields: [HTTPField]) -> JSONValue {
    .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private static func response(to request: RedactedRequest) -> JSONValue {
    let status = request.entry.status
    let sent = request.sentBody.count
    var response: JSONObject = [
      // Playwright reads -1 as a request without a response. It fails on 0.
      "status": .number(JSONNumber(status ?? -1)),
      "statusText": .string(status.map { HTTPStatus(rawValue: $0).reason } ?? ""), "httpVersion": "HTTP/1.1",
      "cookies": [], "headers": headers(request.fields), "content": content(of: request), "redirectURL": "",
      "headersSize": -1, "bodySize": .number(JSONNumber(sent > 0 ? sent : request.hasBody ? -1 : 0)),
    ]
    if status == nil { response["_error"] = "the connection was closed without an HTTP response" }
    return .object(response)
  }

  private static func content(of request: RedactedRequest) -> JSONValue {
    let type = request.fields.first { $0.isNamed("content-type") }?.value ?? "x-unknown"
    var content: JSONObject = ["size": 0, "mimeType": .string(type)]
    if let body = request.plainBody {
      content["size"] = .number(JSONNumber(body.count))
      if let text = String(validating: body, as: UTF8.self) {
        content["text"] = .string(text)
      } else {
        content["text"] = .string(Data(body).base64EncodedString())
        content["encoding"] = "base64"
      }
    } else if request.hasBody {
      content["size"] = -1
      content["comment"] =
        "left out: serve --journal-bodies keeps bodies of up to 2 MiB, except those that may repeat a secret"
    } else {
      content["text"] = ""
    }
    return .object(content)
  }

  // MARK: URLs

  /// The path and the query. The journal keeps the path decoded and the query as sent, both with `…` for secrets.
  private static func url(of request: RedactedRequest) -> String {
    let path = encoded(request.plainPath, alsoEncoding: "?%`{}^")
    return request.query.isEmpty ? path : path + "?" + encoded(request.query, alsoEncoding: "")
  }

  /// A text with percent-encoding for the bytes that a URL cannot contain (WHATWG URL standard §1.3).
  private static func encoded(_ text: String, alsoEncoding others: String) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte), !"\"<>#".utf8.contains(byte), !others.utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension RedactedRequest {
  /// Whether the response had a body, even if the journal does not keep it.
  fileprivate var hasBody: Bool {
    guard let status = entry.status, !entry.isHead else { return false }
    return !HTTPStatus(rawValue: status).isBodiless && status != 205
  }
}
