import JSONText
import SchemaCompatibility
import Screens

/// The most that one request can make the server compute: the largest documents, in their worst form.
enum WorstCases {
  static func benchmarks() throws -> [Benchmark] {
    [
      try unknownIDs(), try wrongTexts(), try merges(), shuffledNumbers(), shuffledItems(), moves(),
      try compatibility(
        "of an enumeration of 20,000 numbers", old: enumeration(20_000), new: enumeration(19_999)),
      try compatibility("of 50,000 required members", old: required(50_000), new: required(50_001)),
      try compatibility("of 2,000 patterns", old: patterns("string"), new: patterns("integer")),
    ]
  }

  // MARK: Documents

  private static func items(_ count: Int) -> [JSONValue] {
    (0..<count).map { ["id": .string("item-\($0)"), "viewType": "T", "content": [:]] }
  }

  private static func experiment(_ variant: JSONObject) -> JSONValue {
    ["key": "e", "variants": [["key": "a"], .object(variant)]]
  }

  private static func catalogue(_ schema: JSONValue) throws -> Catalogue {
    var catalogue = Catalogue()
    guard catalogue.setViewTypes(["T": schema]).isEmpty else { throw BenchmarkError("the schema is invalid") }
    catalogue.setFormat(
      try WireFormat(name: "viewItems", try JSONDocument(Array(#"{"screen":{},"item":{}}"#.utf8))))
    return catalogue
  }

  /// Reads a definition. The work is the number of its errors, or one.
  private static func reading(
    _ name: String, _ definition: JSONValue, _ catalogue: Catalogue
  ) throws -> Benchmark {
    let route = try Route("home")
    let text = definition.serialized()
    return Benchmark(name: name) { times in
      var total = 0
      for _ in 0..<times {
        do {
          _ = try DefinitionReader.read(try JSONDocument(text), route: route, catalogue: catalogue)
          total &+= 1
        } catch let error as InvalidDocument {
          total &+= error.diagnostics.count
        }
      }
      return total
    }
  }

  private static func unknownIDs() throws -> Benchmark {
    let order = (0..<9_000).map { JSONValue.string("other-\($0)") }
    let variant: JSONObject = ["key": "b", "order": .array(order)]
    return try reading(
      "worst: an order of 9,000 unknown ids",
      ["items": .array(items(9_000)), "experiment": experiment(variant)], catalogue(true))
  }

  private static func wrongTexts() throws -> Benchmark {
    let texts = (0..<20_000).map { JSONValue.string("text number \($0)") }
    let items = (0..<7_000).map { number -> JSONValue in
      ["viewType": "T", "content": ["a": .string("text namber \(number)")]]
    }
    return try reading(
      "worst: 7,000 texts beside an enumeration of 20,000", ["items": .array(items)],
      catalogue(["properties": ["a": ["enum": .array(texts)]]]))
  }

  private static func merges() throws -> Benchmark {
    var content = JSONObject()
    for number in 0..<10_000 { content["m\(number)"] = 0 }
    let changes = (0..<4_000).map { number -> JSONValue in
      ["op": "merge", "id": "a", "content": ["m\(number)": 1]]
    }
    return try reading(
      "worst: 4,000 merges into 10,000 members",
      [
        "items": [["id": "a", "viewType": "T", "content": .object(content)]],
        "experiment": experiment(["key": "b", "changes": .array(changes)]),
      ], catalogue(["additionalProperties": ["type": "integer"]]))
  }

  // MARK: Differences and patches

  private static func shuffled(_ values: [JSONValue]) -> JSONValue {
    var generator = Permutation()
    return .array(values.shuffled(using: &generator))
  }

  private static func shuffledNumbers() -> Benchmark {
    let numbers = (0..<40_000).map { JSONValue.number(JSONNumber($0)) }
    let (old, new) = (JSONValue.array(numbers), shuffled(numbers))
    return Benchmark(name: "worst: the difference of 40,000 shuffled numbers") { times in
      (0..<times).reduce(0) { total, _ in total &+ JSONPatch.difference(from: old, to: new).operations.count }
    }
  }

  private static func shuffledItems() -> Benchmark {
    let items = items(9_000)
    let (old, new): (JSONValue, JSONValue) = (["items": .array(items)], ["items": shuffled(items)])
    return Benchmark(name: "worst: the difference of 9,000 shuffled items") { times in
      (0..<times).reduce(0) { total, _ in
        total &+ DefinitionDifference(from: old, to: new, in: Catalogue()).moved.count
      }
    }
  }

  private static func moves() -> Benchmark {
    let document = JSONValue.array(items(10_000))
    let move = JSONPatch.Operation.move(
      from: JSONPointer(tokens: ["9999"]), to: JSONPointer(tokens: ["0"]))
    let patch = JSONPatch(operations: [JSONPatch.Operation](repeating: move, count: 4_000))
    return Benchmark(name: "worst: 4,000 moves of a JSON Patch") { times in
      var total = 0
      for _ in 0..<times { total &+= try patch.apply(to: document).arrayValue?.count ?? 0 }
      return total
    }
  }

  // MARK: Compatibility

  private static func enumeration(_ count: Int) -> JSONValue {
    ["enum": .array((0..<count).map { .number(JSONNumber($0)) })]
  }

  private static func required(_ count: Int) -> JSONValue {
    ["type": "object", "required": .array((0..<count).map { .string("member\($0)") })]
  }

  private static func patterns(_ type: String) -> JSONValue {
    var patterns = JSONObject()
    for number in 0..<2_000 { patterns["^a\(number)$"] = ["type": .string(type)] }
    return ["patternProperties": .object(patterns)]
  }

  private static func compatibility(_ name: String, old: JSONValue, new: JSONValue) throws -> Benchmark {
    let (old, new) = (try SchemaVersion(value: old), try SchemaVersion(value: new))
    return Benchmark(name: "worst: compatibility \(name)") { times in
      var total = 0
      for _ in 0..<times {
        let comparison = SchemaComparison(old: old, new: new)
        for direction in CompatibilityDirection.allCases {
          total &+= 1 + comparison.report(for: direction).reasons.count
        }
      }
      return total
    }
  }
}

/// The same numbers in every run.
private struct Permutation: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
