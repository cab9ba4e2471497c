import Foundation
import JSONText
import TestFolders
import Testing

/// The events of an experiment: what apps report of its units, by variant.
@Suite final class ExperimentEventTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Self.screen(), to: "screens/home.json")
  }

  private static func screen(
    _ members: String = "", events: String = #"["content-failed", {"name": "order-placed", "kind": "good"}]"#
  ) -> String {
    """
    {"items": [{"id": "a", "viewType": "ONE_LINE_TEXT", "content": {"text1": "A"}}],
     "experiment": {"key": "size", "variants": [{"key": "small"}, {"key": "large", "screenName": "Large"}],
       "events": \(events)\(members)}}
    """
  }

  private func token(_ server: FolderServer, _ query: String, _ fields: [FolderServer.Field] = []) throws
    -> String?
  {
    try server.get("/screens/home" + query, fields: fields).value(of: "Screen-Report")
  }

  private static func report(
    _ server: FolderServer, _ tokens: [String], _ events: JSONValue = ["order-placed"]
  ) throws -> String {
    let reports = tokens.enumerated().map { number, token -> JSONValue in
      ["id": .string("\(number)"), "token": .string(token), "events": events]
    }
    return try server.request("POST", "/reports", body: (["reports": .array(reports)] as JSONValue).text).text
  }

  private static func accepted(_ count: Int, of all: Int) -> String {
    #"{"accepted":\#(count),"ignored":\#(all - count)}"#
  }

  private static func events(_ server: FolderServer) throws -> [JSONValue] {
    let results = try server.admin("GET", "/experiments/size/results")
    #expect(results.status == 200, "\(results.text)")
    return try JSONParser.parse(results.text)["events"]?.arrayValue ?? []
  }

  /// The units of an event by variant.
  private static func units(_ event: JSONValue?) -> [Int] {
    (event?["variants"]?.arrayValue ?? []).compactMap { $0["units"]?.numberValue?.intValue }
  }

  @Test func `a unit counts once for each event, also over restarts, and the ratio is that of the variants`()
    throws
  {
    // Every third unit of one variant orders, and each of the other one.
    var tokens: [String] = []
    var expected = [0, 0]
    try FolderServer.run(in: folder) { server in
      for user in 0..<600 {
        let response = try server.get("/screens/home?user=user-\(user)")
        let isLarge = response.value(of: "Screen-Variant") == "large"
        guard isLarge || user.isMultiple(of: 3) else { continue }
        tokens.append(try #require(response.value(of: "Screen-Report")))
        expected[isLarge ? 1 : 0] += 1
      }
      #expect(
        try Self.report(server, tokens + tokens) == Self.accepted(2 * tokens.count, of: 2 * tokens.count))
      let events = try Self.events(server)
      #expect(events.compactMap { $0["name"]?.stringValue } == ["content-failed", "order-placed"])
      #expect(events.compactMap { $0["kind"]?.stringValue } == ["bad", "good"])
      #expect(events.map { Self.units($0) } == [[0, 0], expected])
      let variants = try #require(events.last?["variants"]?.arrayValue)
      #expect(variants.first?["ratio"] == nil)
      let ratio = try #require(variants.last?["ratio"])
      let (low, high) = (ratio["low"]?.numberValue?.doubleValue, ratio["high"]?.numberValue?.doubleValue)
      #expect(try #require(low) > 1.5 && #require(high) < 6)
      // Nothing was reported of this one, so it excludes nothing.
      let unknown = events.first?["variants"]?.arrayValue?.last?["ratio"]
      #expect(unknown?["low"]?.numberValue?.doubleValue ?? 1 < 0.01)
    }
    // Another process, and the same users by other requests.
    try FolderServer.run(in: folder) { server in
      #expect(try Self.report(server, tokens) == Self.accepted(tokens.count, of: tokens.count))
      let again = try (0..<600).filter { $0.isMultiple(of: 3) }.compactMap { user in
        try token(server, "", [("Screen-User", "user-\(user)")])
      }
      #expect(again.count == 200)
      _ = try Self.report(server, again)
      #expect(Self.units(try Self.events(server).last) == expected)
      // An app that learns of a 304 has a token, too.
      let tag = try #require(try server.get("/screens/home?user=user-1").value(of: "ETag"))
      let response = try server.get("/screens/home?user=user-1", fields: [("If-None-Match", tag)])
      #expect(response.status == 304 && response.value(of: "Screen-Report") != nil)
    }
  }

  @Test func `events of other weights count apart, and those of another coverage do not`() throws {
    try FolderServer.run(in: folder) { server in
      func patch(_ body: String) throws {
        let response = try server.admin(
          "PATCH", "/experiments/size?allowReassignment=true",
          fields: [("Content-Type", "application/merge-patch+json")], body: body)
        #expect(response.status == 200, "\(response.text)")
      }
      func units() throws -> Int { Self.units(try Self.events(server).last).reduce(0, +) }
      let first = try #require(try token(server, "?user=ann"))
      _ = try Self.report(server, [first])
      #expect(try units() == 1)
      try patch(#"{"coverage": 0.9999}"#)
      #expect(try units() == 1)
      #expect(try token(server, "?user=ann") == first)
      try patch(#"{"weights": {"small": 9, "large": 1}}"#)
      #expect(try units() == 0)
      // The unit counts once more, for the split that it has now; its earlier token is of the earlier one.
      let second = try #require(try token(server, "?user=ann"))
      _ = try Self.report(server, [first, second, second])
      #expect(try units() == 1)
      // The same split in other numbers.
      try patch(#"{"weights": {"small": 90, "large": 10}}"#)
      #expect(try units() == 1)
      try patch(#"{"weights": {"small": 1, "large": 1}}"#)
      #expect(try units() == 1)
    }
  }

  @Test func `only measured units have tokens, and only declared events count`() throws {
    try folder.write(Self.screen(#", "force": {"tester": "large"}"#), to: "screens/home.json")
    try FolderServer.run(in: folder) { server in
      let list = try #require(try token(server, "?user=ann"))
      #expect(!list.contains("ann"))
      let one = String(try #require(list.split(separator: ",").last))
      #expect(try token(server, "?user=ann&country=KR") == list)
      for query in ["", "?user=tester", "?user=ann&variant=large", "?user=ann&version=1"] {
        #expect(try token(server, query) == nil, "\(query)")
      }
      let session = try server.session()
      #expect(
        try server.get(session.path + "/screens/home?user=ann").value(of: "Screen-Report") == nil)
      let arm = try server.get("/screens/home/arm?user=ann")
      #expect(arm.value(of: "Screen-Report") == list)
      let content = try #require(try JSONParser.parse(arm.text)["url"]?.stringValue)
      #expect(try server.get(content).value(of: "Screen-Report") == nil)

      // One that was made up, one of another variant, and texts that are no tokens.
      let other = one.hasSuffix("small") ? "large" : "small"
      let forged = [
        (one.hasPrefix("0") ? "1" : "0") + one.dropFirst(), String(one.dropLast(5)) + other,
        "0:size:small", ":::", one + ":x", String(list.prefix(16)), "," + one.dropLast(),
      ]
      #expect(try Self.report(server, forged) == Self.accepted(0, of: forged.count))
      #expect(try Self.report(server, [one], ["drawn", "settled", "order"]) == Self.accepted(1, of: 1))
      #expect(try Self.events(server).allSatisfy { Self.units($0) == [0, 0] })
      _ = try Self.report(server, [one], ["content-failed"])
      #expect(try Self.events(server).map { Self.units($0).reduce(0, +) } == [1, 0])

      // Stopped, it has no units, and keeps its counts.
      let stopped = try server.admin(
        "PATCH", "/experiments/size", fields: [("Content-Type", "application/merge-patch+json")],
        body: #"{"status": "stopped"}"#)
      #expect(stopped.status == 200, "\(stopped.text)")
      #expect(try token(server, "?user=ann") == nil)
      _ = try Self.report(server, [one], ["order-placed"])
      #expect(try Self.events(server).map { Self.units($0).reduce(0, +) } == [1, 1])
    }
  }

  @Test func `each experiment of a screen, and its rollout, has its own token`() throws {
    let definition = """
      {"items": [{"id": "a", "viewType": "ONE_LINE_TEXT", "content": {"text1": "A"}}], "experiments": [
        {"key": "size", "variants": [{"key": "small"}, {"key": "large"}],
         "events": [{"name": "order-placed", "kind": "good"}]},
        {"key": "plain", "variants": [{"key": "a"}, {"key": "b"}]},
        {"key": "tone", "variants": [{"key": "calm"}, {"key": "loud"}], "hashAttribute": "company",
         "events": ["settled", {"name": "order-placed", "kind": "good"}]}]}
      """
    try folder.write(definition, to: "screens/home.json")
    try FolderServer.run(in: folder) { server in
      let own = try #require(try token(server, "?user=ann&company=acme"))
      let parts = own.split(separator: ",")
      #expect(parts.count == 3 && parts[1].contains(":size:") && parts[2].contains(":tone:"))
      let same = try token(server, "?user=bob&company=acme")?.split(separator: ",")
      #expect(same?.last == parts.last && same?[1] != parts[1])
      #expect(try token(server, "?user=ann")?.split(separator: ",").dropFirst() == [parts[1]])
      // Clients send an event once for the first 16 characters, which say what the list is about.
      let names = try ["?user=ann&company=acme", "?user=ann", "?user=ann&company=other", "?user=bob"].map {
        try token(server, $0)?.prefix(16)
      }
      #expect(Set(names).count == 4 && names[0] == parts[0])
      #expect(try token(server, "?user=ann&company=acme") == own)
      let changed = try server.admin(
        "PUT", "/screens/home?guard=50,100", body: definition.replacing("\"A\"", with: "\"B\""))
      #expect(changed.status == 200, "\(changed.text)")
      let all = try #require(try token(server, "?user=ann&company=acme"))
      #expect(all.split(separator: ",").count == 4 && all.hasSuffix(parts[1] + "," + parts[2]))
      #expect(all.prefix(16) != own.prefix(16))
      #expect(try Self.report(server, [all]) == Self.accepted(1, of: 1))
      #expect(Self.units(try Self.events(server).last).reduce(0, +) == 1)
      let list = try server.admin("GET", "/rollouts").text
      #expect(list.contains(#""state":"running""#))
    }
  }

  @Test func `units of another seed are counted apart, and a language is no attribute of a token`() throws {
    try folder.write(#"{"default": "en", "languages": ["en", "de"]}"#, to: "screens/_languages.json")
    try folder.write(
      #"{"units": [{"item": "a", "at": "/text1", "source": "A", "text": "Ä"}]}"#,
      to: "screens/_translations/de/home.json")
    let condition = #", "condition": {"locale": "de"}"#
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/screens/home?user=ann&locale=de").text.contains("Ä"))
      #expect(try token(server, "?user=ann&locale=de") != nil)
      _ = try Self.report(server, [try #require(try token(server, "?user=ann"))])
      func change(_ members: String) throws {
        let changed = try server.admin(
          "PUT", "/screens/home?allowReassignment=true", body: Self.screen(members))
        #expect(changed.status == 200, "\(changed.text)")
      }
      try change(#", "seed": "another""#)
      #expect(Self.units(try Self.events(server).last) == [0, 0])
      try change("")
      #expect(Self.units(try Self.events(server).last).reduce(0, +) == 1)
      try change(condition)
      #expect(try token(server, "?user=ann&locale=de") == nil)
      #expect(try server.get("/screens/home?user=ann&locale=de").value(of: "Screen-Variant") == nil)
    }
  }

  @Test func `a report is refused, and not lost, while its token cannot be read`() throws {
    var tokens: [String] = []
    try FolderServer.run(in: folder) { server in
      tokens = [try #require(try token(server, "?user=ann"))]
      #expect(try Self.report(server, tokens, ["content-failed"]) == Self.accepted(1, of: 1))
    }
    let (file, aside) = (folder.path("data/reports.sqlite"), folder.path("data/aside"))
    try FileManager.default.moveItem(atPath: file, toPath: aside)
    try folder.write("in the way", to: "data/reports.sqlite/file")
    try FolderServer.run(in: folder) { server in
      let served = try server.get("/screens/home?user=ann")
      #expect(served.status == 200 && served.value(of: "Screen-Report") == nil)
      #expect(try Self.report(server, tokens).contains("store-unavailable"))
    }
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: aside, toPath: file)
    try FolderServer.run(in: folder) { server in
      let reported = try Self.report(server, tokens)
      #expect(reported == Self.accepted(1, of: 1))
      #expect(try Self.events(server).map { Self.units($0).reduce(0, +) } == [1, 1])
    }
  }

  @Test func `the elements of tokens are limited like reports, and nothing is kept without exposures`() throws
  {
    try FolderServer.run(in: folder) { server in
      let one = try #require(try token(server, "?user=ann"))
      let long = Array(repeating: one, count: 5).joined(separator: ",")
      #expect(try Self.report(server, [long]).contains("a token has at most 9 elements, not 10"))
      let pair = String(one.dropFirst(17))
      let four = Array(repeating: pair, count: 4).joined(separator: ",")
      let tooMany = try Self.report(server, Array(repeating: four, count: 501))
      #expect(tooMany.contains("the tokens of a request have at most 2000 elements, not 2004"), "\(tooMany)")
      #expect(Self.units(try Self.events(server).last) == [0, 0])
    }
    try FolderServer.run(in: folder, FolderServer.Options(recordsExposures: false)) { server in
      let found = try token(server, "?user=ann")
      #expect(found == nil)
    }
  }

  @Test func `a network is limited by the events that can be stored`() throws {
    let names = (1...8).map { "own-\($0)" } + ["drawn", "settled", "no-cell", "content-failed"]
    let own = names.prefix(8).map { #"{"name": "\#($0)", "kind": "bad"}"# }
    let declared = own + names.dropFirst(8).map { #""\#($0)""# }
    try folder.write(
      Self.screen(events: "[\(declared.joined(separator: ", "))]"), to: "screens/home.json")
    let options = FolderServer.Options(clock: { 2_000_000_000 })
    try FolderServer.run(in: folder, options) { server in
      let one = String(try #require(try token(server, "?user=ann")?.split(separator: ",").last))
      let tokens = Array(repeating: one, count: 1000)
      // Twenty times 12,000 events, which is all that a network may send at once.
      for _ in 0..<20 {
        let events = JSONValue.array(names.map { .string($0) })
        #expect(try Self.report(server, tokens, events) == Self.accepted(1000, of: 1000))
      }
      #expect(try Self.events(server).map { Self.units($0).reduce(0, +) } == names.map { _ in 1 })
      // Events that nothing counts cost as much as a report each.
      let refused = try Self.report(server, tokens, ["unknown", "unknown-2"])
      #expect(refused.contains("too-many-reports") && refused.contains("try again in 1 s"), "\(refused)")
      server.pass(seconds: 1)
      for _ in 0..<20 {
        let ignored = try Self.report(server, tokens, ["unknown", "unknown-2"])
        #expect(ignored == Self.accepted(1000, of: 1000))
      }
      #expect(try Self.report(server, [one]).contains("too-many-reports"))
    }
  }

  @Test(arguments: [
    (#"["slow"]"#, #"an experiment cannot have the event "slow""#),
    (#"["unknown"]"#, #"there is no built-in event "unknown""#),
    (#"[{"name": "settled", "kind": "good"}]"#, #""settled" is a built-in event"#),
    (#"[{"name": "a", "kind": "better"}]"#, #""kind""#),
    (#"["settled", "settled"]"#, #"the event "settled" is named twice"#),
    ("[]", "an experiment without events sees nothing"),
  ])
  func `events that cannot be counted are refused with their place`(events: String, message: String) throws {
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("PUT", "/screens/home", body: Self.screen(events: events))
      #expect(refused.status == 422)
      #expect(refused.text.contains("/experiment/events"), "\(refused.text)")
      let text = try JSONParser.parse(refused.text)["errors"]?.arrayValue?.first?["message"]?.stringValue
      #expect(text?.contains(message) == true, "\(refused.text)")
    }
  }
}
