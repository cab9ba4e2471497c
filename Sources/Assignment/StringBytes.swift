/// Calls the body with the UTF-8 bytes of a text, in place where the text is stored as UTF-8.
@inline(__always)
package func withBytes<Result>(of text: String, _ body: (Span<UInt8>) -> Result) -> Result {
  var text = text
  return text.withUTF8 { buffer in
    // SAFETY: the buffer is valid and unchanging until this closure returns, and a span cannot outlive the
    // call that it is lent to.
    body(unsafe Span(_unsafeElements: buffer))
  }
}
