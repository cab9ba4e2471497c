import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Recorded requests against what is not published yet.
@Suite final class ReplayTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    for name in ["ONE_LINE_TEXT", "BANNER"] {
      try folder.write(
        #"{"type":"object","properties":{"text1":{"type":"string"}},"required":["text1"],"additionalProperties":false}"#,
        to: "screens/_types/\(name).json")
    }
    for (name, member) in [("viewItems", "viewItems"), ("other", "rows")] {
      try folder.write(
        #"{"screen":{"\#(member)":"$items"},"item":{"viewType":"$viewType","viewObject":"$content"}}"#,
        to: "screens/_formats/\(name).json")
    }
    try folder.write(Self.screen(weight: 50, last: "three"), to: "screens/home.json")
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
  }

  /// A screen with an experiment, and an item that only some users get.
  private static func screen(weight: Int, last: String) -> String {
    func item(_ id: String, _ type: String = "ONE_LINE_TEXT", _ more: String = "") -> String {
      #"{"id":"\#(id)","viewType":"\#(type)","content":{"text1":"\#(id)"}\#(more)}"#
    }
    let items = [
      item("one"), item("two", "BANNER"),
      item("korea", "ONE_LINE_TEXT", #","requires":{"condition":{"country":"KR"}}"#), item(last),
    ]
    return #"""
      {"items":[\#(items.joined(separator: ","))],
       "experiment":{"key":"order","variants":[{"key":"control","weight":\#(weight)},
         {"key":"turned","weight":\#(100 - weight),"changes":[{"op":"move","id":"one","after":"two"}]}]}}
      """#
  }

  /// A request and the fields of it.
  private typealias Request = (path: String, fields: [CurlField])

  private static func randomRequest() -> Request {
    var query: [String] = []
    if Bool.random() { query.append("user=u\(Int.random(in: 1...500))") }
    if Int.random(in: 0..<4) == 0 { query.append("country=\(Bool.random() ? "KR" : "DE")") }
    if Int.random(in: 0..<6) == 0 {
      query.append("variant=\(["control", "turned", "none"].randomElement() ?? "")")
    }
    if Int.random(in: 0..<6) == 0 { query.append("format=\(["other", "nothing"].randomElement() ?? "")") }
    if Int.random(in: 0..<8) == 0 { query.append("version=1") }
    var fields: [CurlField] = []
    if Int.random(in: 0..<3) == 0 { fields.append(CurlField("Client-Release", "ios/1.0.0")) }
    if Int.random(in: 0..<6) == 0 { fields.append(CurlField("Accept-View-Types", "ONE_LINE_TEXT")) }
    if Int.random(in: 0..<6) == 0 { fields.append(CurlField("Screen-User", "h\(Int.random(in: 1...500))")) }
    if Int.random(in: 0..<12) == 0 { fields.append(CurlField("Accept", "text/html")) }
    let route = ["home", "home", "lines", "nothing"].randomElement() ?? ""
    return ("/screens/\(route)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), fields)
  }

  @Test func `a replay says what really changes`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--journal", "1000"]) { server in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      let requests = (0..<400).map { _ in Self.randomRequest() }
      func answers() async throws -> [String] {
        var answers: [String] = []
        for request in requests {
          let answer = try await server.get(request.path, fields: request.fields)
          answers.append("\(answer.status)" + (answer.status == 200 ? answer.text : ""))
        }
        return answers
      }
      let before = try await answers()
      try await server.makeSet("next")
      _ = try await server.inSet("next", "PUT", "/screens/home", body: Self.screen(weight: 70, last: "four"))
      _ = try await server.inSet("next", "DELETE", "/screens/lines")
      let served = try await server.get("/metrics").text.split(separator: "\n").filter {
        $0.hasPrefix("marquee_variants_served_total")
      }
      let replay = try await server.admin(
        "POST", "/replay", body: #"{"against":"changeset","name":"next","requests":{"last":400}}"#)
      #expect(replay.status == 200, "\(replay.text)")
      let result = try JSONParser.parse(replay.text)
      // Nothing is counted by a replay.
      let after = try await server.get("/metrics").text.split(separator: "\n").filter {
        $0.hasPrefix("marquee_variants_served_total")
      }
      #expect(served == after)
      let journal = try await server.admin("GET", "/requests/count").text
      #expect(journal == #"{"count":400}"#)

      #expect(try await server.admin("POST", "/changesets/next/publish").status == 200)
      let now = try await answers()
      let changed = zip(before, now).count { $0 != $1 }
      let problems = zip(before, now).count { $0.hasPrefix("200") && !$1.hasPrefix("200") }
      #expect(result["requests"] == 400)
      #expect(result["changed"]?.numberValue?.intValue == changed, "\(result.text)")
      #expect(result["problems"]?.numberValue?.intValue == problems, "\(result.text)")
      #expect(changed > 20 && problems > 5)
    }
  }

  @Test func `a folder is tried without leaving anything on the server`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--journal", "100"]) { server in
      for number in 0..<10 { _ = try await server.get("/screens/lines?user=u\(number)") }
      try folder.write(Lines.definition(["b", "a"]), to: "next/lines.json")
      for name in ["_types", "_formats"] {
        try FileManager.default.copyItem(
          at: folder.url.appending(path: "screens/\(name)"), to: folder.url.appending(path: "next/\(name)"))
      }
      func replay(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(
          ["replay", "--folder", "next", "--server", server.url, "--token", Server.token] + arguments,
          in: folder)
      }
      let outcome = try await replay("--fail-on", "change")
      #expect(outcome.status == 1)
      #expect(
        outcome.output.hasPrefix("of 10 requests 10 change, 0 lose an item"),
        "\(outcome.output)\(outcome.errors)")
      #expect(try await server.admin("GET", "/changesets").text.contains(#""changeSets":[]"#))
      #expect(try await server.get("/screens/lines").text.contains(#""a""#))

      try folder.write(#"{"items":[{"id":"a","viewType":"NONE","content":{}}]}"#, to: "next/lines.json")
      let invalid = try await replay()
      #expect(invalid.status == 1)
      #expect(invalid.errors.contains("next/lines.json:1:"), "\(invalid.errors)")
      #expect(try await replay("--draft", "lines").status == 64)
    }
  }

  @Test(.bug(id: "F12")) func `a new item that the app lacks is a loss, and so is one that had a fallback`()
    async throws
  {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      func screen(_ items: String) -> String { #"{"items":[\#(items)]}"# }
      let plain = #"{"id":"plain","viewType":"ONE_LINE_TEXT","content":{"text1":"p"}}"#
      let banner = #"{"id":"banner","viewType":"BANNER","content":{"text1":"b"}"#
      let fallback = #","fallback":{"viewType":"ONE_LINE_TEXT","content":{"text1":"f"}}}"#
      _ = try await server.admin("PUT", "/screens/lines", body: screen(plain + "," + banner + fallback))
      func downgraded(_ draft: String) async throws -> JSONValue? {
        #expect(try await server.admin("PUT", "/screens/lines/draft", body: draft).status < 300)
        let request =
          #"{"request":{"url":"/screens/lines","headers":[{"name":"client-release","value":"ios/1.0.0"}]}}"#
        let replay = try await server.admin(
          "POST", "/replay",
          body: #"{"against":"draft","route":"lines","requests":{"log":{"entries":[\#(request)]}}}"#)
        return try JSONParser.parse(replay.text)["downgraded"]
      }
      #expect(try await downgraded(screen(plain + "," + banner + "}")) == 1)
      #expect(try await downgraded(screen(plain + "," + banner + fallback)) == 0)
      let new = #"{"id":"new","viewType":"BANNER","content":{"text1":"n"}}"#
      #expect(try await downgraded(screen(plain + "," + banner + fallback + "," + new)) == 1)
      let replaced = #"{"id":"new","viewType":"BANNER","content":{"text1":"n"}"# + fallback
      #expect(try await downgraded(screen(plain + "," + banner + fallback + "," + replaced)) == 1)
    }
  }

  @Test func `a draft is tried with a recording, in parts, and the exit code says what must not happen`()
    async throws
  {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      let definition = #"{"items":[{"id":"a","viewType":"BANNER","content":{"text1":"a"}}]}"#
      #expect(try await server.admin("PUT", "/screens/lines/draft", body: definition).status == 201)
      // More than one request to the server takes; a sanitized program would need minutes for them.
      let count = Program.isSanitized ? 600 : 12_000
      let entries = (0..<count).map { number in
        let header = number % 3 == 0 ? #","headers":[{"name":"Client-Release","value":"ios/1.0.0"}]"# : ""
        return
          #"{"request":{"method":"GET","url":"https://api.example/v1/screens/lines?user=u\#(number)"\#(header)}}"#
      }
      try folder.write(
        #"{"log":{"entries":[\#(entries.joined(separator: ",")),{"request":{"method":"POST","url":"/screens/lines"}}]}}"#,
        to: "production.har")
      func replay(_ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run(
          ["replay", "--server", server.url, "--token", Server.token] + arguments, in: folder)
      }
      let text = try await replay(["--draft", "lines", "--har", "production.har"])
      #expect(text.status == 0, "\(text)")
      #expect(
        text.output.hasPrefix(
          "of \(count) requests \(count) change, \(count / 3) lose an item, \(count / 3) become empty, 0 become a problem\n"
        ),
        "\(text.output)")
      #expect(text.output.contains("1 were left out: they are not for screens"), "\(text.output)")
      #expect(text.output.contains("a  changed               \(count * 2 / 3)"), "\(text.output)")
      #expect(text.output.contains("a  dropped on ios/1.0.0  \(count / 3)"), "\(text.output)")
      for (effect, status) in [("problem", 1), ("drop", 1), ("change", 1)] as [(String, Int32)] {
        let outcome = try await replay(["--draft", "lines", "--har", "production.har", "--fail-on", effect])
        #expect(outcome.status == status)
      }
      try folder.write(
        #"{"log":{"entries":[{"request":{"url":"https://x.example/admin/screens/lines"}},{"request":{"url":"/login?next=/screens/lines"}},{"request":{"url":"/screens/lines/events"}}]}}"#,
        to: "other.har")
      let other = try await replay(["--draft", "lines", "--har", "other.har"])
      #expect(other.status == 1 && other.errors.contains("no request of the recording"), "\(other)")
      let none = try await replay(["--draft", "home", "--last", "10"])
      #expect(none.status == 1 && none.errors.contains("has no draft"), "\(none)")
      try folder.write("{\"log\": 1}", to: "wrong.har")
      #expect(try await replay(["--draft", "lines", "--har", "wrong.har"]).status == 1)
      #expect(try await replay(["--draft", "lines", "--changeset", "x"]).status == 64)
      for (body, place) in [
        (#"{"against":"draft","requests":{"last":1}}"#, "route"),
        (#"{"against":"changeset","name":"x","requests":{"last":0}}"#, "/requests/last"),
        (#"{"against":"both","requests":{"last":1}}"#, "/against"),
        (#"{"against":"changeset","name":"x","requests":{"log":{}}}"#, "/requests"),
      ] {
        let refused = try await server.admin("POST", "/replay", body: body)
        #expect(refused.status == 422 && refused.text.contains(place), "\(refused.text)")
      }
    }
  }
}
