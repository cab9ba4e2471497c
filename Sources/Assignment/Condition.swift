package import JSONText

/// Who an experiment is for: a condition in GrowthBook's language over a unit's attributes, compiled once.
package struct Condition: Sendable {
  /// The condition as it was written.
  package let source: JSONValue
  /// The attributes that it looks at, as dotted paths, each once, in the order of their first use.
  package let attributePaths: [String]
  private let root: any ConditionClause

  /// How much is forgiven.
  package enum Strictness: Sendable {
    /// What can never work as meant is refused: unknown operators and groups, operands of the wrong kind,
    /// patterns that are none.
    case strict
    /// As GrowthBook's JavaScript SDK takes it: what it does not know is false.
    case asSDK
  }

  /// What a group means that is not among the groups.
  package enum UnknownGroups: Sendable {
    /// A fault, when reading strictly.
    case refused
    /// A group without members, as in the SDKs.
    case empty
  }

  /// - Throws: every fault found. With ``Strictness/asSDK`` only a condition that is no object, or is beyond
  ///   the limits, is one.
  package init(
    _ source: JSONValue, groups: ConditionGroups = .none, strictness: Strictness = .strict,
    unknownGroups: UnknownGroups = .refused,
    limits: ConditionLimits = ConditionLimits(), patterns: @escaping PatternCompile
  ) throws(ConditionError) {
    var compiler = ConditionCompiler(
      groups: groups, strictness: strictness, unknownGroups: unknownGroups, limits: limits, patterns: patterns
    )
    root = compiler.compile(source)
    guard compiler.faults.isEmpty else { throw ConditionError(faults: compiler.faults) }
    self.source = source
    attributePaths = compiler.attributePaths
  }

  package func passes(_ attributes: Attributes) -> Bool { root.passes(attributes.root) }

  /// The answer, and the part that decided it when it is no.
  package func verdict(_ attributes: Attributes) -> ConditionVerdict {
    let failure = root.firstFailure(in: attributes.root)
    return ConditionVerdict(passes: failure == nil, decidedBy: failure)
  }
}

/// What a condition says of a unit's attributes.
package struct ConditionVerdict: Sendable, Equatable {
  package let passes: Bool
  /// From the condition's root to the first part that failed; nil when all of it passed.
  package let decidedBy: JSONPointer?
}
