import JSONText

/// The member whose value tells the alternatives of a `oneOf` or an `anyOf` apart, such as `"type"`.
///
/// Each alternative requires the member and allows other values of it, by `const` or `enum`. An object then matches no
/// alternative but the one that its tag chooses, so only the errors of that one help its author.
final class Discriminator: Sendable {
  /// The name of the member.
  let member: String
  /// The values of the member in all alternatives, in their order.
  let tags: [JSONValue]
  /// The index of the alternative of each tag that is a string.
  private let alternatives: [ExactString: Int]
  private let others: [(tag: JSONValue, alternative: Int)]

  /// The largest number of members that are tried.
  private static let maximumCandidates = 8
  /// The largest number of tags that are no strings, which are compared one by one.
  private static let maximumOthers = 64

  /// Nil if no member tells the alternatives apart.
  init?(_ nodes: [Int], among drafts: [SchemaDraft]) {
    let alternatives = nodes.enumerated().compactMap { index, node in
      let alternative = TaggedAlternative(node, index: index, among: drafts)
      return alternative.excludesObjects(in: drafts) ? nil : alternative
    }
    guard alternatives.count >= 2, let first = alternatives.first else { return nil }
    for name in first.requiredNames(in: drafts, limit: Self.maximumCandidates) {
      guard let tagged = Self.tags(of: alternatives, by: name, in: drafts) else { continue }
      member = name
      tags = tagged.map(\.tag)
      self.alternatives = Dictionary(
        tagged.compactMap { tag, index in tag.stringValue.map { (ExactString($0), index) } },
        uniquingKeysWith: { first, _ in first })
      others = tagged.filter { $0.tag.stringValue == nil }
      return
    }
    return nil
  }

  /// The values that each alternative allows; nil if one allows all, or if two allow the same.
  private static func tags(
    of alternatives: [TaggedAlternative], by name: String, in drafts: [SchemaDraft]
  ) -> [(tag: JSONValue, alternative: Int)]? {
    var tagged: [(tag: JSONValue, alternative: Int)] = []
    var texts: Set<ExactString> = []
    var others: [JSONValue] = []
    for alternative in alternatives {
      guard let values = alternative.values(of: name, in: drafts) else { return nil }
      for value in values {
        if let text = value.stringValue {
          guard texts.insert(ExactString(text)).inserted else { return nil }
        } else {
          guard others.count < maximumOthers, !others.contains(where: { $0.isEquivalent(to: value) }) else {
            return nil
          }
          others.append(value)
        }
        tagged.append((value, alternative.index))
      }
    }
    return tagged
  }

  /// The index of the alternative that a tag chooses.
  func alternative(of tag: JSONValue) -> Int? {
    if let text = tag.stringValue { return alternatives[ExactString(text)] }
    return others.first { $0.tag.isEquivalent(to: tag) }?.alternative
  }
}

/// An alternative: its schema with everything that applies to the same value by `$ref` and `allOf`.
private struct TaggedAlternative {
  /// The index in the `oneOf` or the `anyOf`.
  let index: Int
  private let nodes: [Int]

  /// The largest number of schemas that are looked at.
  private static let maximumNodes = 16

  init(_ node: Int, index: Int, among drafts: [SchemaDraft]) {
    self.index = index
    nodes = Self.nodes(of: node, among: drafts)
  }

  private static func nodes(of node: Int, among drafts: [SchemaDraft]) -> [Int] {
    var nodes = [node]
    var next = 0
    while next < nodes.count {
      for keyword in drafts[nodes[next]].keywords {
        let targets =
          switch keyword {
          case .reference(let target, _): [target]
          case .allOf(let targets): targets
          default: [Int]()
          }
        for target in targets.prefix(maximumNodes) where nodes.count < maximumNodes && !nodes.contains(target)
        {
          nodes.append(target)
        }
      }
      next += 1
    }
    return nodes
  }

  /// Whether no object matches the alternative.
  func excludesObjects(in drafts: [SchemaDraft]) -> Bool {
    Self.keywords(of: nodes, in: drafts).contains { keyword in
      switch keyword {
      case .falseSchema: true
      case .type(let types): !types.contains(SchemaTypeSet(.object))
      case .const(let keyword): keyword.value.kind != .object
      case .enumeration(let keyword): !keyword.others.contains { $0.kind == .object }
      default: false
      }
    }
  }

  /// The first required members.
  func requiredNames(in drafts: [SchemaDraft], limit: Int) -> [String] {
    var names: [String] = []
    for case .object(let keyword) in Self.keywords(of: nodes, in: drafts) {
      names += keyword.names.prefix(keyword.requiredCount).prefix(limit - names.count).map(\.text)
    }
    return names
  }

  /// The values of a required member; nil if the member is optional or may have any value.
  func values(of name: String, in drafts: [SchemaDraft]) -> [JSONValue]? {
    var isRequired = false
    var values: [JSONValue]?
    for case .object(let keyword) in Self.keywords(of: nodes, in: drafts) {
      let place = keyword.place(of: name, after: 0)
      guard place >= 0 else { continue }
      if place < keyword.requiredCount { isRequired = true }
      if values == nil, keyword.nodes[place] >= 0 {
        values = Self.values(of: keyword.nodes[place], in: drafts)
      }
    }
    return isRequired ? values : nil
  }

  private static func values(of node: Int, in drafts: [SchemaDraft]) -> [JSONValue]? {
    keywords(of: nodes(of: node, among: drafts), in: drafts).first { keyword in
      switch keyword {
      case .const(let keyword): [keyword.value]
      case .enumeration(let keyword): keyword.values
      default: nil
      }
    }
  }

  private static func keywords(of nodes: [Int], in drafts: [SchemaDraft]) -> [Keyword] {
    nodes.flatMap { drafts[$0].keywords }
  }
}
