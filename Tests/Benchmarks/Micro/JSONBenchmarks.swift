import Foundation
import JSONText

/// JSON of 1 MB, by `JSONText` and by Foundation.
enum JSONBenchmarks {
  static func reading() throws -> [Benchmark] {
    let text = LargeDocument.value.serialized()
    let data = Data(text)
    let decoder = JSONDecoder()
    let values = count(try JSONParser.parse(text))
    guard values == (try decoder.decode(AnyJSON.self, from: data)).count else {
      throw BenchmarkError("the two readers do not read the same")
    }
    return [
      Benchmark(name: "json parsing") { times in
        var total = 0
        for _ in 0..<times {
          guard case .object(let object) = try JSONParser.parse(text) else { return 0 }
          total &+= object.count
        }
        return total
      },
      Benchmark(name: "JSONDecoder") { times in
        var total = 0
        for _ in 0..<times {
          guard case .object(let members) = try decoder.decode(AnyJSON.self, from: data) else { return 0 }
          total &+= members.count
        }
        return total
      },
    ]
  }

  static func writing() throws -> [Benchmark] {
    let value = LargeDocument.value
    let text = value.serialized()
    let encoder = JSONEncoder()
    // Like JSONText, which does not escape slashes.
    encoder.outputFormatting = .withoutEscapingSlashes
    let equivalent = try JSONDecoder().decode(AnyJSON.self, from: Data(text))
    // The text of numbers may differ.
    let size = try encoder.encode(equivalent).count
    guard abs(size - text.count) < text.count / 50 else {
      throw BenchmarkError("the two writers do not write the same: \(text.count) and \(size) bytes")
    }
    return [
      Benchmark(name: "json writing") { times in
        var total = 0
        for _ in 0..<times { total &+= value.serialized().count }
        return total
      },
      Benchmark(name: "JSONEncoder") { times in
        var total = 0
        for _ in 0..<times { total &+= try encoder.encode(equivalent).count }
        return total
      },
    ]
  }

  private static func count(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .object(let object): object.reduce(1) { $0 + count($1.value) }
    default: 1
    }
  }
}
