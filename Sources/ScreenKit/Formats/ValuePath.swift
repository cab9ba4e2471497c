import Foundation

/// The path from a JSON value to a value nested in it.
struct ValuePath: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// One step of the path.
  enum Step: Hashable, Sendable {
    case member(MemberName)
    case element(ElementPosition)
    /// A member of an object, or an element of an array: a part of a JSON Pointer.
    case token(String)
    /// The member whose name is the text of a placeholder.
    case namedMember(NamePlace, Placeholder)
    /// The name of that member. Always the last step.
    case name(NamePlace, Placeholder)
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// The values that a JSON Pointer (RFC 6901) names; nil for a text that is none, and for the empty pointer.
  init?(pointer: String) {
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    steps = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map
    {
      let token = String(decoding: $0, as: UTF8.self)
        .replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
      return Int(token) == nil ? .member(MemberName(token)) : .token(token)
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

  /// Whether the position in each array can always be determined.
  var isCertain: Bool {
    steps.allSatisfy { if case .element(let position) = $0 { position.isCertain } else { true } }
  }
}
