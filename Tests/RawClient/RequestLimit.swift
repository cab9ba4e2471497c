package import HTTPWire

/// A limit of a request: the largest request that passes, one beyond the limit, and its status.
package struct RequestLimit: CustomStringConvertible, Sendable {
  package let name: String
  package let fits: String
  package let exceeds: String
  package let status: Int
  package var description: String { name }

  /// Samples for all limits of `limits`. Bodies are JSON objects.
  /// - Parameters:
  ///   - limits: limits with a body that is small enough to be sent byte by byte.
  ///   - target: a target that answers GET with 200.
  ///   - body: a target that accepts a body.
  package static func all(_ limits: WireLimits, target: String, taking body: String) -> [RequestLimit] {
    let requests = Requests(target: target, body: body)
    return [
      RequestLimit(
        name: "request line", fits: requests.line(limits.requestLine),
        exceeds: requests.line(limits.requestLine + 1),
        status: 414),
      RequestLimit(
        name: "fields in number", fits: requests.fields(limits.fieldCount),
        exceeds: requests.fields(limits.fieldCount + 1), status: 431),
      RequestLimit(
        name: "bytes of fields", fits: requests.section(limits.fieldBytes),
        exceeds: requests.section(limits.fieldBytes + 1), status: 431),
      RequestLimit(
        name: "empty lines", fits: requests.emptyLines(limits.emptyLines),
        exceeds: requests.emptyLines(limits.emptyLines + 1), status: 400),
      RequestLimit(
        name: "body", fits: requests.body(limits.body), exceeds: requests.body(limits.body + 1), status: 413),
      RequestLimit(
        name: "body in chunks", fits: requests.chunks(limits.body), exceeds: requests.chunks(limits.body + 1),
        status: 413),
      RequestLimit(
        name: "line of a chunk", fits: requests.chunkLine(limits.chunkLine - 2),
        exceeds: requests.chunkLine(limits.chunkLine - 1), status: 400),
      RequestLimit(
        name: "trailers", fits: requests.trailers(limits.trailerBytes),
        exceeds: requests.trailers(limits.trailerBytes + 1), status: 431),
    ]
  }

  /// A way to split a request into pieces.
  package enum Cut: CaseIterable, Sendable {
    case whole, everyByte, everyLine, halves

    package func pieces(_ text: String) -> [[UInt8]] {
      let bytes = Array(text.utf8)
      switch self {
      case .whole: return [bytes]
      case .everyByte: return bytes.map { [$0] }
      case .everyLine:
        var lines: [[UInt8]] = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
          $0 + [0x0A]
        }
        // The last piece has no line feed in the text.
        lines[lines.count - 1].removeLast()
        return lines
      case .halves: return [Array(bytes[..<(bytes.count / 2)]), Array(bytes[(bytes.count / 2)...])]
      }
    }
  }
}

/// Makes requests of a given size.
private struct Requests {
  let get: String
  let post: String

  init(target: String, body: String) {
    get = "GET \(target)"
    post = "POST \(body) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
  }

  func line(_ count: Int) -> String {
    let rest = "\(get)? HTTP/1.1\r\n".utf8.count
    return "\(get)?\(String(repeating: "a", count: count - rest)) HTTP/1.1\r\nHost: a\r\n\r\n"
  }

  func fields(_ count: Int) -> String {
    "\(get) HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: count - 1) + "\r\n"
  }

  /// - Parameter count: the bytes of the field section with the empty line.
  func section(_ count: Int) -> String {
    let rest = "Host: a\r\nA: \r\n\r\n".utf8.count
    return "\(get) HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "b", count: count - rest) + "\r\n\r\n"
  }

  func emptyLines(_ count: Int) -> String {
    String(repeating: "\r\n", count: count) + "\(get) HTTP/1.1\r\nHost: a\r\n\r\n"
  }

  /// A JSON object of `count` bytes.
  private func object(_ count: Int) -> String {
    #"{"a":""# + String(repeating: "b", count: count - 8) + #""}"#
  }

  private func chunked(_ body: String) -> String { "\(post)Transfer-Encoding: chunked\r\n\r\n\(body)" }

  func body(_ count: Int) -> String { "\(post)Content-Length: \(count)\r\n\r\n" + object(count) }

  func chunks(_ count: Int) -> String {
    let content = object(count)
    return chunked(
      "1\r\n\(content.prefix(1))\r\n" + String(count - 1, radix: 16)
        + "\r\n\(content.dropFirst())\r\n0\r\n\r\n")
  }

  /// - Parameter count: the bytes of the line before the chunk, without its line end.
  func chunkLine(_ count: Int) -> String {
    chunked("2;a=" + String(repeating: "b", count: count - 4) + "\r\n{}\r\n0\r\n\r\n")
  }

  /// - Parameter count: the bytes of the trailer section with the empty line.
  func trailers(_ count: Int) -> String {
    chunked("2\r\n{}\r\n0\r\nA: " + String(repeating: "b", count: count - 7) + "\r\n\r\n")
  }
}
