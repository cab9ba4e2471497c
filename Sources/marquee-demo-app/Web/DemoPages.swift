import CDemoPage
import HTTPWire

/// Serves the files of the page.
struct DemoPages: RequestHandler {
  private let files: [String: PreparedResponse]
  private let start: PreparedResponse
  private let notFound = PreparedResponse(
    HTTPResponse(404, contentType: "text/plain; charset=utf-8", body: Array("no such file\n".utf8)))
  private let notAllowed = PreparedResponse(HTTPResponse(405, fields: [HTTPField("Allow", "GET, HEAD")]))

  /// - Parameter address: Where `/` leads: the address of the page, with what it shows.
  init(address: String) {
    start = PreparedResponse(HTTPResponse(302, fields: [HTTPField("Location", cleaning: address)]))
    var files: [String: PreparedResponse] = [:]
    var index: UInt = 0
    // SAFETY: the list ends with an entry without a name, and each entry has its number of bytes.
    while true {
      let entry = unsafe marquee_demo_file_at(index)
      guard let name = unsafe entry.name else { break }
      let bytes = unsafe Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.count)))
      let path = unsafe String(cString: name)
      files["/" + path] = PreparedResponse(Self.response(path, bytes))
      index += 1
    }
    self.files = files
  }

  func handle(_ request: borrowing HTTPRequest, loop: inout Void) -> Reply {
    guard request.method == .get || request.method == .head else { return .prepared(notAllowed) }
    let path = String(decoding: request.path)
    return .prepared(path == "/" ? start : files[path] ?? notFound)
  }

  private static func response(_ path: String, _ bytes: [UInt8]) -> HTTPResponse {
    let type: StaticString =
      switch path.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      default: "text/javascript; charset=utf-8"
      }
    return HTTPResponse(
      200,
      fields: [
        HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-cache"),
        // Screens and their pictures come from other origins; styles are inside the element.
        HTTPField(
          "Content-Security-Policy",
          """
          default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src https: http: data:; \
          connect-src https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
          """),
      ], body: bytes)
  }
}
