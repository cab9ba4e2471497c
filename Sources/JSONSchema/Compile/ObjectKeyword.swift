import JSONText
import Patterns

/// `properties`, `patternProperties`, `additionalProperties` and `required`. One pass over the members of an object
/// checks all of them.
final class ObjectKeyword: Sendable {
  struct PatternProperty: Sendable {
    let pattern: Pattern
    let node: Int
  }

  enum Additional: Sendable {
    /// No `additionalProperties`: members without another schema are not evaluated.
    case unconstrained
    /// `additionalProperties: false`.
    case refused
    case node(Int)
  }

  /// The names in `properties` and `required`. The required ones come first, so that a mask of 64 bits records which
  /// of them an object has.
  let names: [MemberName]
  /// For each name, the node of the member's schema; -1 when the name is only required.
  let nodes: [Int]
  let patterns: [PatternProperty]
  let additional: Additional
  /// The number of required names.
  let requiredCount: Int
  /// The names in `properties`, for messages.
  let knownNames: [String]
  private let index: [ExactString: Int]?

  /// The number of properties from which a hash is faster than a linear search.
  private static let indexedCount = 12

  init(
    properties: [(name: String, node: Int)], patterns: [PatternProperty], additional: Additional,
    required: [String]
  ) {
    var places: [ExactString: Int] = [:]
    var names: [MemberName] = []
    var nodes: [Int] = []
    let nodesByName = Dictionary(
      properties.map { (ExactString($0.name), $0.node) }, uniquingKeysWith: { first, _ in first })
    for name in required where places[ExactString(name)] == nil {
      places[ExactString(name)] = names.count
      names.append(MemberName(name))
      nodes.append(nodesByName[ExactString(name)] ?? -1)
    }
    requiredCount = names.count
    for (name, node) in properties where places[ExactString(name)] == nil {
      places[ExactString(name)] = names.count
      names.append(MemberName(name))
      nodes.append(node)
    }
    self.names = names
    self.nodes = nodes
    self.patterns = patterns
    self.additional = additional
    knownNames = properties.map(\.name)
    index = names.count > Self.indexedCount ? places : nil
  }

  /// Whether the object has all required names. `seen` has a bit for each of the first 64 names. With more required
  /// names the result is false, and ``missing(in:seen:)`` decides.
  @inline(__always)
  func isComplete(_ seen: UInt64) -> Bool { requiredCount <= 64 && seen & requiredMask == requiredMask }

  private var requiredMask: UInt64 { requiredCount >= 64 ? .max : (1 << UInt64(requiredCount)) - 1 }

  /// The required names that an object lacks.
  func missing(in object: JSONObject, seen: UInt64) -> [String] {
    names.prefix(requiredCount).enumerated().compactMap { place, name in
      let isThere = place < 64 ? seen & (1 << UInt64(place)) != 0 : object[name.text] != nil
      return isThere ? nil : name.text
    }
  }

  /// The index of a name, or -1. Members mostly come in the order of the schema, so the search begins after the index
  /// that was found last.
  func place(of name: String, after hint: Int) -> Int {
    if let index { return index[ExactString(name)] ?? -1 }
    for place in hint..<max(hint, names.count) where names[place].matches(name) { return place }
    for place in 0..<min(hint, names.count) where names[place].matches(name) { return place }
    return -1
  }

  /// Whether a keyword applies to members that are not in `properties`.
  var describesOthers: Bool {
    if case .unconstrained = additional { !patterns.isEmpty } else { true }
  }
}
