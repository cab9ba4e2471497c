import CurlClient
import Foundation
import JSONText
import Testing

/// Screens whose content has places for values of a request.
@Suite final class TemplateTests: Sendable {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  deinit { folder.remove() }

  private static func screen(_ text: String, isTemplate: Bool = true) -> String {
    #"{"template":\#(isTemplate),"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":\#(JSONValue.string(text).text)}}]}"#
  }

  /// The text of the only item.
  private static func text(_ answer: CurlResponse) throws -> String? {
    try JSONParser.parse(answer.text)["viewItems"]?.arrayValue?.first?["viewObject"]?["text1"]?.stringValue
  }

  @Test func `places are filled for each request`() async throws {
    try folder.write(
      Self.screen("{{user}} of {{attributes.country}}: {{attributes.n}}{{attributes.none}} {{{{"),
      to: "screens/hi.json")
    try folder.write(Self.screen("{{user}}", isTemplate: false), to: "screens/plain.json")
    try folder.write(Self.screen("{{{{user}}"), to: "screens/braces.json")
    try await Server.run(in: folder) { server in
      let answer = try await server.get("/screens/hi?user=mo&country=KR&n=7")
      #expect(try Self.text(answer) == "mo of KR: 7 {{")
      #expect(answer.value(of: "Cache-Control") == "no-store")
      #expect(answer.value(of: "ETag") == nil)
      #expect(answer.value(of: "Screen-Version") == "1")
      #expect(answer.value(of: "Access-Control-Allow-Origin") == "*")
      let byField = try await server.get("/screens/hi", fields: [CurlField("Screen-User", "kim")])
      #expect(try Self.text(byField) == "kim of :  {{")
      // Values are data: nothing in them leaves its string, or is looked at again.
      let hostile = #"%22%7D%2C%7B%5C%7B%7Buuid%7D%7D%0A%F0%9F%8D%9C"#
      let answered = try await server.get("/screens/hi?user=\(hostile)")
      #expect(try Self.text(answered) == "\"},{\\{{uuid}}\n🍜 of :  {{")
      #expect(try Self.text(try await server.get("/screens/plain?user=mo")) == "{{user}}")
      #expect(try Self.text(try await server.get("/screens/braces?user=mo")) == "{{user}}")
      let head = try await server.get("/screens/hi?user=x", fields: [CurlField("If-Match", #""abc""#)])
      #expect(head.status == 412)
      let coded = try await server.get("/screens/hi?user=mo", fields: [CurlField("Accept-Encoding", "gzip")])
      #expect(coded.value(of: "Content-Encoding") == nil)
      #expect(try Self.text(coded) == "mo of :  {{")
    }
  }

  @Test func `chance is the same for a seed, and the time is now`() async throws {
    try folder.write(Self.screen("{{uuid}} {{random 1 1000000}}"), to: "screens/dice.json")
    try folder.write(Self.screen("{{now}}"), to: "screens/clock.json")
    try await Server.run(in: folder) { server in
      let one = try await server.get("/screens/dice?__seed=7")
      #expect(one.value(of: "Mock-Applied") == "request")
      let other = try await server.get("/screens/dice", fields: [CurlField("Prefer", "seed=7")])
      #expect(other.value(of: "Preference-Applied") == "seed=7")
      #expect(one.text == other.text)
      #expect(one.text != (try await server.get("/screens/dice?__seed=8").text))
      #expect(try await server.get("/screens/dice").text != server.get("/screens/dice").text)
      let before = Date.now.addingTimeInterval(-1)
      let time = try #require(try Self.text(try await server.get("/screens/clock")))
      let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = try form.parse(time)
      #expect((before...Date.now.addingTimeInterval(1)).contains(date))
    }
  }

  @Test func `content is validated as apps may get it, and mistakes have their places`() async throws {
    try folder.write(
      #"{"type":"object","required":["at"],"properties":{"at":{"type":"string","format":"date-time"},"n":{"maxLength":4}}}"#,
      to: "screens/_types/CLOCK.json")
    func item(_ content: String) -> String {
      #"{"template":true,"items":[{"id":"a","viewType":"CLOCK","content":\#(content)}]}"#
    }
    try folder.write(item(#"{"at":"{{now}}","n":"{{user}}"}"#), to: "screens/good.json")
    let valid = try await Program.run(["validate"], in: folder)
    #expect(valid.status == 0, "\(valid.output)")
    for (content, told) in [
      (#"{"at":"{{user}}"}"#, "bad.json:1:72: error:"),
      (#"{"at":"{{nwo}}"}"#, #"bad.json:1:72: error: "nwo" is no value of a template; did you mean now?"#),
      (#"{"at":"{{now"}"#, "bad.json:1:72: error: {{ is not closed by }}; {{{{ writes {{"),
    ] {
      try folder.write(item(content), to: "screens/bad.json")
      let run = try await Program.run(["validate"], in: folder)
      #expect(run.status == 1 && run.output.contains(told), "\(run.output)")
    }
    try folder.write(#"{"template":"yes","items":[]}"#, to: "screens/bad.json")
    let run = try await Program.run(["validate"], in: folder)
    #expect(
      run.output.contains(#"bad.json:1:13: error: "template" is true or false, not a string"#),
      "\(run.output)")
  }

  @Test func `edits, variants, scenarios, sessions and chaos go on working`() async throws {
    try folder.write(Self.screen("{{user}}"), to: "screens/hi.json")
    try folder.write(
      #"{"screens":{"hi":{"changes":[{"op":"merge","id":"a","content":{"text1":"to {{user}}"}}]}}}"#,
      to: "screens/_scenarios/to.json")
    try await Server.run(in: folder) { server in
      let scenario = try await server.get("/screens/hi?user=mo&__scenario=to")
      #expect(try Self.text(scenario) == "to mo")
      let session = try await server.session()
      let item = #"{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"{{user}}!"}}"#
      #expect(try await server.admin("PUT", "/screens/hi/items/a", body: item, in: session).status == 200)
      #expect(try Self.text(try await server.get(session.path + "/screens/hi?user=mo")) == "mo!")
      #expect(try Self.text(try await server.get("/screens/hi?user=mo")) == "mo")
      let wrong = try await server.admin(
        "PUT", "/screens/hi/items/a", body: item.replacing("{{user}}", with: "{{usr}}"))
      #expect(wrong.status == 422 && wrong.text.contains("did you mean user?"), "\(wrong.text)")
      let chaos = try await server.get("/screens/hi?user=mo&__chaos=extra-member")
      #expect(chaos.status == 200 && chaos.text.contains(#""mo""#), "\(chaos.text)")
      let patched = try await server.get(
        "/screens/hi?user=mo",
        fields: [CurlField("A-IM", "json-patch"), CurlField("If-None-Match", #""x""#)])
      #expect(patched.status == 200)
      #expect(try Self.text(patched) == "mo")
      let twice = try await server.get("/screens/hi?user=a&user=b")
      #expect(twice.status == 400)
    }
  }
}
