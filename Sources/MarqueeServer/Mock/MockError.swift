/// Why a rule, an endpoint or a scenario cannot be set.
public struct MockError: Error, Sendable, CustomStringConvertible {
  /// A message for people, in one line that names what is wrong and what would be right.
  public let description: String

  init(_ description: String) { self.description = description }
}
