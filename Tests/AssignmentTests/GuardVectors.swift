import Foundation
import JSONText
import Testing

@testable import Assignment

/// The values of the statistics of guarded publication that another program computed with 50 digits:
/// `guard/vectors.json` beside the folder CONFORMANCE_DIR.
struct GuardVectors {
  private let groups: JSONValue

  /// Nil without CONFORMANCE_DIR and without the file.
  static func load() throws -> GuardVectors? {
    guard let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: the vectors of guarded publication; set CONFORMANCE_DIR")
      return nil
    }
    let file = URL(fileURLWithPath: folder, isDirectory: true).deletingLastPathComponent()
      .appendingPathComponent("guard/vectors.json")
    guard let data = try? Data(contentsOf: file) else {
      print("left out: the vectors of guarded publication; \(file.path) cannot be read")
      return nil
    }
    return GuardVectors(groups: try JSONParser.parse([UInt8](data)))
  }

  /// Calls a body with each case of a group, and expects as many cases.
  func forEach(in group: String, count: Int, _ body: (JSONValue) throws -> Void) rethrows {
    let cases = groups[group]?.arrayValue ?? []
    #expect(cases.count == count, "\(group)")
    for vector in cases { try body(vector) }
  }
}

extension JSONValue {
  /// The number of a member; NaN, which equals nothing, without one.
  func number(of name: String) -> Double { self[name]?.numberValue?.doubleValue ?? .nan }

  func string(of name: String) -> String { self[name]?.stringValue ?? "" }

  func list(of name: String) -> [JSONValue] { self[name]?.arrayValue ?? [] }

  /// The counts in the member `steps`.
  var steps: [SideCounts] {
    list(of: "steps").map {
      SideCounts(
        new: $0["k1"]?.numberValue?.intValue ?? -1, old: $0["k0"]?.numberValue?.intValue ?? -1,
        newShare: $0.number(of: "pi"))
    }
  }

  var kind: EventKind { EventKind(rawValue: string(of: "kind")) ?? .bad }

  /// Whether a value agrees with an expected one as the vectors' notes say.
  func agrees(_ value: Double, _ expected: Double) -> Bool {
    let tolerance = self["tol"]?.numberValue?.doubleValue ?? 1e-9 * max(1, abs(expected))
    return abs(value - expected) <= tolerance
  }
}
