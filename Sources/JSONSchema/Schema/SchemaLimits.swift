/// The limits of compilation and validation, which protect against hostile schemas and instances.
package enum SchemaLimits {
  /// The nesting depth of a schema. The check against the meta-schema takes up to six nested evaluations per level,
  /// which must stay below ``evaluationDepth``.
  package static let schemaDepth = 64

  /// The subschemas of one schema, including those in documents that it refers to. A view type has some tens; a
  /// hostile schema of this size takes some tens of megabytes.
  package static let nodes = 50_000

  /// The instructions of all compiled patterns of a schema together.
  package static let patternSize = 2_000_000

  /// The patterns of a schema that are compiled to automata; any others are simulated.
  package static let automata = 500

  /// The nested evaluations: the depth of the instance and of the references together. Each takes less than a
  /// kilobyte of stack in a release build, and the smallest stack of a thread is 512 KiB.
  package static let evaluationDepth = 400

  /// The evaluations of subschemas in one validation; long look-ups and texts count as several. A screen takes some
  /// thousands. A schema that doubles its work with every level reaches this limit within about a second.
  package static let evaluations = 3_000_000

  /// The evaluations of subschemas while the errors of an invalid instance are collected. Beyond it, the errors are
  /// collected again without those of the branches of `anyOf` and `oneOf`: nested branches can have millions.
  package static let collectingEvaluations = 100_000

  /// The unresolved references for which the nearest name is searched.
  package static let nearestNames = 20

  /// The reported errors of one schema.
  package static let errors = 100

  /// The collected errors of one branch of `anyOf` or `oneOf`.
  package static let errorsPerBranch = 20
}
