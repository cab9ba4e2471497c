import JSONText
import SeededRandom

/// Random schemas of values without parts.
enum RandomValue {
  static func make(_ random: inout SplitMix64) -> RandomSchema {
    switch random.number(0...12) {
    case 0, 1: text(["type": "string"])
    case 2:
      RandomSchema(schema: ["type": "string", "format": "uri"]) { random, _ in
        .string("https://a.example/\(random.number(0...99))?q=%20#f")
      }
    case 3: RandomSchema(schema: ["type": "string", "format": "date-time"], make: date)
    case 4:
      RandomSchema(schema: ["type": "string", "format": "uuid"]) { random, _ in
        .string("F81D4FAE-7DEC-11D0-A765-00A0C91E6B\(random.number(10...99))")
      }
    case 5: text(["type": "string", "format": "date"], values: ["2024-02-29"])
    case 6:
      RandomSchema(schema: ["type": "integer"]) { random, _ in
        .number(JSONNumber(random.pick([0, -1, 7, Int.max, Int.min], or: 0)))
      }
    case 7:
      RandomSchema(schema: ["type": "integer", "minimum": 0, "maximum": maximum]) { random, _ in
        JSONNumber(text: random.pick(["18446744073709551615", "3"], or: "3")).map { .number($0) } ?? 3
      }
    case 8:
      RandomSchema(schema: ["type": "number"]) { random, _ in
        JSONNumber(Double(random.number(-1000...1000)) / 8).map { .number($0) } ?? 0
      }
    case 9: RandomSchema(schema: ["type": "boolean"]) { random, _ in .bool(random.chance(50)) }
    case 10:
      RandomSchema(schema: ["type": ["string", "null"]]) { random, _ in
        random.chance(50) ? .null : .string(RandomText.string(&random))
      }
    case 11: choice(&random)
    default:
      RandomSchema(schema: ["type": ["null", "integer"]]) { random, _ in random.chance(50) ? .null : 4 }
    }
  }

  private static var maximum: JSONValue { JSONNumber(text: "18446744073709551615").map { .number($0) } ?? 0 }

  private static func text(_ schema: JSONValue, values: [String] = []) -> RandomSchema {
    RandomSchema(schema: schema) { random, _ in
      .string(values.isEmpty ? RandomText.string(&random) : random.pick(values, or: ""))
    }
  }

  private static func date(_ random: inout SplitMix64, _ depth: Int) -> JSONValue {
    let second = random.number(10...59)
    let fraction = random.pick(["", ".5", ".125", ".999"], or: "")
    let offset = random.pick(["Z", "+09:00", "-03:30"], or: "Z")
    return .string("2024-02-29T12:34:\(second)\(fraction)\(offset)")
  }

  /// Returns the schema of an enum, written in one of the possible ways.
  private static func choice(_ random: inout SplitMix64) -> RandomSchema {
    var values: [String] = []
    for _ in 0..<random.number(1...5) {
      let value = RandomText.name(&random)
      if !values.contains(value) { values.append(value) }
    }
    let schema: JSONValue =
      switch random.number(0...3) {
      case 0: ["enum": .array(values.map { .string($0) })]
      case 1: ["type": ["string", "null"], "enum": .array(values.map { .string($0) } + [.null])]
      case 2:
        [
          "oneOf": .array(values.map { ["const": .string($0), "title": .string("The \($0)\n*/ one")] })
        ]
      default: ["type": "string", "anyOf": .array(values.map { ["enum": [.string($0)]] })]
      }
    return RandomSchema(schema: schema) { random, _ in .string(random.pick(values, or: "")) }
  }
}
