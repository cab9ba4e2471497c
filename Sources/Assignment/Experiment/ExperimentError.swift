package import JSONText

/// An error in an experiment's values, such as a repeated key or a weight below 0.
package struct ExperimentError: Sendable, Equatable {
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
  package func errors() -> [ExperimentError] {
    variantErrors() + coverageErrors() + namespaceErrors() + forceErrors()
  }

  private func variantErrors() -> [ExperimentError] {
    var errors: [ExperimentError] = []
    let list = JSONPointer(tokens: ["variants"])
    if variants.count < 2 {
      errors.append(makeError(.invalidValue, list, "an experiment has at least 2 variants"))
    }
    if variants.count > Self.variantLimit {
      errors.append(makeError(.invalidValue, list, "an experiment has at most \(Self.variantLimit) variants"))
    }
    var seen: Set<ExactString> = []
    for (place, variant) in variants.enumerated() {
      if !seen.insert(ExactString(variant.key)).inserted {
        errors.append(
          makeError(
            .duplicateName, list.appending(place).appending("key"), "repeated variant \"\(variant.key)\"")
        )
      }
      if !variant.weight.isFinite || variant.weight < 0 {
        errors.append(
          makeError(.invalidValue, list.appending(place).appending("weight"), "a weight must be 0 or more"))
      }
    }
    if !variants.isEmpty, variants.allSatisfy({ $0.weight == 0 }) {
      errors.append(makeError(.invalidValue, list, "at least one variant has a weight above 0"))
    }
    return errors
  }

  private func coverageErrors() -> [ExperimentError] {
    guard !(0...1).contains(coverage) else { return [] }
    return [makeError(.invalidValue, JSONPointer(tokens: ["coverage"]), "coverage is a number from 0 to 1")]
  }

  private func namespaceErrors() -> [ExperimentError] {
    guard let range = namespace?.range else { return [] }
    let whole = 0.0...1.0
    guard !whole.contains(range.start) || !whole.contains(range.end) || range.start > range.end else {
      return []
    }
    return [
      makeError(
        .invalidValue, JSONPointer(tokens: ["namespace"]),
        "a namespace's start and end must be from 0 to 1, and its start not above its end")
    ]
  }

  private func forceErrors() -> [ExperimentError] {
    force.filter { entry in !variants.contains { $0.key.hasSameScalars(as: entry.variant) } }.map {
      makeError(
        .unknownVariant, JSONPointer(tokens: ["force", $0.unit]), "unknown variant \"\($0.variant)\"")
    }
  }

  private func makeError(
    _ code: ExperimentError.Code, _ pointer: JSONPointer, _ message: String
  ) -> ExperimentError {
    ExperimentError(code: code, pointer: pointer, message: message)
  }
}
