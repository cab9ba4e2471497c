/// Writes responses to an output buffer.
package enum ResponseWriter {
  package static let continueLine: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"

  package static func write(
    _ response: PreparedResponse, to output: OutputBuffer, date: HTTPDate.Text,
    method: HTTPMethod, version: HTTPVersion, keepsAlive: Bool
  ) {
    response.write(
      to: output, date: date, isHead: method == .head,
      connection: ResponseHead.connectionField(keepsAlive: keepsAlive, version: version))
  }

  package static func write(
    _ response: HTTPResponse, to output: OutputBuffer, date: HTTPDate.Text,
    method: HTTPMethod, version: HTTPVersion, keepsAlive: Bool
  ) {
    writeHead(
      response, length: .known(response.body.count), to: output, date: date, version: version,
      keepsAlive: keepsAlive)
    if method != .head, !response.status.isBodiless { output.append(response.body) }
  }

  /// Writes the head of a response with a streamed body.
  /// - Parameter length: the number of bytes of the body, if known.
  package static func writeStreamHead(
    _ response: HTTPResponse, length: Int?, to output: OutputBuffer, date: HTTPDate.Text,
    version: HTTPVersion,
    keepsAlive: Bool
  ) {
    let unknown = version == .http11 ? ResponseHead.Length.chunked : .untilClose
    writeHead(
      response, length: length.map { .known($0) } ?? unknown, to: output, date: date, version: version,
      keepsAlive: keepsAlive)
  }

  /// Writes a piece of a streamed body. An empty piece is skipped, because an empty chunk would end the body.
  package static func writePiece(_ piece: [UInt8], to output: OutputBuffer, version: HTTPVersion) {
    guard !piece.isEmpty else { return }
    guard version == .http11 else { return output.append(piece) }
    output.append(Array((String(piece.count, radix: 16) + "\r\n").utf8))
    output.append(piece)
    output.append("\r\n")
  }

  package static func writeStreamEnd(to output: OutputBuffer, version: HTTPVersion) {
    if version == .http11 { output.append("0\r\n\r\n") }
  }

  private static func writeHead(
    _ response: HTTPResponse, length: ResponseHead.Length, to output: OutputBuffer, date: HTTPDate.Text,
    version: HTTPVersion, keepsAlive: Bool
  ) {
    let start = output.count
    output.append(ResponseHead.render(response, length: length))
    output.patch(at: start + ResponseHead.dateOffset(response.status), date)
    if let connection = ResponseHead.connectionField(keepsAlive: keepsAlive, version: version) {
      output.append(connection)
    }
    output.append("\r\n")
  }
}
