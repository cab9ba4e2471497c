import JSONText
import SeededRandom

/// Random responses that resemble screens.
struct RandomJSON {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func response() -> JSONValue {
    let names = ["viewItems", "data", "sections", "items", "screenName", "$items", "id", "rows"]
    var response = JSONObject()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      response[names.randomElement(using: &random) ?? "data"] = value(3)
    }
    return Bool.random(using: &random) ? .object(response) : list(3)
  }

  /// The value with one value in it replaced by another.
  mutating func damaged(_ value: JSONValue) -> JSONValue {
    guard var object = value.objectValue, let name = object.names.randomElement(using: &random),
      let member = object[name], Int.random(in: 0...4, using: &random) > 0
    else { return self.value(2) }
    object[name] = damaged(member)
    return .object(object)
  }

  private mutating func list(_ depth: Int) -> JSONValue {
    .array((0..<Int.random(in: 0...3, using: &random)).map { _ in item(depth) })
  }

  private mutating func item(_ depth: Int) -> JSONValue {
    var item: JSONObject = ["type": .string(["A", "B", "$content"].randomElement(using: &random) ?? "A")]
    if Bool.random(using: &random) {
      item["id"] = .string(["x", "y", "z z"].randomElement(using: &random) ?? "x")
    }
    if Bool.random(using: &random) { item["content"] = value(depth - 1) }
    if Bool.random(using: &random) { item["rows"] = list(depth > 0 ? depth - 1 : 0) }
    return .object(item)
  }

  private mutating func value(_ depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &random) {
    case 0: nil
    case 1: .bool(Bool.random(using: &random))
    case 2: .number(JSONNumber(Int.random(in: -3...3, using: &random)))
    case 3, 4: .string(["", "$header", "$$", "https://a.example/b", "é"].randomElement(using: &random) ?? "")
    case 5: ["a": value(depth - 1), "title": value(depth - 1)]
    default: list(depth - 1)
    }
  }
}
