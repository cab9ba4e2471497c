package import JSONText

/// A targeting condition in GrowthBook's language, compiled once: says which units an experiment is for.
package struct Condition: Sendable {
  /// The condition's JSON.
  package let source: JSONValue
  /// The attributes that the condition reads, as dotted paths without repetition, in the order of first use.
  package let attributePaths: [String]
  /// The number of clauses and list elements together.
  package let partCount: Int
  /// Whether the condition reads groups, so that its result depends on their lists, too.
  package let readsGroups: Bool
  private let root: any ConditionClause

  /// Whether to refuse a condition that cannot work as its author meant.
  package enum Strictness: Sendable {
    /// Refuses unknown operators and groups, operands of the wrong type, and invalid patterns.
    case strict
    /// Accepts what GrowthBook's JavaScript SDK accepts; an unknown operator is false.
    case asSDK
  }

  /// The treatment of a group name that is not among the given groups.
  package enum UnknownGroups: Sendable {
    /// An error, in a strict compilation.
    case refused
    /// A group without members, as in the SDKs.
    case empty
  }

  /// - Parameter operators: operators beside GrowthBook's, by name.
  /// - Throws: ``ConditionErrors`` with the errors, at most ``ConditionErrors/limit``. With ``Strictness/asSDK`` only two
  ///   things are errors: a condition that is not an object, and one that exceeds the limits.
  package init(
    _ source: JSONValue, groups: ConditionGroups = .none, strictness: Strictness = .strict,
    unknownGroups: UnknownGroups = .refused,
    limits: ConditionLimits = ConditionLimits(), patterns: @escaping PatternCompile,
    operators: [String: OperandCompile] = [:]
  ) throws(ConditionErrors) {
    var compiler = ConditionCompiler(
      groups: groups, strictness: strictness, unknownGroups: unknownGroups, limits: limits,
      patterns: patterns, operators: operators)
    root = compiler.compile(source)
    guard compiler.errors.isEmpty else { throw ConditionErrors(errors: compiler.errors) }
    self.source = source
    attributePaths = compiler.attributePaths
    partCount = compiler.partCount
    readsGroups = compiler.readsGroups
  }

  package func passes(_ attributes: Attributes) -> Bool { root.passes(attributes.root) }

  /// Whether the condition passes and, if not, the part that failed.
  package func verdict(_ attributes: Attributes) -> ConditionVerdict {
    let failure = root.firstFailure(in: attributes.root)
    return ConditionVerdict(passes: failure == nil, decidedBy: failure)
  }
}

/// The result of evaluating a condition on a unit's attributes.
package struct ConditionVerdict: Sendable, Equatable {
  package let passes: Bool
  /// The first part that failed, from the condition's root; nil when the condition passes.
  package let decidedBy: JSONPointer?
}
