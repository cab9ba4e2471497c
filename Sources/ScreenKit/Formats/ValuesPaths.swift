/// The paths of the values of a screen or a section.
struct ValuesPaths: Hashable, Sendable {
  private struct Use: Hashable {
    /// The members of the values that lead to this one.
    let members: [String]
    let path: ValuePath
    let spread: NamePlace?
    let isNullable: Bool
  }

  private let uses: [Use]

  init() { uses = [] }

  init(_ template: PlaceholderPaths) {
    uses = template.uses.compactMap { use in
      guard use.placeholder.placeholder == .values else { return nil }
      return Use(
        members: use.placeholder.path, path: use.path, spread: use.spread,
        isNullable: use.placeholder.isNullable)
    }
  }

  /// Reads the values that the format sends: an object.
  func read(from decoder: any Decoder) -> JSONValue {
    guard !uses.isEmpty else { return .object([:]) }
    var tree = ValueTree()
    for use in uses {
      guard let value = value(of: use, from: decoder), !(use.isNullable && value.isNull) else { continue }
      tree.insert(value, at: use.members[...])
    }
    return tree.object
  }

  private func value(of use: Use, from decoder: any Decoder) -> JSONValue? {
    guard let target = try? use.path.resolve(from: decoder) else { return nil }
    guard let spread = use.spread else { return try? JSONValue(from: target) }
    var names = spread.fixed
    for placeholder in spread.placeholders {
      guard let container = try? target.container(keyedBy: MemberName.self) else { return nil }
      if let name = spread.name(of: placeholder, in: container, types: []) { names.insert(name.stringValue) }
    }
    let members = try? JSONValue(from: FilteredDecoder(target, without: names))
    // An absent value has no members here.
    return members == .object([:]) ? nil : members
  }
}
