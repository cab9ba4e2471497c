import JSONText
import ScreenCapture
import Screens
import Testing

/// Responses of one route to different queries.
@Suite struct QueryTests {
  private static func response(_ text: String) -> JSONValue {
    ["viewItems": [["viewType": "T", "viewObject": ["text": .string(text)]]]]
  }

  @Test func `each query gets its items, and other queries get the usual ones`() throws {
    let capture = try Archive.capture(
      ("/a?tab=b&n=1", Self.response("b")), ("/a?n=2", Self.response("a")),
      ("/a?tab=c&n=3", Self.response("c")),
      ("/a?tab=d&n=4", Self.response("c")))
    #expect(capture.words == ["equal", "equal", "equal", "equal"])
    let sections = capture.file("a.json")?["sections"]?.arrayValue
    #expect(sections?.map { $0["id"] } == ["usual", "tab-b", "tab-c"])
    #expect(
      sections?.map { $0["requires"] } == [
        ["$nor": [["tab": "b"], ["tab": "c"], ["tab": "d"]]], ["tab": "b"],
        ["$or": [["tab": "c"], ["tab": "d"]]],
      ])
  }

  @Test(arguments: [
    "true", "1.5", "1e3", "null", "", "a b", "%F0%9F%8D%9C", "12345678901234567890", "$in", "x&y=z",
  ])
  func `a value is compared as the server reads it`(_ value: String) throws {
    let capture = try Archive.capture(("/a", Self.response("a")), ("/a?v=\(value)", Self.response("b")))
    #expect(capture.words == ["equal", "equal"])
    #expect(capture.file("a.json")?["sections"] != nil)
    let others = try Archive.capture(
      ("/a?v=\(value)", Self.response("a")), ("/a?v=1", Self.response("b")), ("/a?v=x", Self.response("c")),
      ("/a?v=0", Self.response("d")), ("/a?v=false", Self.response("e")))
    #expect(others.words.allSatisfy { $0 == "equal" })
  }

  @Test func `users get their items`() throws {
    let capture = try Archive.capture(
      ("/a?user=1", Self.response("a")), ("/a?user=2", Self.response("b")), ("/a?user=", Self.response("a")))
    #expect(capture.words == ["equal", "equal", "equal"])
  }

  @Test func `a named variant becomes one of an experiment that nobody is in`() throws {
    let capture = try Archive.capture(
      ("/a/b", Self.response("a")), ("/a/b?variant=new", Self.response("b")),
      ("/a/b?variant=new&tab=1", Self.response("c")))
    #expect(capture.words == ["equal", "equal", "equal"])
    let experiment = capture.file("a/b.json")?["experiment"]
    #expect(experiment?["coverage"] == 0)
    let similar = try Archive.capture(
      ("/a/b?variant=x", Self.response("a")), ("/a-b?variant=x", Self.response("a")))
    #expect(similar.file("a/b.json")?["experiment"]?["key"] == "captured-a-b")
    #expect(similar.file("a-b.json")?["experiment"]?["key"] == "captured-a-b-2")
    #expect(experiment?["variants"]?.arrayValue?.map { $0["key"] } == ["new", "control"])
  }

  @Test func `what no query tells apart is left out with the reason`() throws {
    #expect(
      try Archive.capture(("/a?x.y=1", Self.response("a")), ("/a?x.y=2", Self.response("b"))).reasons.count
        == 2)
    let later = try Archive.capture(
      ("/a", Self.response("a")), ("/a", Self.response("b")), ("/a", Self.response("b")))
    #expect(later.words == ["left-out", "equal", "equal"])
    #expect(later.reasons == ["the same request got another response later (/log/entries/0/response)"])
    let rest = try Archive.capture(
      ("/a", ["viewItems": [], "n": 1]), ("/a?x=1", ["viewItems": [], "n": 2]))
    #expect(rest.words == ["equal", "left-out"])
    #expect(rest.reasons == [#"at "/n": outside of its items it differs from the other responses of "a""#])
    let hosts = try Archive.capture(
      ("https://a.example/x", Self.response("a")), ("https://b.example/x", Self.response("b")))
    #expect(
      hosts.reasons == [
        #""https://a.example" has the same path; choose one server with --url (/log/entries/1/request/url)"#
      ])
  }

  @Test func `a parameter that the server reads itself makes a difference`() throws {
    let capture = try Archive.capture(
      ("/a?version=2.1", Self.response("a")), ("/b?t=1&t=2", Self.response("a")))
    #expect(capture.words == ["differs", "differs"])
    #expect(capture.reasons[0].hasPrefix(#"the parameter "version" has a meaning of its own"#))
    #expect(capture.reasons[1] == #"the server refuses a query that repeats the parameter "t""#)
    #expect(!capture.isComplete(allowsLeftOut: true))
    #expect(capture.file("a.json") != nil)
  }

  @Test func `ids that two responses share are content`() throws {
    func response(_ text: String) -> JSONValue {
      [
        "list": [
          ["id": "one", "type": "T", "data": ["text": .string(text)]],
          ["id": "two", "type": "T", "data": ["text": "same"]],
        ]
      ]
    }
    let capture = try Archive.capture(("/a", response("a")), ("/a?x=1", response("b")))
    #expect(capture.words == ["equal", "equal"])
    #expect(capture.file("_formats/list.json")?["item"] == "$content")
  }

  @Test func `a route has a limit of queries, and a query one of parameters`() throws {
    let limit = CaptureLimits.requestsPerRoute
    func capture(_ count: Int) throws -> ScreenCapture {
      ScreenCapture(try Recording(Archive.text((0..<count).map { ("/a?n=\($0)", Self.response("\($0)")) })))
    }
    #expect(try capture(limit).words.allSatisfy { $0 == "equal" })
    #expect(
      try capture(limit + 1).reasons == [
        "a route has at most \(limit) different queries (/log/entries/\(limit)/request/url)"
      ])
    let names = (0...CaptureLimits.queryNames).map { "p\($0)=1" }.joined(separator: "&")
    let wide = try Archive.capture(("/a", Self.response("a")), ("/a?\(names)", Self.response("b")))
    #expect(wide.reasons.count == 2)
  }
}
