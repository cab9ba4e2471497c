package import HTTPWire
import JSONText
import Screens

/// The URL of a recorded request: an absolute `http` or `https` URL (RFC 3986 §3).
package struct RecordedURL: Sendable {
  /// The scheme and the host with its port, in lower case; without user and password.
  package let origin: String
  /// The decoded segments of the path, without a trailing empty one.
  package let segments: [String]
  package let query: [QueryParameters.Pair]
  /// The query as recorded; empty if there is none.
  let queryBytes: [UInt8]

  /// - Throws: ``Omission`` for a URL that is not absolute, or whose path is ambiguous.
  package init(_ text: String) throws(Omission) {
    let parts = URLParts(text)
    guard parts.scheme == "http" || parts.scheme == "https", !parts.authority.isEmpty else {
      throw Self.url("the URL does not begin with http:// or https:// and a host")
    }
    origin = "\(parts.scheme)://\(parts.host)"
    var segments: [String] = []
    for part in parts.path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      segments.append(try Self.segment(part))
    }
    if segments.last == "" { segments.removeLast() }
    guard !segments.contains("") else { throw Self.url("the path has an empty segment") }
    self.segments = segments
    queryBytes = Array(parts.query)
    query = queryBytes.withBytes { QueryParameters.parse($0) }
  }

  /// A URL with other segments, and other values of its parameters.
  init(_ url: RecordedURL, segments: [String], values: [String]) {
    origin = url.origin
    self.segments = segments
    let text = zip(url.query, values).map {
      "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($1))"
    }.joined(separator: "&")
    queryBytes = Array(text.utf8)
    query = queryBytes.withBytes { QueryParameters.parse($0) }
  }

  /// The URL as text, percent-encoded.
  var text: String {
    let path = segments.map { "/" + PercentEncoding.encoded($0) }.joined()
    return origin + path + (queryBytes.isEmpty ? "" : "?" + String(decoding: queryBytes, as: UTF8.self))
  }

  private static func url(_ reason: String) -> Omission { Omission(reason, in: "request", "url") }

  /// Decodes a segment, only once (RFC 3986 §2.4).
  private static func segment(_ part: ArraySlice<UInt8>) throws(Omission) -> String {
    guard let bytes = PercentEncoding.bytes(of: part) else {
      throw Self.url("the path has a % without two hexadecimal digits")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.url("the path is not UTF-8") }
    guard text != ".", text != ".." else { throw Self.url("the path has the segment \(quoted(text))") }
    // By bytes, because a combining character after a slash is a part of the same `Character`.
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C }) else {
      throw Self.url("the path has an encoded slash, a backslash or a control character")
    }
    return text
  }
}
