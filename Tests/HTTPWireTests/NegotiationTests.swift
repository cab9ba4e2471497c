import HTTPWire
import Testing

@Suite struct NegotiationTests {
  @Test(
    arguments: [
      (nil, ["gzip", "identity"], ["identity"]), ("", ["gzip"], []),
      ("gzip", ["identity", "gzip"], ["gzip", "identity"]),
      ("*", ["identity", "gzip"], ["identity", "gzip"]), ("gzip;q=0", ["gzip", "identity"], ["identity"]),
      ("*;q=0", ["gzip", "identity"], []), ("identity;q=0, gzip", ["identity", "gzip"], ["gzip"]),
      ("gzip;q=0.5, br;q=0.8", ["gzip", "br"], ["br", "gzip"]), ("GZIP", ["gzip"], ["gzip"]),
      ("gzip;q=x", ["gzip"], []), ("*, gzip;q=0", ["gzip", "deflate"], ["deflate"]),
    ] as [(String?, [String], [String])])
  func `encodings are ordered by preference`(field: String?, available: [String], expected: [String]) {
    #expect(Negotiation.encodings(field, available: available) == expected)
  }

  @Test(
    arguments: [
      (nil, ["text/html", "application/json"], ["text/html", "application/json"]), ("", ["text/html"], []),
      ("application/json", ["text/html", "application/json"], ["application/json"]),
      ("text/*, text/html;q=0", ["text/html", "text/plain"], ["text/plain"]),
      (
        "text/html;level=1, text/html;q=0.5", ["text/html", "text/html;level=1"],
        ["text/html;level=1", "text/html"]
      ),
      ("*/*;q=0.1, text/plain", ["text/html", "text/plain"], ["text/plain", "text/html"]),
      ("application/json;q=0", ["application/json"], []), ("json", ["application/json"], []),
      ("text/html;x=\"a,b\"", ["text/html;x=\"a,b\""], ["text/html;x=\"a,b\""]),
      (#"text/html;x="a\"", application/json"#, ["application/json"], ["application/json"]),
      (#"text/html;x="\a;\"""#, [#"text/html;x="a;\"""#], [#"text/html;x="a;\"""#]),
    ] as [(String?, [String], [String])])
  func `media types are ordered by preference`(field: String?, available: [String], expected: [String]) {
    #expect(Negotiation.mediaTypes(field, available: available) == expected)
  }

  @Test func `an ignored parameter does not restrict the offers`() {
    func isAccepted(_ field: String) -> Bool {
      !Negotiation.mediaTypes(field, available: ["application/json"], ignoring: "charset").isEmpty
    }
    #expect(isAccepted("application/json; Charset=\"utf-8\""))
    #expect(!isAccepted("application/json;charset=utf-8;level=1"))
    #expect(!isAccepted(#"text/html;x="a, application/json;charset=y""#))
  }

  @Test func `without offers the field's own entries are ordered`() {
    #expect(Negotiation.encodings("gzip;q=0.5, br", available: nil) == ["br", "gzip", "identity"])
    #expect(
      Negotiation.mediaTypes("text/html;q=0.2, a/b;c=d, x/y;q=0", available: nil) == ["a/b", "text/html"])
    #expect(Negotiation.mediaTypes(nil, available: nil) == ["*/*"])
  }
}
