import JSONText

/// Definitions for made-up screens.
enum MadeUpScreen {
  /// One line of text for each id; the text is the id.
  static func items(_ ids: [String]) -> JSONValue {
    .array(
      ids.map { ["id": .string($0), "viewType": "ONE_LINE_TEXT", "content": ["text1": .string($0)]] })
  }

  static func lines(_ ids: [String], name: String = "Made up") -> JSONValue {
    ["screenName": .string(name), "items": items(ids)]
  }

  /// Items a and b, and an experiment whose arms keep and reverse them.
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
    return ["screenName": "Made up", "items": items(["a", "b"]), "experiment": .object(experiment)]
  }

  /// What `lines` looks like in the format `viewItems`.
  static func viewItems(_ ids: [String]) -> JSONValue {
    ["viewItems": .array(ids.map { ["viewType": "ONE_LINE_TEXT", "viewObject": ["text1": .string($0)]] })]
  }

  /// Two sections, one of them without header and footer, and a number and an object to keep as written.
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
