import Foundation
import JSONText
import TestFolders
import Testing

/// Templates: content with placeholders for values of the request.
@Suite final class TemplateTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static func screen(_ text: String, isTemplate: Bool = true) -> String {
    #"{"template":\#(isTemplate),"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":\#(JSONValue.string(text).text)}}]}"#
  }

  /// The text of the only item.
  private static func text(_ response: FolderServer.Response) throws -> String? {
    try JSONParser.parse(response.text)["viewItems"]?.arrayValue?.first?["viewObject"]?["text1"]?.stringValue
  }

  @Test func `placeholders are filled for each request`() throws {
    try folder.write(
      Self.screen("{{user}} of {{attributes.country}}: {{attributes.n}}{{attributes.none}} {{{{"),
      to: "screens/hi.json")
    try folder.write(Self.screen("{{user}}", isTemplate: false), to: "screens/plain.json")
    try folder.write(Self.screen("{{{{user}}"), to: "screens/braces.json")
    try FolderServer.run(in: folder) { server in
      let response = try server.get("/screens/hi?user=mo&country=KR&n=7")
      #expect(try Self.text(response) == "mo of KR: 7 {{")
      #expect(response.value(of: "Cache-Control") == "no-store")
      #expect(response.value(of: "ETag") == nil)
      #expect(response.value(of: "Screen-Version") == "1")
      #expect(response.value(of: "Access-Control-Allow-Origin") == "*")
      let byField = try server.get("/screens/hi", fields: [("Screen-User", "kim")])
      #expect(try Self.text(byField) == "kim of :  {{")
      // Values are data: they are escaped, and placeholders in them are not filled.
      let hostile = #"%22%7D%2C%7B%5C%7B%7Buuid%7D%7D%0A%F0%9F%8D%9C"#
      let answered = try server.get("/screens/hi?user=\(hostile)")
      #expect(try Self.text(answered) == "\"},{\\{{uuid}}\n🍜 of :  {{")
      #expect(try Self.text(try server.get("/screens/plain?user=mo")) == "{{user}}")
      #expect(try Self.text(try server.get("/screens/braces?user=mo")) == "{{user}}")
      let head = try server.get("/screens/hi?user=x", fields: [("If-Match", #""abc""#)])
      #expect(head.status == 412)
      let coded = try server.get("/screens/hi?user=mo", fields: [("Accept-Encoding", "gzip")])
      #expect(coded.value(of: "Content-Encoding") == nil)
      #expect(try Self.text(coded) == "mo of :  {{")
    }
  }

  @Test func `a seed repeats random values, and now is the current time`() throws {
    try folder.write(Self.screen("{{uuid}} {{random 1 1000000}}"), to: "screens/dice.json")
    try folder.write(Self.screen("{{now}}"), to: "screens/clock.json")
    try FolderServer.run(in: folder) { server in
      let one = try server.get("/screens/dice?__seed=7")
      #expect(one.value(of: "Mock-Applied") == "request")
      let other = try server.get("/screens/dice", fields: [("Prefer", "seed=7")])
      #expect(other.value(of: "Preference-Applied") == "seed=7")
      #expect(one.text == other.text)
      #expect(one.text != (try server.get("/screens/dice?__seed=8").text))
      #expect(try server.get("/screens/dice").text != server.get("/screens/dice").text)
      let before = Date.now.addingTimeInterval(-1)
      let time = try #require(try Self.text(try server.get("/screens/clock")))
      let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = try form.parse(time)
      #expect((before...Date.now.addingTimeInterval(1)).contains(date))
    }
  }

  @Test func `edits, scenarios, sessions and chaos work on templates`() throws {
    try folder.write(Self.screen("{{user}}"), to: "screens/hi.json")
    try folder.write(
      #"{"screens":{"hi":{"changes":[{"op":"merge","id":"a","content":{"text1":"to {{user}}"}}]}}}"#,
      to: "screens/_scenarios/to.json")
    try FolderServer.run(in: folder) { server in
      let scenario = try server.get("/screens/hi?user=mo&__scenario=to")
      #expect(try Self.text(scenario) == "to mo")
      let session = try server.session()
      let item = #"{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"{{user}}!"}}"#
      #expect(try server.admin("PUT", "/screens/hi/items/a", body: item, in: session).status == 200)
      #expect(try Self.text(try server.get(session.path + "/screens/hi?user=mo")) == "mo!")
      #expect(try Self.text(try server.get("/screens/hi?user=mo")) == "mo")
      let wrong = try server.admin(
        "PUT", "/screens/hi/items/a", body: item.replacing("{{user}}", with: "{{usr}}"))
      #expect(wrong.status == 422 && wrong.text.contains("did you mean user?"), "\(wrong.text)")
      let chaos = try server.get("/screens/hi?user=mo&__chaos=extra-member")
      #expect(chaos.status == 200 && chaos.text.contains(#""mo""#), "\(chaos.text)")
      let patched = try server.get(
        "/screens/hi?user=mo",
        fields: [("A-IM", "json-patch"), ("If-None-Match", #""x""#)])
      #expect(patched.status == 200)
      #expect(try Self.text(patched) == "mo")
      let twice = try server.get("/screens/hi?user=a&user=b")
      #expect(twice.status == 400)
    }
  }
}
