/// A response rendered ahead, head and body in one piece, to be sent any number of times: only the Date changes.
package final class PreparedResponse: Sendable {
  package let status: HTTPStatus
  /// Head, empty line, body.
  private let bytes: [UInt8]
  /// Bytes of the head without its empty line.
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

  /// Bytes of the body.
  package var bodyCount: Int { bytes.count - headCount - 2 }

  package var body: ArraySlice<UInt8> { bytes[(headCount + 2)...] }

  /// Status and fields, to be changed and sent once, without the body.
  package var head: HTTPResponse { HTTPResponse(status, fields: Self.fields(in: headBytes)) }

  /// The status line and the fields as they are sent.
  package var headBytes: ArraySlice<UInt8> { bytes[..<headCount] }

  /// The fields of a head as ``headBytes`` has it.
  package static func fields(in head: some Collection<UInt8>) -> [HTTPField] {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").dropFirst()
    return lines.compactMap { line -> HTTPField? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = String(line[..<colon])
      // Date and length are written anew.
      guard !["date", "content-length"].contains(name.lowercased()) else { return nil }
      return HTTPField(name, String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
  }

  /// Puts the whole answer behind what `output` holds.
  func write(
    to output: OutputBuffer, date: HTTPDate.Text, isHead: Bool, connection: StaticString?,
    adding extra: FieldBlock?
  ) {
    let start = output.count
    if connection == nil, extra == nil {
      output.append(bytes, 0..<(isHead ? headCount + 2 : bytes.count))
    } else {
      output.append(bytes, 0..<headCount)
      if let extra { output.append(extra.bytes, 0..<extra.bytes.count) }
      if let connection { output.append(connection) }
      output.append(bytes, headCount..<(isHead ? headCount + 2 : bytes.count))
    }
    output.patch(at: start + dateOffset, date)
  }
}
