import HTTPWire

/// Calls `body` with the UTF-8 bytes of `text`.
func withBytes<Result>(of text: String, _ body: (Bytes) throws -> Result) rethrows -> Result {
  try Array(text.utf8).withBytes(body)
}
