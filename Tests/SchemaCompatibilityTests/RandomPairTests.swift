import Foundation
import JSONSchema
import JSONText
import Testing

@testable import SchemaCompatibility

/// Random pairs of schemas with random documents: the validator must not contradict the verdicts. COMPAT_PAIRS sets the
/// number of pairs.
@Suite struct RandomPairTests {
  private static let pairs = ProcessInfo.processInfo.environment["COMPAT_PAIRS"].flatMap { Int($0) } ?? 600
  private static let documents = 40

  /// The counts of the verdicts.
  private struct Tally: CustomStringConvertible {
    var counts: [String: Int] = [:]

    mutating func add(_ key: String) { counts[key, default: 0] += 1 }

    var description: String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
  }

  @Test func `no document contradicts the verdict on a random pair`() throws {
    var tally = Tally()
    for seed in 0..<Self.pairs {
      var random = RandomSchemas(seed: UInt64(seed))
      let old = random.root()
      let new = random.chance(85) ? random.changed(old) : random.root()
      guard let oldVersion = try? SchemaVersion(value: old), let newVersion = try? SchemaVersion(value: new)
      else {
        tally.add("invalid")
        continue
      }
      let limits = Self.limits
      let comparison = SchemaComparison(old: oldVersion, new: newVersion, limits: limits)
      let reports = CompatibilityDirection.allCases.map { comparison.report(for: $0) }
      for report in reports { tally.add("\(report.direction.rawValue) \(report.verdict.rawValue)") }
      check(reports, comparison, "pair \(seed): \(old.text) / \(new.text)")
      var isFound = [false, false]
      for _ in 0..<Self.documents {
        let side = random.chance(50) ? old : new
        let document = random.document(for: side, in: side)
        let isOld = oldVersion.accepts(document)
        let isNew = newVersion.accepts(document)
        let note: Comment = "pair \(seed): \(old.text) / \(new.text) for \(document.text)"
        let isDecoded = comparison.isDecoded(document)
        #expect(!reports[0].isCompatible || !isOld || isNew, note)
        #expect(!reports[1].isCompatible || !isNew || isDecoded != false, note)
        #expect(!isOld || isDecoded != false, note)
        if isOld, !isNew { isFound[0] = true }
        if isNew, isDecoded == false { isFound[1] = true }
      }
      for (report, isFound) in zip(reports, isFound) where report.verdict == .breaking {
        tally.add("\(report.direction.rawValue) breaking \(isFound ? "seen" : "unseen") by chance")
      }
    }
    print("random pairs: \(tally)")
    #expect(tally.counts["screens compatible", default: 0] > Self.pairs / 10)
    #expect(tally.counts["apps breaking", default: 0] > Self.pairs / 10)
  }

  @Test func `the search evaluates subschemas like the validator`() throws {
    for seed in 0..<Self.pairs {
      var random = RandomSchemas(seed: UInt64(seed) + 1_000_000)
      let schema = random.root()
      guard let version = try? SchemaVersion(value: schema) else { continue }
      var builder = GraphBuilder(version, into: SchemaGraph(), limits: CompatibilityLimits())
      let root = try builder.build()
      var graph = builder.graph
      graph.classify()
      var search = WitnessSearch(graph, limits: CompatibilityLimits())
      for _ in 0..<20 {
        let document = random.document(for: schema, in: schema)
        guard let answer = search.holds(.holds(root), document) else { continue }
        #expect(answer == version.accepts(document), "\(schema.text) for \(document.text)")
      }
    }
  }

  private static var limits: CompatibilityLimits {
    var limits = CompatibilityLimits()
    limits.steps = 200_000
    return limits
  }

  /// Checks that verdict, reasons and examples are consistent.
  private func check(_ reports: [CompatibilityReport], _ comparison: SchemaComparison, _ pair: String) {
    for report in reports {
      #expect(report.isCompatible == report.reasons.isEmpty, "\(pair)")
      #expect(
        (report.verdict == .breaking) == report.reasons.contains { $0.verdict == .breaking }, "\(pair)")
      for reason in report.reasons {
        guard let example = reason.example else { continue }
        switch report.direction {
        case .screens:
          #expect(comparison.old.accepts(example) && !comparison.new.accepts(example), "\(pair)")
        case .apps:
          #expect(comparison.new.accepts(example) && comparison.isDecoded(example) == false, "\(pair)")
        }
      }
    }
  }
}
