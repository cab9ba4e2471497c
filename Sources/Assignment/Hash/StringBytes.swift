/// Calls the body with the UTF-8 bytes of a text, without copying them if the text is stored as UTF-8.
@inline(__always)
package func withBytes<Result>(of text: String, _ body: (Span<UInt8>) -> Result) -> Result {
  var text = text
  return text.withUTF8 { buffer in
    // SAFETY: the buffer is valid and constant until this closure returns, and a span cannot outlive the call
    // that receives it.
    body(unsafe Span(_unsafeElements: buffer))
  }
}

extension String {
  /// Whether all characters are ASCII.
  package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
