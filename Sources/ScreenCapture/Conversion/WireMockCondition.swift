import JSONText

/// Conditions that must all hold.
struct WireMockCondition {
  private(set) var parts: [JSONObject] = []

  /// The condition that always holds.
  static let always = WireMockCondition()

  init() {}

  init(_ parts: JSONObject...) { self.parts = parts }

  init(all parts: [JSONObject]) { self.parts = parts }

  /// A condition that holds if one of them does.
  init(any conditions: [WireMockCondition]) {
    // One that always holds decides.
    guard conditions.allSatisfy({ !$0.parts.isEmpty }) else { return }
    let choices = conditions.compactMap(\.object)
    parts = choices.count == 1 ? choices : [["$or": .array(choices.map { .object($0) })]]
  }

  /// A condition that holds if another one does not.
  init(not condition: WireMockCondition) {
    parts = [["$not": .object(condition.object ?? [:])]]
  }

  mutating func add(_ other: WireMockCondition) { parts += other.parts }

  /// The condition of an endpoint; nil if it always holds.
  var object: JSONObject? {
    guard !parts.isEmpty else { return nil }
    var merged = JSONObject()
    for member in parts.joined() {
      guard merged[member.name] == nil else { return ["$and": .array(parts.map { .object($0) })] }
      merged[member.name] = member.value
    }
    return merged
  }
}

/// The value of a request that a matcher tests.
enum WireMockSubject {
  /// All texts of a name, of which one must match.
  case texts(String)
  /// One text.
  case text(String)
  /// A value of the JSON body.
  case json(String)
  /// The whole body: its text, or its JSON value.
  case body

  /// The subject of a matcher of texts.
  private var name: String {
    switch self {
    case .texts(let name), .text(let name), .json(let name): name
    case .body: "text"
    }
  }

  /// The subject of a matcher of JSON; nil for a text.
  var jsonName: String? {
    switch self {
    case .json(let name): name
    case .body: "body"
    case .texts, .text: nil
    }
  }

  var listName: String? { if case .texts(let name) = self { name } else { nil } }

  /// What a dot of a regular expression matches. Bodies have several lines.
  var reach: WireMockPattern.Reach {
    switch self {
    case .texts, .text: .line
    case .json, .body: .lines
    }
  }

  func exists(_ flag: Bool) -> WireMockCondition { WireMockCondition([name: ["$exists": .bool(flag)]]) }

  /// The value is a text.
  func equals(_ text: String) -> WireMockCondition {
    switch self {
    case .texts(let name): WireMockCondition([name: ["$all": [.string(text)]]])
    // A missing value is the text "null" for conditions.
    case .text, .json, .body:
      text == "null"
        ? WireMockCondition([name: ["$exists": true, "$in": [.string(text)]]])
        : WireMockCondition([name: .string(text)])
    }
  }

  /// The value is present and passes these operators.
  func passes(_ operators: JSONObject) -> WireMockCondition {
    switch self {
    case .texts(let name): return WireMockCondition([name: ["$all": [.object(operators)]]])
    case .text, .json, .body:
      var present: JSONObject = ["$exists": true]
      for member in operators { present[member.name] = member.value }
      return WireMockCondition([name: .object(present)])
    }
  }

  /// The value is missing or passes these operators.
  func isMissingOr(_ operators: JSONObject) -> WireMockCondition {
    WireMockCondition(any: [exists(false), passes(operators)])
  }
}
