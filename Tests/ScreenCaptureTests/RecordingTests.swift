import JSONText
import ScreenCapture
import Screens
import Testing

/// Reading archives, in particular hostile ones.
@Suite struct RecordingTests {
  private static func reason(_ entry: JSONValue) throws -> String? {
    let recording = try Recording(Archive.text(entries: [entry]))
    guard case .leftOut(let fault)? = recording.requests.first?.content else { return nil }
    return fault.reason
  }

  @Test(arguments: [
    ("/../../etc/passwd", #"the path has the segment "..""#),
    ("/a/%2e%2E/b", #"the path has the segment "..""#),
    ("/a%2F..%2Fb", "the path has an encoded slash, a backslash or a control character"),
    ("/a%5cb", "the path has an encoded slash, a backslash or a control character"),
    ("/a%00.json", "the path has an encoded slash, a backslash or a control character"),
    ("/a\\..\\b", "the path has an encoded slash, a backslash or a control character"),
    ("//etc/passwd", "the path has an empty segment"),
    ("/a%zz", "the path has a % without two hexadecimal digits"),
    ("/a%f", "the path has a % without two hexadecimal digits"),
    ("/%ff", "the path is not UTF-8"),
    ("file:///etc/passwd", "the URL does not begin with http:// or https:// and a host"),
    ("data:application/json,{}", "the URL does not begin with http:// or https:// and a host"),
  ])
  func `a path that could leave the folder is left out`(_ url: String, _ reason: String) throws {
    #expect(try Self.reason(Archive.entry(url, text: "{}")) == reason)
  }

  @Test(arguments: [
    ("null", "the entry has no request with a URL"), ("7", "the entry has no request with a URL"),
    (#"{"request":[],"response":{}}"#, "the entry has no request with a URL"),
    (#"{"request":{"method":"GET","url":5}}"#, "the entry has no request with a URL"),
    (#"{"request":{"method":[],"url":"http://a/b"}}"#, "only GET can be a screen"),
    (#"{"request":{"method":"GET","url":"http://a/b"}}"#, "there is no response with a status"),
    (
      #"{"request":{"method":"GET","url":"http://a/b"},"response":{"status":"200"}}"#,
      "there is no response with a status"
    ),
    (#"{"request":{"method":"GET","url":"http://a/b"},"response":{"status":304}}"#, "the status is 304"),
    (
      #"{"request":{"method":"GET","url":"http://a/b"},"response":{"status":200,"content":[]}}"#,
      "the recording has no body; record with bodies"
    ),
    (
      #"{"request":{"method":"GET","url":"http://a/b"},"response":{"status":200,"content":{"text":{}}}}"#,
      "the recording has no body; record with bodies"
    ),
  ])
  func `a member of the wrong type leaves its entry out`(_ entry: String, _ reason: String) throws {
    #expect(try Self.reason(try JSONParser.parse(entry)) == reason)
  }

  @Test func `a body that cannot be read is left out`() throws {
    func reason(_ text: String, _ content: JSONObject) throws -> String? {
      try Self.reason(Archive.entry("/a", text: text, content: content))
    }
    #expect(try reason("{", [:])?.hasPrefix("the body is not JSON: 1:") == true)
    #expect(try reason("!!", ["encoding": "base64"])?.hasPrefix("the body is not") == true)
    #expect(
      try reason("H4sIAAAAAAAA", ["encoding": "base64"])
        == "the recorded body is compressed (gzip); record it decoded")
    #expect(
      try reason("{}", ["encoding": "gzip"])
        == #"the encoding "gzip" of the body is unknown; HAR knows base64"#)
    let deep = String(repeating: "[", count: 100_000)
    #expect(try reason(deep, [:])?.contains("nested more than") == true)
    let huge = String(repeating: "A", count: 3 * CaptureLimits.bodyBytes)
    let tooLarge = "the body has more than \(CaptureLimits.bodyBytes) bytes"
    #expect(try reason(huge, ["encoding": "base64"]) == tooLarge)
    #expect(try reason(huge, [:]) == tooLarge)
  }

  @Test func `what is left out has a pointer into the recording or the response`() throws {
    let entries = [
      Archive.entry("/a", text: #"{"n":1,"viewItems":[]}"#),
      Archive.entry("/a?x=1", text: #"{"n":2,"viewItems":[]}"#),
      Archive.entry("/b", text: "{}", content: ["mimeType": "image/png"]), Archive.entry("/c", text: "{"),
      Archive.entry("/-", text: "{}"),
    ]
    let capture = ScreenCapture(try Recording(Archive.text(entries: entries)))
    #expect(
      capture.outcomes.map { [$0.json["in"], $0.json["pointer"]] } == [
        [nil, nil], ["response", "/n"], ["recording", "/log/entries/2/response/content/mimeType"],
        ["recording", "/log/entries/3/response/content/text"], ["recording", "/log/entries/4/request/url"],
      ])
    #expect(!capture.isComplete(allowsLeftOut: false))
    #expect(capture.isComplete(allowsLeftOut: true))
  }

  @Test func `a path in another script has a route, and one without letters and digits says so`() throws {
    let capture = try Archive.capture(
      ("/%EB%A9%94%EB%89%B4/soup", [:]), ("/국수", [:]), ("/home-메뉴", [:]), ("/***", [:]), ("/a/--", [:]))
    #expect(
      capture.outcomes.map { $0.route?.name } == [
        "uBA54uB274/soup", "uAD6DuC218", "home-uBA54uB274", nil, nil,
      ])
    #expect(
      capture.reasons == [
        #"no route can be made from "***" in its path; a route needs a letter or a digit in each segment (/log/entries/3/request/url)"#,
        #"no route can be made from "--" in its path; a route needs a letter or a digit in each segment (/log/entries/4/request/url)"#,
      ])
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"log":[]}"#, #"{"log":{"entries":{}}}"#])
  func `a file that is no archive is refused with a place`(_ text: String) throws {
    let fault = #expect(throws: Recording.FormatError.self) { try Recording(Array(text.utf8)) }
    #expect(try #require(fault).message.wholeMatch(of: /\d+:\d+: .+/) != nil)
  }

  @Test func `too many requests are refused`() throws {
    let entries = [JSONValue](repeating: .null, count: CaptureLimits.requests)
    #expect(try Recording(Archive.text(entries: entries)).requests.count == CaptureLimits.requests)
    #expect(throws: Recording.FormatError.self) { try Recording(Archive.text(entries: entries + [.null])) }
  }

  @Test(arguments: [
    ("https://api.example.com/v1/", true), ("api.example.com", true), ("/v1/", true), ("/v1/*", true),
    ("*/v1/*", true), ("https://*.example.com/*/home", true), ("/v1/home?tab=a", true), ("/v1/*?tab=*", true),
    ("*", true), ("", true), ("/v2", false), ("https://other.example.com/", false), ("/v1/home?tab=b", false),
    ("/*/v1", false), ("*home*home*", false), ("API.EXAMPLE.COM", true), ("/V1/", false),
  ])
  func `a pattern selects requests`(_ pattern: String, _ matches: Bool) {
    #expect(URLPattern(pattern).matches("https://me:secret@API.example.com/v1/home?tab=a#top") == matches)
  }
}
