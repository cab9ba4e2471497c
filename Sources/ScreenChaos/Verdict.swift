/// The result of a schema for a value. The lowest verdict of several schemas is the verdict of all together.
enum Verdict: Int, Comparable {
  case fails, unknown, holds

  init(_ holds: Bool) { self = holds ? .holds : .fails }

  static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }
}
