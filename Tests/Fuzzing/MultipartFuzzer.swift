import HTTPWire

/// Invariant: the parts of a form lie in the body, in order and apart, and none contains the boundary. What is read of a
/// body does not change when bytes follow its last boundary.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (type, body) = halves(data)
    let contentType = "multipart/form-data; boundary=" + String(decoding: type, as: UTF8.self)
    guard let form = try? MultipartForm(body, contentType: contentType) else { return }
    var end = 0
    for part in form.parts {
      require(part.content.lowerBound >= end, "parts overlap")
      require(part.content.upperBound <= body.count, "a part leaves the body")
      end = part.content.upperBound
    }
    let more = try? MultipartForm(body + Array("\r\n--more".utf8), contentType: contentType)
    require(more == form, "bytes after the end change the form")
  }
}
