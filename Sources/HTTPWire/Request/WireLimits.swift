/// The size limits of a request. A request beyond a limit is refused with the status in the limit's description.
package struct WireLimits: Sendable, Equatable {
  /// Empty lines before a request line. RFC 9112 §2.2 asks servers to ignore at least one: old clients send a line
  /// break after a body that its length doesn't include. Beyond it: 400.
  package var emptyLines = 8
  /// Bytes of the request line with its line end. RFC 9112 §3 recommends at least 8,000; nginx and Apache accept
  /// 8 KiB. Beyond it: 414.
  package var requestLine = 8192
  /// Field lines of one request. Browsers behind proxies send about 40; Apache accepts 100. Beyond it: 431.
  package var fieldCount = 128
  /// Bytes of all field lines with their line ends and the empty line. Node accepts as many; the cookies of a site
  /// have about 4 KiB. Beyond it: 431.
  package var fieldBytes = 16384
  /// Bytes of a decoded body. A screen of a few hundred items has 100 KiB. Beyond it: 413.
  package var body = 1_048_576
  /// Bytes of the body of a POST to a path that ends with ``uploadPath``, in place of ``body``. Beyond it: 413.
  package var uploadBody = 1_048_576
  /// The end of the paths that take larger bodies, such as `/files`; empty for none.
  package var uploadPath = ""
  /// Bytes of the line before a chunk, with its extensions (RFC 9112 §7.1.1), which are ignored. Beyond it: 400.
  package var chunkLine = 256
  /// Bytes of a chunked body that are not content, in addition to one for each byte of content. It bounds the cost of
  /// a body in chunks of one byte. Beyond it: 400.
  package var chunkOverhead = 65536
  /// Bytes of the trailer section, which is discarded. Beyond it: 431.
  package var trailerBytes = 8192

  package init() {}

  /// The bytes of the body that a request may have.
  func body(of head: RequestHead, in message: Bytes) -> Int {
    guard head.method == .post, !uploadPath.isEmpty, head.path.count >= uploadPath.utf8.count else {
      return body
    }
    let end = message[(head.path.upperBound - uploadPath.utf8.count)..<head.path.upperBound]
    return end.elementsEqual(uploadPath.utf8) ? uploadBody : body
  }
}
