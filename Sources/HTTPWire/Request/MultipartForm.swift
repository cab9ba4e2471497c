/// The parts of a body of the media type `multipart/form-data` (RFC 7578).
package struct MultipartForm: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package let name: String
    /// The name of the file; nil for a field of text.
    package let fileName: String?
    /// The media type that the part names.
    package let mediaType: String?
    /// The place of the content in the body.
    package let content: Range<Int>
  }

  package enum SyntaxError: String, Error, Sendable {
    case noBoundary = "Content-Type has no boundary of 1 to 70 characters"
    case noDelimiter = "the body does not begin with the boundary of Content-Type"
    case unfinished = "the last boundary is missing"
    case malformedPart = "a part has no Content-Disposition with the name of a field"
    case tooManyParts = "the body has more than 1000 parts"
  }

  package let parts: [Part]

  private static let maximumParts = 1000
  private static let lineBreak = Array("\r\n".utf8)
  private static let headEnd = Array("\r\n\r\n".utf8)

  /// - Parameter contentType: the value of `Content-Type`, which has the boundary.
  package init(_ body: [UInt8], contentType: String) throws(SyntaxError) {
    // RFC 2046 §5.1.1.
    guard let boundary = FieldParameters(contentType)["boundary"], (1...70).contains(boundary.utf8.count)
    else { throw .noBoundary }
    let delimiter = Self.lineBreak + Array("--\(boundary)".utf8)
    var parts: [Part] = []
    // The line break before the first delimiter is missing when nothing precedes it.
    var place: Int
    if body.starts(with: delimiter.dropFirst(2)) {
      place = delimiter.count - 2
    } else if let first = body.firstIndex(of: delimiter, from: 0) {
      place = first + delimiter.count
    } else {
      throw .noDelimiter
    }
    while !body[place...].starts(with: [0x2D, 0x2D]) {
      // Padding is allowed between a delimiter and its line break.
      while place < body.count, ByteClass.isWhitespace(body[place]) { place += 1 }
      guard body[place...].starts(with: Self.lineBreak) else { throw .unfinished }
      // The head ends with an empty line, which may follow the delimiter at once.
      guard let headEnd = body.firstIndex(of: Self.headEnd, from: place) else { throw .unfinished }
      let start = headEnd + Self.headEnd.count
      let head = body[min(place + 2, headEnd)..<headEnd]
      // The line break of the delimiter can be that of the empty line.
      guard let end = body.firstIndex(of: delimiter, from: start - 2) else { throw .unfinished }
      guard parts.count < Self.maximumParts else { throw .tooManyParts }
      parts.append(try Self.part(head, content: start..<max(start, end)))
      place = end + delimiter.count
    }
    self.parts = parts
  }

  private static func part(_ head: ArraySlice<UInt8>, content: Range<Int>) throws(SyntaxError) -> Part {
    var disposition: FieldParameters?
    var mediaType: String?
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      guard let colon = line.utf8.firstIndex(of: 0x3A) else { continue }
      let value = String(
        Substring(line.utf8[line.utf8.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }))
      switch AcceptElement.lowercased(String(line[..<colon])) {
      case "content-disposition": disposition = FieldParameters(value)
      case "content-type": mediaType = value
      default: break
      }
    }
    guard let disposition, disposition.value == "form-data", let name = disposition["name"] else {
      throw .malformedPart
    }
    return Part(name: name, fileName: disposition["filename"], mediaType: mediaType, content: content)
  }
}

extension [UInt8] {
  /// The first place of other bytes at or after `start`.
  fileprivate func firstIndex(of other: [UInt8], from start: Int) -> Int? {
    guard let first = other.first, var place = index(start, offsetBy: 0, limitedBy: count) else { return nil }
    while place + other.count <= count {
      guard let next = self[place...].firstIndex(of: first), next + other.count <= count else { return nil }
      if self[next...].starts(with: other) { return next }
      place = next + 1
    }
    return nil
  }
}
