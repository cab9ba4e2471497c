import Foundation

/// The path from a JSON value to a value nested in it.
struct ValuePath: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// One step of the path.
  enum Step: Hashable, Sendable {
    case member(MemberName)
    case element(ElementPosition)
    /// The only member with another name than these.
    case namedMember(besides: Set<String>)
    /// The name of that member. Always the last step.
    case name(besides: Set<String>)
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// The members that a JSON Pointer (RFC 6901) names; nil for a text that is none, and for the empty pointer.
  init?(pointer: String) {
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    steps = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map
    {
      let token = String(decoding: $0, as: UTF8.self)
      return .member(
        MemberName(token.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")))
    }
  }

  func appending(_ other: ValuePath) -> ValuePath { ValuePath(steps + other.steps) }

  init(arrayLiteral names: String...) { steps = names.map { .member(MemberName($0)) } }

  init(stringLiteral name: String) { steps = [.member(MemberName(name))] }

  /// The member name of a path that consists of one member step; nil for other paths.
  var onlyMember: MemberName? {
    guard steps.count == 1, case .member(let name) = steps[0] else { return nil }
    return name
  }
}
