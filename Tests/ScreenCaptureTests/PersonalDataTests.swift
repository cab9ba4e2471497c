import JSONText
import Testing

@testable import ScreenCapture

@Suite struct PersonalDataTests {
  private static func screen(_ content: JSONObject) -> JSONValue {
    ["viewItems": [["viewType": "T", "viewObject": .object(content)]]]
  }

  private static func kinds(_ member: String, _ value: JSONValue) throws -> [PersonalData.Kind] {
    try Archive.capture(("/a", screen([member: value]))).personalData.map(\.data.kind)
  }

  @Test(arguments: [
    ("text", "kim@example.org", PersonalData.Kind.emailAddress),
    ("text", "Write to kim.lee+shop@mail.example.co.kr.", .emailAddress),
    ("link", "mailto:kim@example.org?subject=a", .emailAddress),
    ("access_token", "abc", .token), ("apiKey", "1", .token), ("password", "pw", .token),
    ("text", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", .token),
    ("text", "Authorization: Bearer 0123456789abcdef0123", .token),
    ("text", "ghp_0123456789abcdefghijklmn", .token),
    ("Set-Cookie", "a", .cookie), ("text", "sid=38afes7a8; Path=/; HttpOnly", .cookie),
    ("session_id", "abc", .cookie),
    ("text", "+82 10-1234-5678", .phoneNumber), ("text", "Call 010-1234-5678 now", .phoneNumber),
    ("text", "(555) 123-4567", .phoneNumber), ("link", "tel:+15551234567", .phoneNumber),
    ("phone", "5551234567", .phoneNumber),
  ])
  func `personal data is found`(member: String, text: String, kind: PersonalData.Kind) throws {
    #expect(try Self.kinds(member, .string(text)) == [kind])
  }

  @Test(arguments: [
    ("text", "2026-11-25"), ("text", "2026-11-25T10:20:30Z"), ("text", "8,000 - 9,000"),
    ("text", "192.168.100.2000"),
    ("url", "https://img.example/photo@2x.png"), ("url", "https://cdn.example/npm/@scope/pkg@1.2.3/a.js"),
    ("text", "1234567890"), ("text", "@kim"), ("text", "a@b"), ("text", "12 - 34 - 56"),
    ("id", "550e8400-e29b-41d4-a716-446655440000"),
    ("tokens", "3"), ("text", "eyJ is no token"), ("text", "000-000"), ("color", "#00112233"),
    ("text", "x=1; y=2"),
    ("phone", "none"), ("text", "01.02.2026 03.04.2026"),
  ])
  func `other texts are not taken for it`(member: String, text: String) throws {
    #expect(try Self.kinds(member, .string(text)) == [])
  }

  @Test func `each place is named once, also in the URL and in names`() throws {
    let capture = try Archive.capture(
      (
        "/a/kim@example.org?mail=lee@example.org&q=1",
        [
          "viewItems": [
            ["viewType": "T", "viewObject": ["by": ["kim@example.org": 1], "tel": 8_210_123_456]]
          ]
        ]
      ),
      ("/a/kim@example.org?mail=lee@example.org&q=2", Self.screen([:])))
    let places = capture.personalData.map(\.data)
    #expect(
      places == [
        PersonalData(kind: .emailAddress, place: .path),
        PersonalData(kind: .emailAddress, place: .parameter("mail")),
        PersonalData(
          kind: .emailAddress,
          place: .response(JSONPointer(tokens: ["viewItems", "0", "viewObject", "by", "kim@example.org"]))),
        PersonalData(
          kind: .phoneNumber, place: .response(JSONPointer(tokens: ["viewItems", "0", "viewObject", "tel"]))),
      ])
  }

  @Test func `what is replaced is in no file and no report, and the same stays the same`() throws {
    let entries = [
      (
        "/me/kim@example.org?user=kim@example.org&token=secret-1", "kim@example.org", "+82 10-1234-5678",
        8_210_123_456
      ),
      (
        "/me/lee@example.org?user=lee@example.org&token=secret-2", "lee@example.org", "+82 10-1234-5678",
        8_210_999_999
      ),
    ].map { url, mail, phone, number in
      Archive.entry(
        url,
        text: Self.screen([
          "mail": .string("To \(mail)!"), "phone": .string(phone), "mobile": .number(JSONNumber(number)),
          "secret": "abc", "cookie": "a=b",
        ]).text)
    }
    let capture = ScreenCapture(try Recording(Archive.text(entries: entries), redacts: true))
    #expect(capture.words == ["equal", "equal"])
    let files = capture.files.map { $0.path + $0.json.text }.joined()
    let reports = capture.outcomes.map(\.json.text).joined()
    for secret in ["kim", "lee", "secret-", "1234", "821", "\"abc\"", "a=b"] {
      #expect(!files.contains(secret), "\(secret)")
      #expect(!reports.contains(secret), "\(secret)")
    }
    #expect(
      capture.outcomes.map(\.request.url) == [
        "https://api.example.com/me/person-1%40example.com?user=person-1%40example.com&token=redacted-token-1",
        "https://api.example.com/me/person-2%40example.com?user=person-2%40example.com&token=redacted-token-3",
      ])
    #expect(files.contains("To person-1@example.com!"))
    #expect(files.contains("+15551000001"))
    #expect(Set(capture.personalData.map(\.data.kind)) == Set(PersonalData.Kind.allCases))
  }

  @Test func `neither a place nor the URL of a request that is left out has what is replaced`() throws {
    let entries = [
      Archive.entry("/me", text: Self.screen(["by": ["kim@example.org": 1]]).text),
      Archive.entry("/login?email=kim@example.org", method: "POST", text: "{}"),
      Archive.entry("kim@example.org", text: "{}"),
    ]
    let capture = ScreenCapture(try Recording(Archive.text(entries: entries), redacts: true))
    #expect(capture.words == ["equal", "endpoint", "left-out"])
    let reports = capture.outcomes.map(\.json.text).joined()
    #expect(!reports.contains("kim"), "\(reports)")
    let places = capture.personalData.map { "\($0.data.place)" }
    #expect(!places.isEmpty)
    #expect(!places.joined().contains("kim"), "\(places)")
  }

  @Test func `texts that begin like personal data at each byte are read in linear time`() throws {
    for byte in ["=", "(", "+", "~"] {
      let text = Array(String(repeating: byte, count: 1_000_000).utf8)
      #expect(PersonalDataScan.matches(in: text, named: nil).isEmpty)
    }
    let addresses = (0..<20_000).map { JSONValue.string("u\($0)@example.org") }
    let capture = try Archive.capture(("/a", Self.screen(["by": .array(addresses)])))
    #expect(capture.personalData.count == 20_000)
  }

  @Test func `of requests that are left out, nothing is reported`() throws {
    let capture = try Archive.capture(("/a\\b", Self.screen(["text": "kim@example.org"])))
    #expect(capture.words == ["left-out"])
    #expect(capture.personalData.isEmpty)
  }
}
