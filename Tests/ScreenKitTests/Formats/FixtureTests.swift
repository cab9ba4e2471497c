import Foundation
import ScreenKit
import SeededRandom
import Testing

/// Each folder of `Fixtures` has a wire format, a response, and the screen that ScreenKit must make of it. The server has
/// rendered the responses, but not those that are damaged.
@Suite struct FixtureTests {
  private static let folder = AppleModules.root.appendingPathComponent("Tests/ScreenKitTests/Fixtures")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private static func data(_ name: String, _ file: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent("\(name)/\(file).json"))
  }

  @Test func `there are fixtures`() { #expect(Self.names.count > 30) }

  @Test(arguments: names) func `a response is decoded to the expected screen`(name: String) throws {
    let expected = try json(String(decoding: try Self.data(name, "expected"), as: UTF8.self))
    let format = try WireFormat(name: name, document: try Self.data(name, "format"))
    let registered = expected["registered"]?.arrayValue?.compactMap(\.stringValue) ?? FixtureValue.viewTypes
    let decoder = ScreenDecoder(format: format, registry: FixtureValue.registry(registered))
    let decoded = try decoder.decode(try Self.data(name, "response"))
    var members = decoded.screen.described
    members["registered"] = expected["registered"]
    if !decoded.warnings.isEmpty {
      members["warnings"] = .array(
        decoded.warnings.map { .string("\($0.kind.rawValue) \($0.path ?? "-") \($0.itemID ?? "-")") })
    }
    let actual = JSONValue.object(members)
    let text = String(decoding: try JSONEncoder.screenKit.encode(actual), as: UTF8.self)
    #expect(actual == expected, "ACTUAL \(name) \(text)")
  }

  @Test(arguments: names) func `a damaged response is an error or a screen, never a crash`(name: String)
    throws
  {
    let format = try WireFormat(name: name, document: try Self.data(name, "format"))
    let decoder = ScreenDecoder(format: format, registry: FixtureValue.registry(FixtureValue.viewTypes))
    let response = try Self.data(name, "response")
    let value = try JSONDecoder.screenKit.decode(JSONValue.self, from: response)
    var generator = SplitMix64(seed: UInt64(name.utf8.count))
    for _ in 0..<60 {
      let damaged = Self.damaged(value, &generator)
      _ = try? decoder.decode(Data(try JSONEncoder.screenKit.encode([damaged]).dropFirst().dropLast()))
      var bytes = response
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
      _ = try? decoder.decode(bytes)
    }
  }

  /// The value with another one in a random place of it.
  private static func damaged(_ value: JSONValue, _ generator: inout SplitMix64) -> JSONValue {
    if Int.random(in: 0..<4, using: &generator) > 0 {
      if case .object(var members) = value, let name = members.keys.sorted().randomElement(using: &generator)
      {
        members[name] = members[name].map { damaged($0, &generator) }
        return .object(members)
      }
      if case .array(var elements) = value, let index = elements.indices.randomElement(using: &generator) {
        elements[index] = damaged(elements[index], &generator)
        return .array(elements)
      }
    }
    let others: [JSONValue] = [.null, true, 1e300, "row", ["row", "soup"], [], [:], ["t": "GROUP"]]
    return others.randomElement(using: &generator) ?? .null
  }
}
