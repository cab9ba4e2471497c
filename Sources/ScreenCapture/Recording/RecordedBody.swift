import Foundation
import JSONText
import Screens

/// The body of a recorded response.
enum RecordedBody {
  /// Whether the recording says that a response has no body. One without a text may have been recorded without bodies.
  static func isEmpty(_ response: JSONValue) -> Bool {
    (response["content"]?["text"]?.stringValue ?? "").isEmpty
      && response["content"]?["size"]?.numberValue?.intValue == 0
  }

  /// The JSON or the text of a body.
  /// - Throws: ``Omission`` if there is neither.
  static func content(of response: JSONValue) throws(Omission) -> RecordedExchange.Body {
    let content = response["content"]
    let recorded = content?["mimeType"]?.stringValue ?? ""
    let type = mediaType(of: recorded)
    guard isJSON(type) || isText(type) else {
      throw Omission(
        "the response is \(quoted(type)), not a text", in: "response", "content", "mimeType")
    }
    guard let text = content?["text"]?.stringValue, !text.isEmpty else {
      throw body("the recording has no body; record with bodies")
    }
    if let json = try? json(of: response) { return .json(json) }
    let bytes = try bytes(of: text, encoding: content?["encoding"]?.stringValue)
    if let coding = coding(of: response, bytes), isJSON(type) || bytes.starts(with: gzip) {
      throw compressed(coding)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw body("the body is not UTF-8")
    }
    return .text(text, type: recorded)
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasSuffix("+xml")
      || ["application/xml", "application/javascript", "application/x-www-form-urlencoded"]
        .contains(type)
  }

  private static func compressed(_ coding: String) -> Omission {
    body("the recorded body is compressed (\(printable(coding))); record it decoded")
  }

  /// The JSON of a body (HAR 1.2, `content`).
  /// - Throws: ``Omission`` if there is none.
  static func json(of response: JSONValue) throws(Omission) -> JSONValue {
    let content = response["content"]
    let type = mediaType(of: content?["mimeType"]?.stringValue ?? "")
    guard isJSON(type) else {
      throw Omission("the response is \(quoted(type)), not JSON", in: "response", "content", "mimeType")
    }
    guard let text = content?["text"]?.stringValue, !text.isEmpty else {
      throw Omission("the recording has no body; record with bodies", in: "response", "content", "text")
    }
    let bytes = try bytes(of: text, encoding: content?["encoding"]?.stringValue)
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(bytes)
    } catch {
      if let coding = coding(of: response, bytes) {
        throw compressed(coding)
      }
      throw body("the body is not JSON: \(error)")
    }
  }

  /// The reason why the text of a body is not captured.
  private static func body(_ reason: String) -> Omission {
    Omission(reason, in: "response", "content", "text")
  }

  private static func bytes(of text: String, encoding: String?) throws(Omission) -> [UInt8] {
    let limit = CaptureLimits.bodyBytes
    switch encoding?.lowercased() {
    case nil, "":
      guard text.utf8.count <= limit else { throw body("the body has more than \(limit) bytes") }
      return Array(text.utf8)
    case "base64":
      // Four characters are three bytes; programs add line ends, so a little more is allowed.
      guard text.utf8.count / 4 <= limit / 2 else { throw body("the body has more than \(limit) bytes") }
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw body("the body is not Base64, as its encoding says")
      }
      guard data.count <= limit else { throw body("the body has more than \(limit) bytes") }
      return [UInt8](data)
    case let other?:
      throw Omission(
        "the encoding \(quoted(other)) of the body is unknown; HAR knows base64", in: "response", "content",
        "encoding")
    }
  }

  /// The first two bytes of every gzip stream (RFC 1952 §2.3.1).
  private static let gzip: [UInt8] = [0x1F, 0x8B]

  /// The content coding (RFC 9110 §8.4) of a body that is not JSON; nil if it is unknown.
  private static func coding(of response: JSONValue, _ bytes: [UInt8]) -> String? {
    if bytes.starts(with: gzip) { return "gzip" }
    let field = response["headers"]?.arrayValue?.first {
      $0["name"]?.stringValue?.lowercased() == "content-encoding"
    }
    guard let coding = field?["value"]?.stringValue, !coding.isEmpty, coding.lowercased() != "identity" else {
      return nil
    }
    return coding
  }

  /// The type without parameters, in lower case.
  private static func mediaType(of text: String) -> String {
    let type = text.prefix { $0 != ";" }
    return type.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// Whether a body of this type can be JSON (RFC 8259 §11, RFC 6839 §3.1). Some servers send JSON as plain text, and
  /// some recordings leave the type out.
  private static func isJSON(_ type: String) -> Bool {
    type.hasSuffix("/json") || type.hasSuffix("+json") || ["", "text/plain", "x-unknown"].contains(type)
  }
}
