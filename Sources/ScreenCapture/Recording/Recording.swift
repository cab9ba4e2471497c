import JSONText
import Screens

/// The requests of an HTTP Archive, HAR 1.2 (<http://www.softwareishard.com/blog/har-12-spec/>).
///
/// Some recorders leave out members that the specification requires, so this reader needs only the method, the URL, the
/// status and the text of the body.
package struct Recording: Sendable {
  package private(set) var requests: [RecordedRequest] = []
  /// The number of requests that the pattern does not match.
  package private(set) var unmatched = 0

  /// The reason why a file is not a recording.
  package struct FormatError: Error, Sendable {
    /// The position as `line:column: ` and the error.
    package let message: String
  }

  /// Reads an archive.
  /// - Parameters:
  ///   - patterns: the requests to read, each of which matches one of them; empty for all.
  ///   - redacts: whether to replace personal data.
  /// - Throws: ``FormatError`` if the text is not an HTTP Archive.
  package init(
    _ text: [UInt8], matching patterns: [URLPattern] = [], redacts: Bool = false
  ) throws(FormatError) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONParser.parse(text)
    } catch {
      throw FormatError(message: "\(error)")
    }
    guard let entries = json["log"]?["entries"]?.arrayValue else {
      throw FormatError(
        message: "1:1: this is not an HTTP Archive: it needs the array \"entries\" in the object \"log\"")
    }
    guard entries.count <= CaptureLimits.requests else {
      throw FormatError(
        message: "1:1: a recording has at most \(CaptureLimits.requests) requests; record less, or split it")
    }
    var redaction = Redaction(replaces: redacts)
    for (index, entry) in entries.enumerated() {
      let request = entry["request"]
      let url = request?["url"]?.stringValue ?? ""
      guard patterns.isEmpty || patterns.contains(where: { $0.matches(url) }) else {
        unmatched += 1
        continue
      }
      let method = request?["method"]?.stringValue ?? ""
      let content = Self.content(of: entry, method: method, url: url)
      requests.append(
        redaction.request(
          index: index, method: method, url: url, Self.fields(of: request), content,
          Self.exchange(of: entry, content, method: method, url: url)))
    }
  }

  /// Fields that belong to the connection (RFC 9110 §7.6.1), to a body, or to the recorded host. An app sends others
  /// to another server.
  private static let connectionFields: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// The header fields. HTTP/2 has pseudo-fields, whose names begin with a colon (RFC 9113 §8.3).
  private static func fields(of request: JSONValue?) -> [(name: String, value: String)] {
    (request?["headers"]?.arrayValue ?? []).compactMap { field in
      guard let name = field["name"]?.stringValue, let value = field["value"]?.stringValue,
        !name.utf8.starts(with: ":".utf8), !connectionFields.contains(name.lowercased())
      else { return nil }
      return (name, value)
    }
  }

  /// What an endpoint can answer, or why none can; nil for a request of a screen.
  private static func exchange(
    of entry: JSONValue, _ content: RecordedRequest.Content, method: String, url: String
  ) -> Result<RecordedExchange, Omission>? {
    guard case .leftOut = content, entry["request"]?.objectValue != nil, !url.isEmpty else {
      return nil
    }
    return Result { () throws(Omission) in try RecordedExchange(entry, method: method, url: url) }
  }

  private static func content(of entry: JSONValue, method: String, url: String)
    -> RecordedRequest.Content
  {
    do throws(Omission) {
      guard entry["request"]?.objectValue != nil, !url.isEmpty else {
        throw Omission("the entry has no request with a URL", in: "request", "url")
      }
      guard method == "GET" else { throw Omission("only GET can be a screen", in: "request", "method") }
      guard let status = entry["response"]?["status"]?.numberValue?.intValue else {
        throw Omission("there is no response with a status", in: "response", "status")
      }
      guard status == 200 else { throw Omission("the status is \(status)", in: "response", "status") }
      return .response(try RecordedURL(url), try RecordedBody.json(of: entry["response"] ?? .null))
    } catch {
      return .leftOut(error)
    }
  }
}
