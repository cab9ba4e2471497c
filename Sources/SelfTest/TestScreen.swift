import JSONText

/// Definitions of test screens.
enum TestScreen {
  /// An item for each id, with the id as its text.
  static func items(_ ids: [String]) -> JSONValue {
    .array(
      ids.map { ["id": .string($0), "viewType": "ONE_LINE_TEXT", "content": ["text1": .string($0)]] })
  }

  static func lines(_ ids: [String], name: String = "Test screen") -> JSONValue {
    ["screenName": .string(name), "items": items(ids)]
  }

  /// Items a and b, and an experiment with a variant that reverses them.
  static func experiment(
    key: String, seed: String = "selftest", _ change: (inout JSONObject) -> Void = { _ in }
  )
    -> JSONValue
  {
    var experiment: JSONObject = [
      "key": .string(key), "seed": .string(seed),
      "variants": [["key": "control"], ["key": "reversed", "order": ["b", "a"]]],
    ]
    change(&experiment)
    return ["screenName": "Test screen", "items": items(["a", "b"]), "experiment": .object(experiment)]
  }

  /// The screen of `lines` in the format `viewItems`.
  static func viewItems(_ ids: [String]) -> JSONValue {
    ["viewItems": .array(ids.map { ["viewType": "ONE_LINE_TEXT", "viewObject": ["text1": .string($0)]] })]
  }

  /// A definition with two sections, one of them without header and footer.
  static let sections: JSONValue = [
    "screenName": "두 부분", "format": "sections",
    "sections": [
      [
        "id": "first", "header": "Head", "footer": "Foot",
        "items": [
          ["id": "a", "viewType": "ONE_LINE_TEXT", "content": ["text1": "é \"\\ \u{1F35C}"]],
          ["id": "b", "viewType": "TWO_LINE_TEXT", "content": ["text2": "second", "text1": "first"]],
        ],
      ],
      ["id": "last", "items": [["viewType": "TITLE", "content": ["badges": [], "title": "t"]]]],
    ],
  ]
}
