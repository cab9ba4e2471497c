import HTTPWire
import Testing

/// Bodies of the media type `multipart/form-data`.
@Suite struct MultipartFormTests {
  private static let type = "multipart/form-data; charset=utf-8; boundary=\"a b'()+_,-./:=?\""
  private static let boundary = "a b'()+_,-./:=?"
  private static let body = """
    preamble\r
    --\(boundary) \t\r
    Content-Disposition: form-data; name="text"\r
    \r
    -\(boundary)x\r
    \r
    --\(boundary)\r
    CONTENT-TYPE: image/png\r
    content-disposition: Form-Data; Name="fi\\"le"; filename="a;b.png"\r
    \r
    \r
    --\(boundary)\r
    Content-Disposition: form-data; name=empty\r
    \r
    \r
    --\(boundary)--\r
    epilogue
    """

  private func parts(
    _ body: [UInt8], _ type: String = type
  ) throws(MultipartForm.SyntaxError) -> [(MultipartForm.Part, String)] {
    try MultipartForm(body, contentType: type).parts.map {
      ($0, String(decoding: body[$0.content], as: UTF8.self))
    }
  }

  @Test func `parts have names, files and contents`() throws {
    let found = try parts(Array(Self.body.utf8))
    #expect(found.map(\.0.name) == ["text", "fi\"le", "empty"])
    #expect(found.map(\.0.fileName) == [nil, "a;b.png", nil])
    #expect(found.map(\.0.mediaType) == [nil, "image/png", nil])
    #expect(found.map(\.1) == ["-\(Self.boundary)x\r\n", "", ""])
  }

  @Test func `every shorter body is refused`() {
    let body = Array(Self.body.utf8)
    let end = body.count - "\r\nepilogue".utf8.count
    for count in 0..<end {
      #expect(throws: MultipartForm.SyntaxError.self) { try parts(Array(body[..<count])) }
    }
  }

  @Test(arguments: [
    ("multipart/form-data", "--x--", MultipartForm.SyntaxError.noBoundary),
    ("multipart/form-data; boundary=\"\"", "----", .noBoundary),
    ("multipart/form-data; boundary=x", "-x--", .noDelimiter),
    ("multipart/form-data; boundary=x", "--x\r\n\r\n\r\n--x--", .malformedPart),
    (
      "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
      .malformedPart
    ),
    ("multipart/form-data; boundary=x", "--xy\r\n\r\n\r\n--x--", .unfinished),
  ])
  func `mistakes are named`(_ type: String, _ body: String, _ error: MultipartForm.SyntaxError) {
    #expect(throws: error) { try parts(Array(body.utf8), type) }
  }

  @Test func `a form can have no parts, and not too many`() throws {
    let type = "multipart/form-data; boundary=x"
    #expect(try parts(Array("--x--".utf8), type).isEmpty)
    let part = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n"
    #expect(try parts(Array((String(repeating: part, count: 1000) + "--x--").utf8), type).count == 1000)
    #expect(throws: MultipartForm.SyntaxError.tooManyParts) {
      try parts(Array((String(repeating: part, count: 1001) + "--x--").utf8), type)
    }
  }
}
