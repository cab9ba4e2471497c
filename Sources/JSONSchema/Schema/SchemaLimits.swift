/// The bounds within which schemas are compiled and instances validated, whoever wrote them.
package enum SchemaLimits {
  /// Schemas may be nested this deep. Checking one against the meta-schema takes up to six evaluations for
  /// each level, which must stay below ``evaluationDepth``.
  package static let schemaDepth = 64

  /// Subschemas compiled into one schema, those of the documents referred to included. A view type has some
  /// tens; the bound keeps a hostile one below some tens of megabytes.
  package static let nodes = 50_000

  /// Instructions that all patterns of a schema may be compiled to together.
  package static let patternSize = 2_000_000

  /// Patterns of a schema that are made into automata ahead; any others are simulated.
  package static let automata = 500

  /// Evaluations that may be under way at once: the depth of the instance and of the references together.
  /// Each takes less than a kilobyte of stack in a release build, and the smallest stack of a thread that is
  /// in use is 512 KiB.
  package static let evaluationDepth = 400

  /// Evaluations of a subschema in one validation; long look-ups and texts count as several. A screen takes some thousands; the bound is reached within
  /// about a second and stops schemas that double their work with every level.
  package static let evaluations = 3_000_000

  /// References that lead nowhere for which the nearest name is looked for.
  package static let nearestNames = 20

  /// Faults reported of one schema.
  package static let faults = 100

  /// Errors collected within one branch of `anyOf` or `oneOf`.
  package static let errorsPerBranch = 20
}
