import JSONText
import ScreenCapture
import Screens
import Testing

/// Captures into a folder that an earlier capture wrote.
@Suite struct WideningTests {
  private static func response(_ cards: JSONValue..., title: String = "T") -> JSONValue {
    ["title": .string(title), "cards": .array(cards)]
  }

  private static func card(_ id: String, _ members: JSONObject = [:]) -> JSONValue {
    var card: JSONObject = ["type": "card", "id": .string(id), "text": "x"]
    for member in members { card[member.name] = member.value }
    return .object(card)
  }

  private static let badge: JSONValue = ["type": "badge", "id": "n", "n": 1]

  /// The changes of a file, as `POINTER TEXT`.
  private static func changes(_ capture: ScreenCapture, _ path: String) -> [String] {
    (capture.files.first { $0.path == path }?.changes ?? []).map { "\($0.location) \($0.text)" }
  }

  @Test func `a later recording widens schemas and replaces the screen`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"), Self.card("2"))))
    let capture = try folder.capture(
      ("/a", Self.response(Self.card("1", ["text": nil, "link": "https://a.example/"]), Self.badge)))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(capture.paths == ["_types/badge.json", "_types/card.json", "a.json"])
    #expect(
      Self.changes(capture, "_types/card.json") == [
        "/properties/text/type allows null", "/properties/link is a new optional member",
      ])
    let schema = try folder.json("_types/card.json")
    #expect(schema["x-drafted"] == true)
    #expect(schema["properties"]?["text"] == ["type": ["string", "null"]])
    #expect(schema["properties"]?["link"] == ["type": "string", "format": "uri"])
    #expect(schema["required"] == ["type", "id", "text"])
    #expect(try folder.json("a.json")["items"]?.arrayValue?.map { $0["viewType"] } == ["card", "badge"])
    #expect(try folder.isValid())
  }

  @Test func `a recording that fits changes only the screen, and the same one nothing`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    #expect(try folder.capture(("/a", Self.response(Self.card("2")))).paths == ["a.json"])
    let record = folder.record
    let capture = try folder.capture(("/a", Self.response(Self.card("2"))))
    #expect(capture.paths == [])
    #expect(capture.unchanged.map(\.name) == ["a"])
    #expect(folder.record == record)
  }

  @Test func `the wire format is widened by new values and new types`() throws {
    let folder = try CapturedFolder()
    let card: JSONValue = ["type": "app:card", "id": "1"]
    try folder.capture(("/a", ["cards": [card]]), ("/b", ["cards": [card]]))
    let capture = try folder.capture(
      ("/a", ["cards": [card, ["type": "app:row", "id": "2"]], "theme": ["dark": true]]),
      ("/c", ["cards": [card]]))
    #expect(capture.words == ["equal", "equal"], "\(capture.reasons)")
    #expect(
      Self.changes(capture, "_formats/cards.json") == [
        "/screen/theme sends a new value", "/viewTypes/app-row is the new type \"app:row\"",
        "/values/screen describes the values, which are new",
      ])
    #expect(try folder.json("a.json")["values"] == ["theme": ["dark": true]])
    #expect(try folder.json("c.json")["format"] == "cards")
    #expect(try folder.isValid())
    #expect(try folder.capture(("/b", ["cards": [card]])).words == ["equal"])
  }

  @Test func `a new list becomes a section of another format`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))), ("/b", Self.response(Self.card("2"))))
    let capture = try folder.capture(
      ("/a", ["title": "T", "cards": [Self.card("1")], "footer": [Self.badge]]))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(try folder.json("a.json")["sections"]?.arrayValue?.map { $0["id"] } == ["cards", "footer"])
    #expect(try folder.json("b.json")["format"] == "cards")
    #expect(try folder.isValid())
  }

  @Test func `elements without ids take the id from the format`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    let capture = try folder.capture(("/a", Self.response(Self.card("1"), ["type": "line"])))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(try folder.json("_formats/cards.json")["id"] == nil)
    #expect(try folder.json("a.json")["items"]?.arrayValue?.map { $0["id"] } == ["1", nil])
  }

  @Test func `items inside items stay items`() throws {
    let folder = try CapturedFolder()
    let row: JSONValue = ["type": "row", "id": "r", "cells": [Self.card("1")]]
    try folder.capture(("/a", Self.response(row, ["type": "row", "id": "s", "cells": []])))
    let wide: JSONValue = ["type": "row", "id": "r", "cells": [Self.card("1", ["n": 1]), Self.badge]]
    let capture = try folder.capture(("/a", Self.response(wide)))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(capture.paths == ["_types/badge.json", "_types/card.json", "a.json"])
    let cells = try folder.json("a.json")["items"]?.arrayValue?.first?["content"]?["cells"]?.arrayValue
    #expect(cells?.map { $0["viewType"] } == ["card", "badge"])
  }

  @Test func `the responses to other queries stay`() throws {
    let folder = try CapturedFolder()
    try folder.capture(
      ("/a", Self.response(Self.card("1"))), ("/a?tab=2", Self.response(Self.card("2"))),
      ("/a?tab=3", Self.response(Self.card("3"))))
    let later = try folder.capture(
      ("/a?tab=2", Self.response(Self.card("2", ["n": 1]))), ("/a?tab=4", Self.response(Self.card("4"))))
    #expect(later.words == ["equal", "equal"], "\(later.reasons)")
    let check = try folder.capture(
      ("/a", Self.response(Self.card("1"))), ("/a?tab=2", Self.response(Self.card("2", ["n": 1]))),
      ("/a?tab=3", Self.response(Self.card("3"))), ("/a?tab=4", Self.response(Self.card("4"))))
    #expect(check.unchanged.map(\.name) == ["a"])
  }

  @Test func `a response that would take away one to another query is left out`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))), ("/a?tab=2", Self.response(Self.card("2"))))
    let before = try folder.json("a.json")
    let capture = try folder.capture(("/a?tab=2", Self.response(Self.card("2"), title: "other")))
    #expect(capture.words == ["left-out"])
    #expect(
      capture.reasons == [
        "at \"/title\": outside of its items it differs from the other responses of \"a\""
      ])
    let several = try folder.capture(
      ("/a?tab=2", Self.response(Self.card("2"), title: "other")), ("/a?tab=3", Self.response(Self.card("3")))
    )
    #expect(several.words == ["left-out", "left-out"])
    #expect(several.reasons.last?.contains("a.json has for other queries") == true, "\(several.reasons)")
    #expect(try folder.json("a.json") == before)
  }

  @Test func `a format that is the whole response is replaced with it`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/me", ["name": "Ada"]))
    let capture = try folder.capture(("/me", ["name": "Grace", "rank": 1]))
    #expect(capture.words == ["equal"])
    #expect(capture.paths == ["_formats/me.json"])
    #expect(try folder.json("_formats/me.json")["screen"] == ["name": "Grace", "rank": 1])
    #expect(try folder.isValid())
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `after random recordings, each query gets the last response that was captured`(_ seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    let folder = try CapturedFolder()
    var last: [String: JSONValue] = [:]
    for round in 0..<3 {
      let responses = (0..<4).map { index in
        (url: "/\(["a", "b"][index % 2])?q=\((index / 2 + round) % 3)", response: random.response())
      }
      let capture = try folder.capture(responses)
      for outcome in capture.outcomes where outcome.word == "equal" {
        last[responses[outcome.request.index].url] = responses[outcome.request.index].response
      }
      let check = try folder.capture(last.map { (url: $0.key, response: $0.value) })
      #expect(check.words.allSatisfy { $0 == "equal" }, "\(check.reasons)")
      #expect(check.paths == [])
    }
    #expect(try folder.isValid())
  }

  // MARK: What people have written

  @Test func `a schema without the mark is not widened, and the report says what it needs`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    try folder.edit("_types/card.json") { $0["x-drafted"] = nil }
    let before = try (folder.json("_types/card.json"), folder.json("a.json"))
    let capture = try folder.capture(("/a", Self.response(Self.card("1", ["n": 1]))))
    #expect(capture.words == ["left-out"])
    #expect(capture.files.isEmpty)
    let schema = try #require(capture.protected.first)
    #expect(schema.path == "_types/card.json")
    #expect(schema.reason == "it has no \"x-drafted\": true")
    #expect(
      schema.changes == [
        SchemaChange(at: JSONPointer(tokens: ["properties", "n"]), "is a new optional member")
      ])
    #expect(try (folder.json("_types/card.json"), folder.json("a.json")) == before)
  }

  @Test func `a person's schema that accepts the response is no obstacle`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    try folder.edit("_types/card.json") { ($0["x-drafted"], $0["additionalProperties"]) = (nil, nil) }
    let capture = try folder.capture(("/a", Self.response(Self.card("1", ["n": 1]))))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    #expect(capture.paths == ["a.json"])
    #expect(capture.protected.isEmpty)
  }

  @Test func `an edited draft is not widened, even with the mark`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    try folder.edit("_types/card.json") { $0["description"] = "A card." }
    let capture = try folder.capture(("/a", Self.response(Self.card("1", ["n": 1]))))
    #expect(capture.words == ["left-out"])
    #expect(capture.protected.map(\.reason) == ["it has been edited since capture wrote it"])
  }

  @Test func `an edited screen is not replaced`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    try folder.edit("a.json") { $0["screenName"] = "Mine" }
    let capture = try folder.capture(("/a", Self.response(Self.card("2"))))
    #expect(
      capture.reasons == [
        "at \"/cards/0/id\": the folder already has a.json, which sends something else and is not changed, because it has been edited since capture wrote it"
      ])
    #expect(capture.files.isEmpty)
  }

  @Test func `an edited format is not widened, and a new one takes its place`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    try folder.edit("_formats/cards.json") { $0["description"] = "Mine." }
    let before = try folder.json("_formats/cards.json")
    let capture = try folder.capture(
      ("/a", ["title": "T", "cards": [Self.card("1")], "more": true]), ("/b", Self.response(Self.card("2"))))
    #expect(capture.words == ["equal", "equal"], "\(capture.reasons)")
    #expect(try folder.json("_formats/cards.json") == before)
    #expect(try folder.json("a.json")["format"] == "cards-2")
    #expect(try folder.json("b.json")["format"] == "cards")
  }

  @Test func `white space is no edit`() throws {
    let folder = try CapturedFolder()
    try folder.capture(("/a", Self.response(Self.card("1"))))
    try folder.edit("a.json") { _ in }
    #expect(try folder.capture(("/a", Self.response(Self.card("2")))).words == ["equal"])
  }
}

/// Schemas that more examples widen.
@Suite struct SchemaWideningTests {
  /// The schema of `v` after two captures.
  private static func widened(_ one: JSONValue, _ other: JSONValue) throws -> JSONValue? {
    func response(_ value: JSONValue) -> JSONValue { ["list": [["type": "T", "v": value], ["type": "U"]]] }
    let folder = try CapturedFolder()
    try folder.capture(("/a", response(one)))
    let capture = try folder.capture(("/a", response(other)))
    #expect(capture.words == ["equal"], "\(capture.reasons)")
    // What was valid stays valid.
    #expect(try folder.capture(("/b", response(one))).words == ["equal"])
    return try folder.json("_types/T.json")["properties"]?["v"]
  }

  @Test func `each keyword allows more`() throws {
    let half = try JSONParser.parse("1.5")
    #expect(try Self.widened(1, half) == ["type": "number"])
    #expect(try Self.widened(half, 1) == ["type": "number"])
    #expect(try Self.widened("a", 1) == ["type": ["string", "integer"]])
    #expect(try Self.widened("https://a.example/", "a") == ["type": "string"])
    #expect(try Self.widened(nil, "https://a.example/") == ["type": ["null", "string"], "format": "uri"])
    #expect(try Self.widened([1], ["a"]) == ["type": "array", "items": ["type": ["integer", "string"]]])
    #expect(try Self.widened([], [1]) == ["type": "array"])
    #expect(try Self.widened(1, [1]) == ["type": ["integer", "array"], "items": ["type": "integer"]])
    #expect(
      try Self.widened(nil, ["a": 1]) == [
        "type": ["null", "object"], "properties": ["a": ["type": "integer"]], "required": ["a"],
        "additionalProperties": false,
      ])
    #expect(
      try Self.widened(["a": 1, "b": 1], ["b": nil, "c": 1]) == [
        "type": "object",
        "properties": [
          "a": ["type": "integer"], "b": ["type": ["integer", "null"]], "c": ["type": "integer"],
        ],
        "required": ["b"], "additionalProperties": false,
      ])
  }

  @Test func `a dictionary stays one`() throws {
    let many = (0...CaptureLimits.schemaMembers).reduce(into: JSONObject()) { $0["m\($1)"] = 1 }
    #expect(
      try Self.widened(.object(many), ["x": nil]) == [
        "type": "object", "additionalProperties": ["type": ["integer", "null"]],
      ])
  }

  @Test func `places for items allow other values, and other places items`() throws {
    let inner: JSONValue = ["type": "U", "w": 1]
    #expect(
      try Self.widened([inner], [1])?["items"] == ["anyOf": [["$ref": "marquee:item"], ["type": "integer"]]])
    #expect(
      try Self.widened([1], [inner])?["items"] == ["anyOf": [["$ref": "marquee:item"], ["type": "integer"]]])
    #expect(try Self.widened([], [inner])?["items"] == ["$ref": "marquee:item"])
  }
}
