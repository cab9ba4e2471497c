/// How large a request may be. Every limit has an answer of its own; see `WireError`.
package struct WireLimits: Sendable, Equatable {
  /// Empty lines before a request line. RFC 9112 §2.2 asks for at least one to be ignored: old clients end a
  /// body with a line break that its length doesn't count.
  package var emptyLines = 8
  /// Bytes of the request line with its line end: 8,000 must be supported by all (RFC 9112 §3), 8 KiB is what
  /// nginx and Apache take. Beyond it: 414.
  package var requestLine = 8192
  /// Field lines of one request. Browsers behind proxies send about 40; 100 is the bound of Apache. 431.
  package var fieldCount = 128
  /// Bytes of all field lines with their line ends and the empty line: what Node takes; a cookie jar is at
  /// most about 4 KiB. 431.
  package var fieldBytes = 16384
  /// Bytes of a body, after decoding: a screen of some hundred items is 100 KiB. 413.
  package var body = 1_048_576
  /// Bytes of the line before a chunk with its extensions (RFC 9112 §7.1.1): nothing useful is said there. 400.
  package var chunkLine = 256
  /// Bytes of a chunked body that are not content, so that a body in chunks of one byte can't cost much more
  /// than it holds: content bytes plus this. 400.
  package var chunkOverhead = 65536
  /// Bytes of the trailer section, which is read and dropped. 431.
  package var trailerBytes = 8192

  package init() {}
}
