/// A response rendered in advance. It can be sent any number of times; only Date and Connection differ.
package final class PreparedResponse: Sendable {
  package let status: HTTPStatus
  /// The head with its empty line.
  private let headLines: [UInt8]
  /// Fields of this response alone, without the end of the last line.
  private let added: [UInt8]
  /// Responses made from one array share it.
  package let body: [UInt8]
  /// The length of the head in bytes, without its empty line.
  private var headCount: Int { headLines.count - 2 }
  private let dateOffset: Int

  package init(_ response: HTTPResponse) {
    status = response.status
    headLines = ResponseHead.render(response, length: .known(response.body.count)) + "\r\n".utf8
    dateOffset = ResponseHead.dateOffset(response.status)
    body = response.status.isBodiless ? [] : response.body
    added = []
  }

  private init(_ other: PreparedResponse, adding line: [UInt8]) {
    status = other.status
    dateOffset = other.dateOffset
    headLines = other.headLines
    body = other.body
    added = other.added.isEmpty ? line : other.added + "\r\n".utf8 + line
  }

  /// The response with one more field. It shares the head and the body.
  package func adding(_ field: RenderedField) -> PreparedResponse {
    PreparedResponse(self, adding: field.bytes)
  }

  /// Status and fields without the body, to make a changed response from.
  package var head: HTTPResponse {
    HTTPResponse(status, fields: Self.fields(in: added.isEmpty ? headBytes : headBytes + added))
  }

  /// The rendered status line and fields, without added ones.
  package var headBytes: ArraySlice<UInt8> { headLines[..<headCount] }

  /// Parses the fields of a rendered head, without Date and Content-Length.
  package static func fields(in head: some Collection<UInt8>) -> [HTTPField] {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").dropFirst()
    return lines.compactMap { line -> HTTPField? in
      // Search bytes: a colon or space and a combining character after it are one `Character`.
      guard let colon = line.utf8.firstIndex(of: 0x3A) else { return nil }
      let name = String(line[..<colon])
      guard !["date", "content-length"].contains(name.lowercased()) else { return nil }
      return HTTPField(name, String(Substring(line[colon...].utf8.dropFirst().drop { $0 == 0x20 })))
    }
  }

  /// Appends the response to `output`.
  func write(to output: OutputBuffer, date: HTTPDate.Text, isHead: Bool, connection: StaticString?) {
    let start = output.count
    if connection != nil || !added.isEmpty {
      output.append(headLines, 0..<headCount)
      if !added.isEmpty {
        output.append(added)
        output.append("\r\n")
      }
      if let connection { output.append(connection) }
      output.append(headLines, headCount..<headLines.count)
    } else {
      output.append(headLines)
    }
    output.patch(at: start + dateOffset, date)
    if !isHead { output.append(body) }
  }
}
