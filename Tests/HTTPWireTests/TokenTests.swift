import HTTPWire
import Testing

/// Tokens in fields are compared as bytes, not as strings.
@Suite struct TokenTests {
  @Test func `a token that is canonically equivalent to an offer does not match it`() {
    // U+1FEF is canonically equivalent to the backtick, which a token may contain.
    #expect(Negotiation.encodings("`, identity;q=0", available: ["`"]) == ["`"])
    #expect(Negotiation.encodings("\u{1FEF}, identity;q=0", available: ["`"]) == [])
    #expect(Negotiation.mediaTypes("a/`", available: ["a/`"]) == ["a/`"])
    #expect(Negotiation.mediaTypes("a/\u{1FEF}", available: ["a/`"]) == [])
    #expect(Negotiation.mediaTypes("a/b;v=\u{1FEF}", available: ["a/b;v=`"]) == [])
  }

  @Test func `tokens match in any case`() {
    #expect(Negotiation.encodings("GZip", available: ["gzip"]) == ["gzip"])
    #expect(
      Negotiation.mediaTypes("Text/HTML;Level=A", available: ["text/html;level=a"]) == ["text/html;level=a"])
  }

  @Test func `a value that starts with a combining character loses the space before it`() {
    let head = Array("HTTP/1.1 200 OK\r\nX-Name: \u{301}a\r\nDate: now\r\n".utf8)
    let fields = PreparedResponse.fields(in: head)
    #expect(fields.map(\.name) == ["X-Name"])
    #expect(fields.map { Array($0.value.utf8) } == [Array("\u{301}a".utf8)])
  }
}
