package import JSONText

/// An error in an experiment's values, such as a repeated key or a weight below 0.
package struct ExperimentFault: Sendable, Equatable {
  package enum Code: String, Sendable, CaseIterable {
    case duplicateName = "duplicate-name"
    case invalidValue = "invalid-value"
    case unknownVariant = "unknown-variant"
  }

  package let code: Code
  /// The location, from the experiment's root.
  package let pointer: JSONPointer
  package let message: String
}

extension Experiment {
  /// The largest number of variants of an experiment.
  package static let variantLimit = 100

  /// All errors in the experiment's values, in the order of its members.
  package func faults() -> [ExperimentFault] {
    variantFaults() + coverageFaults() + namespaceFaults() + forceFaults()
  }

  private func variantFaults() -> [ExperimentFault] {
    var faults: [ExperimentFault] = []
    let list = JSONPointer(tokens: ["variants"])
    if variants.count < 2 {
      faults.append(fault(.invalidValue, list, "an experiment has at least 2 variants"))
    }
    if variants.count > Self.variantLimit {
      faults.append(fault(.invalidValue, list, "an experiment has at most \(Self.variantLimit) variants"))
    }
    var seen: Set<ExactString> = []
    for (place, variant) in variants.enumerated() {
      if !seen.insert(ExactString(variant.key)).inserted {
        faults.append(
          fault(.duplicateName, list.appending(place).appending("key"), "repeated variant \"\(variant.key)\"")
        )
      }
      if !variant.weight.isFinite || variant.weight < 0 {
        faults.append(
          fault(.invalidValue, list.appending(place).appending("weight"), "a weight must be 0 or more"))
      }
    }
    if !variants.isEmpty, variants.allSatisfy({ $0.weight == 0 }) {
      faults.append(fault(.invalidValue, list, "at least one variant has a weight above 0"))
    }
    return faults
  }

  private func coverageFaults() -> [ExperimentFault] {
    guard !(0...1).contains(coverage) else { return [] }
    return [fault(.invalidValue, JSONPointer(tokens: ["coverage"]), "coverage is a number from 0 to 1")]
  }

  private func namespaceFaults() -> [ExperimentFault] {
    guard let range = namespace?.range else { return [] }
    let whole = 0.0...1.0
    guard !whole.contains(range.start) || !whole.contains(range.end) || range.start > range.end else {
      return []
    }
    return [
      fault(
        .invalidValue, JSONPointer(tokens: ["namespace"]),
        "a namespace's start and end must be from 0 to 1, and its start not above its end")
    ]
  }

  private func forceFaults() -> [ExperimentFault] {
    force.filter { entry in !variants.contains { $0.key.hasSameScalars(as: entry.variant) } }.map {
      fault(
        .unknownVariant, JSONPointer(tokens: ["force", $0.unit]), "unknown variant \"\($0.variant)\"")
    }
  }

  private func fault(
    _ code: ExperimentFault.Code, _ pointer: JSONPointer, _ message: String
  ) -> ExperimentFault {
    ExperimentFault(code: code, pointer: pointer, message: message)
  }
}
