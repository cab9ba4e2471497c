package import JSONText

/// The steps that led to a decision.
package struct Explanation: Sendable, Equatable {
  /// A unit's place in the experiment's namespace.
  package struct NamespacePlace: Sendable, Equatable {
    package let id: String
    package let range: BucketRange
    /// The unit's hash value in the namespace; nil without a unit.
    package let value: Double?
    /// Whether the value is in the range.
    package let isMember: Bool
  }

  /// An attribute that the condition reads.
  package struct SeenAttribute: Sendable, Equatable {
    /// A dotted path.
    package let path: String
    /// Nil when the unit has no such attribute.
    package let value: JSONValue?
  }

  /// The steps, in the order in which they are taken.
  package enum Step: String, Sendable, CaseIterable {
    case override
    case forced
    case active
    case unit
    case namespace
    case condition
    case coverage
  }

  package enum Outcome: String, Sendable {
    /// The step decided.
    case decided
    /// The step passed the decision to the next one.
    case passed
    /// An earlier step decided.
    case notReached = "not-reached"
  }

  package let decision: Decision
  /// The key of the variant that is served.
  package let variant: String?
  package let hashAttribute: String
  package let hashVersion: HashVersion
  package let seed: String
  /// The unit's text that is hashed; nil when there is none.
  package let unit: String?
  /// The unit's hash value, regardless of which step decided; nil without a unit.
  package let hashValue: Double?
  /// Whether all of GrowthBook's SDKs hash this unit to the same number: unit, seed, key and namespace are ASCII.
  package let isPortable: Bool
  package let ranges: [BucketRange]
  package let namespace: NamespacePlace?
  /// The condition's result, regardless of which step decided.
  package let condition: ConditionVerdict?
  package let attributes: [SeenAttribute]
  package let steps: [ExplainedStep]

  package struct ExplainedStep: Sendable, Equatable {
    package let step: Step
    package let outcome: Outcome
  }
}

extension CompiledExperiment {
  /// Explains the decision of ``decide(unit:attributes:override:)``.
  package func explain(unit: String, attributes: Attributes = .none, override: Int? = nil) -> Explanation {
    withBytes(of: unit) { bytes in
      let decision = decide(unit: bytes, attributes: attributes, override: override)
      return Explanation(
        decision: decision,
        variant: decision.variant.map { experiment.variants[$0].key },
        hashAttribute: experiment.hashAttribute,
        hashVersion: experiment.hashVersion,
        seed: experiment.effectiveSeed,
        unit: unit.isEmpty ? nil : unit,
        hashValue: unit.isEmpty ? nil : hash.value(of: bytes),
        isPortable: experiment.isPortable && unit.isASCII,
        ranges: ranges,
        namespace: experiment.namespace.map {
          Explanation.NamespacePlace(
            id: $0.id, range: $0.range, value: unit.isEmpty ? nil : $0.value(of: bytes),
            isMember: !unit.isEmpty && $0.contains(bytes))
        },
        condition: experiment.condition.map { $0.verdict(attributes) },
        attributes: (experiment.condition?.attributePaths ?? []).map {
          Explanation.SeenAttribute(path: $0, value: attributes.value(atPath: $0))
        },
        steps: Explanation.steps(until: decision.reason))
    }
  }

  /// Explains the decision of ``decide(attributes:override:)``.
  package func explain(attributes: Attributes, override: Int? = nil) -> Explanation {
    explain(
      unit: attributes.unit(of: experiment.hashAttribute) ?? "", attributes: attributes, override: override)
  }
}

extension Explanation {
  fileprivate static func steps(until reason: DecisionReason) -> [ExplainedStep] {
    let deciding: Step =
      switch reason {
      case .override: .override
      case .forced: .forced
      case .stopped: .active
      case .noUnit: .unit
      case .namespace: .namespace
      case .condition: .condition
      case .notCovered, .assigned: .coverage
      }
    var isOpen = true
    return Step.allCases.map { step in
      guard isOpen else { return ExplainedStep(step: step, outcome: .notReached) }
      isOpen = step != deciding
      return ExplainedStep(step: step, outcome: isOpen ? .passed : .decided)
    }
  }
}
