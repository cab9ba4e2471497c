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
  /// - Parameter pattern: the requests to read; nil for all.
  /// - Throws: ``FormatError`` if the text is not an HTTP Archive.
  package init(_ text: [UInt8], matching pattern: URLPattern? = nil) throws(FormatError) {
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
    for (index, entry) in entries.enumerated() {
      let request = entry["request"]
      let url = request?["url"]?.stringValue ?? ""
      if let pattern, !pattern.matches(url) {
        unmatched += 1
        continue
      }
      let method = request?["method"]?.stringValue ?? ""
      requests.append(
        RecordedRequest(
          index: index, method: method, url: url, content: Self.content(of: entry, method: method, url: url)))
    }
  }

  private static func content(of entry: JSONValue, method: String, url: String) -> RecordedRequest.Content {
    do throws(Omission) {
      guard entry["request"]?.objectValue != nil, !url.isEmpty else {
        throw Omission("the entry has no request with a URL")
      }
      guard method == "GET" else { throw Omission("only GET is captured") }
      guard let status = entry["response"]?["status"]?.numberValue?.intValue else {
        throw Omission("there is no response with a status")
      }
      guard status == 200 else { throw Omission("the status is \(status)") }
      return .response(try RecordedURL(url), try RecordedBody.json(of: entry["response"] ?? .null))
    } catch {
      return .leftOut(error)
    }
  }
}
