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

  /// The text of a body, with its media type; nil for a body that is no text, or is not recorded.
  static func text(of response: JSONValue) -> (text: String, type: String)? {
    let content = response["content"]
    let recorded = content?["mimeType"]?.stringValue ?? ""
    let type = mediaType(of: recorded)
    let isText =
      type.hasPrefix("text/") || isJSON(type) || type.hasSuffix("+xml")
      || ["application/xml", "application/javascript", "application/x-www-form-urlencoded"].contains(type)
    guard isText, let text = content?["text"]?.stringValue,
      let bytes = try? bytes(of: text, encoding: content?["encoding"]?.stringValue),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return (text, recorded)
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
        throw body("the recorded body is compressed (\(printable(coding))); record it decoded")
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

  /// The content coding (RFC 9110 §8.4) of a body that is not JSON; nil if it is unknown.
  private static func coding(of response: JSONValue, _ bytes: [UInt8]) -> String? {
    // The first two bytes of every gzip stream (RFC 1952 §2.3.1).
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip" }
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
