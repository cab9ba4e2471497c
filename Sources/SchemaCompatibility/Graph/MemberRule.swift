import JSONText

/// `properties`, `patternProperties` and `additionalProperties` (core §10.3.2).
final class MemberRule: Sendable {
  struct Property: Sendable {
    let name: String
    let node: Int
  }
  struct PatternProperty: Sendable {
    let pattern: TextPattern
    let node: Int
  }

  let properties: [Property]
  let patterns: [PatternProperty]
  /// The schema of members that no other keyword describes; nil when there is none.
  let additional: Int?
  private let index: [ExactString: Int]

  init(properties: [Property], patterns: [PatternProperty], additional: Int?) {
    self.properties = properties
    self.patterns = patterns
    self.additional = additional
    index = Dictionary(
      properties.map { (ExactString($0.name), $0.node) }, uniquingKeysWith: { first, _ in first })
  }

  func property(_ name: String) -> Int? { index[ExactString(name)] }

  /// The subschemas for a member with this name. Nil when a pattern exceeds its step limit.
  func nodes(for name: String) -> [Int]? {
    var nodes: [Int] = []
    if let node = property(name) { nodes.append(node) }
    for entry in patterns {
      guard let matches = entry.pattern.matches(name) else { return nil }
      if matches { nodes.append(entry.node) }
    }
    if nodes.isEmpty, let additional { nodes.append(additional) }
    return nodes
  }

  /// Whether neither a name nor a pattern describes a member. Nil when a pattern exceeds its step limit.
  func isAdditional(_ name: String) -> Bool? {
    if property(name) != nil { return false }
    for entry in patterns {
      guard let matches = entry.pattern.matches(name) else { return nil }
      if matches { return false }
    }
    return true
  }
}
