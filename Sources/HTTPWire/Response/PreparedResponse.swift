/// A response rendered in advance, head and body in one array. It can be sent any number of times; only Date and
/// Connection differ.
package final class PreparedResponse: Sendable {
  package let status: HTTPStatus
  /// The head, the empty line and the body.
  private let bytes: [UInt8]
  /// The length of the head in bytes, without its empty line.
  private let headCount: Int
  private let dateOffset: Int

  package init(_ response: HTTPResponse) {
    status = response.status
    var bytes = ResponseHead.render(response, length: .known(response.body.count))
    headCount = bytes.count
    dateOffset = ResponseHead.dateOffset(response.status)
    bytes += "\r\n".utf8
    if !response.status.isBodiless { bytes += response.body }
    self.bytes = bytes
  }

  private init(_ other: PreparedResponse, adding line: [UInt8]) {
    status = other.status
    dateOffset = other.dateOffset
    headCount = other.headCount + line.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(other.bytes.count + line.count)
    bytes += other.bytes[..<other.headCount]
    bytes += line
    bytes += other.bytes[other.headCount...]
    self.bytes = bytes
  }

  /// The response with one more field. Costs a copy of the bytes.
  package func adding(_ field: HTTPField) -> PreparedResponse {
    var line: [UInt8] = []
    line.reserveCapacity(field.name.utf8.count + field.value.utf8.count + 4)
    line += field.name.utf8
    line += ": ".utf8
    line += field.value.utf8
    line += "\r\n".utf8
    return PreparedResponse(self, adding: line)
  }

  package var bodyCount: Int { bytes.count - headCount - 2 }

  package var body: ArraySlice<UInt8> { bytes[(headCount + 2)...] }

  /// Status and fields without the body, to make a changed response from.
  package var head: HTTPResponse { HTTPResponse(status, fields: Self.fields(in: headBytes)) }

  /// The rendered status line and fields.
  package var headBytes: ArraySlice<UInt8> { bytes[..<headCount] }

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
    let end = isHead ? headCount + 2 : bytes.count
    if let connection {
      output.append(bytes, 0..<headCount)
      output.append(connection)
      output.append(bytes, headCount..<end)
    } else {
      output.append(bytes, 0..<end)
    }
    output.patch(at: start + dateOffset, date)
  }
}
