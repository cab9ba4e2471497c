/// A demand that a value satisfies a subschema, or that it does not.
struct Literal: Hashable, Comparable, Sendable {
  let node: Int
  let isDenied: Bool

  static func holds(_ node: Int) -> Literal { Literal(node: node, isDenied: false) }
  static func denies(_ node: Int) -> Literal { Literal(node: node, isDenied: true) }

  var inverted: Literal { Literal(node: node, isDenied: !isDenied) }

  static func < (one: Literal, other: Literal) -> Bool {
    (one.node, one.isDenied ? 1 : 0) < (other.node, other.isDenied ? 1 : 0)
  }
}
