import Testing

@testable import ScreenAPI

@Suite struct BodyRedactionTests {
  @Test func `a secret is removed wherever a body or a field repeats it`() {
    var redaction = BodyRedaction([("x-api-key", "k3y-of-ann")], query: [("api_key", "s3cr3t 99")])
    let body = #"{"echo":"hunter22","password":"hunter22","key":"k3y-of-ann"}"#
    #expect(redaction.text(of: Array(body.utf8)) == #"{"echo":"…","password":"…","key":"…"}"#)
    #expect(redaction.value(ofField: "</x?api_key=s3cr3t%2099>; rel=next") == "</x?api_key=…>; rel=next")
  }

  @Test func `broken JSON is not kept, nor a body with too many secrets`() {
    var redaction = BodyRedaction([], query: [])
    #expect(redaction.text(of: Array(#" {"password":"hunter22""#.utf8)) == nil)
    #expect(redaction.text(of: Array("plain text".utf8)) == "plain text")
    let many = (0..<40).map { #"{"pin":"secret-\#($0)"}"# }.joined(separator: ",")
    #expect(redaction.text(of: Array("[\(many)]".utf8)) == nil)
  }
}
