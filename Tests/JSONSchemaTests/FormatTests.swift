import Testing

@testable import JSONSchema

@Suite struct FormatTests {
  @Test(arguments: [
    (Format.uri, "https://ifh.cc/g/AowvTF.jpg", true), (.uri, "https://ifh.cc/칼국수.jpg", false),
    (.uri, "//ifh.cc/x", false),
    (.uri, "urn:a", true), (.uri, "http://[::1]:80/", true), (.uri, "http://a:b@c:1/?q#f", true),
    (.uri, "http://a#b#c", false),
    (.uri, "http://h:8x/", false), (.uri, "1a:b", false), (.uri, "", false), (.uri, "a:%4", false),
    (.uri, "http://[::1", false),
    (.uriReference, "a/b:c", true), (.uriReference, "a:b", true), (.uriReference, "?a:b", true),
    (.uriReference, ":a", false),
    (.iri, "http://한글.kr/칼?\u{E000}", true), (.iri, "http://a/\u{E000}", false),
    (.iri, "http://a/\u{FFFF}", false),
    (.date, "2024-02-29", true), (.date, "2023-02-29", false), (.date, "1900-02-29", false),
    (.date, "2000-02-29", true),
    (.time, "23:59:60.5Z", true), (.time, "12:00:00.Z", false), (.dateTime, "2026-01-01 00:00:00Z", false),
    (.duration, "P1W", true), (.duration, "PT1H1S", false), (.duration, "P", false),
    (.duration, "P1DT", false),
    (.email, "a@b", true), (.email, "a@b_c", false), (.email, "\"a\\\"b\"@c", true),
    (.email, "\"a\"b\"@c", false),
    (.email, "é@c", false), (.idnEmail, "é@c", true), (.email, "a@[IPv6:1::2]", true),
    (.email, "a@[IPv6\u{1A}1::2]", false), (.email, "a@[IPv\u{16}:1::2]", false),
    (.email, "a@[x:1]", false),
    (.hostname, "a-b.c", true), (.hostname, "a.", false), (.idnHostname, "Bücher.example", false),
    (.idnHostname, "bücher.example", true),
    (.ipv4, "256.1.1.1", false), (.ipv4, "1.1.1", false), (.ipv6, "1::2:3:4:5:6:7:8", false),
    (.ipv6, "1:2:3:4:5:6:7::", true),
    (.ipv6, ":::", false), (.ipv6, "::1.2.3.4:5", false), (.ipv6, "", false),
    (.uuid, "2EB8AA08-AA98-11EA-B4AA-73B441D16380", true),
    (.uuid, "2EB8AA08AA98-11EA-B4AA-73B441D16380-", false),
    (.jsonPointer, "/a~1", true), (.jsonPointer, "a", false), (.relativeJSONPointer, "1+2/a", true),
    (.relativeJSONPointer, "1-0#", false), (.relativeJSONPointer, "0#", true),
    (.relativeJSONPointer, "-1", false),
    (.uriTemplate, "/a{?x,y*}", true), (.uriTemplate, "{a", false), (.uriTemplate, "{a:0}", false),
    (.regex, "(", false),
  ])
  func `a format follows its standard`(format: Format, text: String, expected: Bool) {
    #expect(format.matches(text) == expected, "\(format.rawValue): \(text)")
  }

  @Test func `long texts are checked quickly`() {
    let long = String(repeating: "a", count: 200_000)
    for format in Format.allCases {
      let answer = format.matches(long)
      #expect(!answer || [.uriReference, .iriReference, .uriTemplate, .regex].contains(format))
    }
  }
}
