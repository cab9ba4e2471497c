/// What is known of a value under a schema. The lowest of several is what is known of all of them together.
enum Verdict: Int, Comparable {
  case fails, unknown, holds

  init(_ holds: Bool) { self = holds ? .holds : .fails }

  static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }
}
