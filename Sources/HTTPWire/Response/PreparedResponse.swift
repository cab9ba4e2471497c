/// A response rendered in advance. It can be sent any number of times; only Date and Connection differ.
package struct PreparedResponse: Sendable {
  /// What all copies share.
  private final class Rendered: Sendable {
    let status: HTTPStatus
    /// The head with its empty line.
    let headLines: [UInt8]
    let body: [UInt8]
    let dateOffset: Int
    /// Which fields it may have.
    let names: FieldNameFilter

    init(_ response: HTTPResponse) {
      status = response.status
      headLines = ResponseHead.render(response, length: .known(response.body.count)) + "\r\n".utf8
      dateOffset = ResponseHead.dateOffset(response.status)
      body = response.status.isBodiless ? [] : response.body
      names = FieldNameFilter(response.fields)
    }

    /// The length of the head in bytes, without its empty line.
    var headCount: Int { headLines.count - 2 }
  }

  private let rendered: Rendered
  /// The field of this response alone.
  private var added: RenderedField?

  package init(_ response: HTTPResponse) { rendered = Rendered(response) }

  package var status: HTTPStatus { rendered.status }

  /// Responses made from one array share it.
  package var body: [UInt8] { rendered.body }

  /// The response with a field of its own, in place of one that it had. It shares the head and the body.
  package consuming func adding(_ field: consuming RenderedField) -> PreparedResponse {
    added = field
    return self
  }

  /// Status and fields without the body, to make a changed response from.
  package var head: HTTPResponse {
    HTTPResponse(status, fields: Self.fields(in: headBytes) + (added.map { [$0.field] } ?? []))
  }

  /// The rendered status line and fields, without added ones.
  package var headBytes: ArraySlice<UInt8> { rendered.headLines[..<rendered.headCount] }

  /// Whether the response may have a field of these names, not counting added ones. Does not read the head, so a loop may ask.
  package func mayHave(_ names: FieldNameFilter) -> Bool { rendered.names.mayContain(names) }

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
    output.append(rendered.headLines)
    // Each in place of the empty line.
    if added != nil {
      output.removeLast(2)
      added?.withEndOfHead { output.append($0) }
    }
    if let connection {
      output.removeLast(2)
      output.append(connection)
      output.append("\r\n")
    }
    output.patch(at: start + rendered.dateOffset, date)
    if !isHead { output.append(body) }
  }
}
