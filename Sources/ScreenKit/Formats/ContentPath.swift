/// The path of the content of an item.
struct ContentPath: Hashable, Sendable {
  /// The path of the content, or of the object that has its members.
  let path: ValuePath
  /// The object, if the content's members are among other members.
  let spread: NamePlace?

  init(_ path: ValuePath, spread: NamePlace? = nil) {
    self.path = path
    self.spread = spread
  }

  /// Returns the content before it is decoded; nil when it is absent.
  /// - Parameters:
  ///   - names: The names of members that the template has placeholders for.
  ///   - types: The known names of view types on the wire.
  func source(
    from decoder: any Decoder, names: [Placeholder: String], types: Set<String>
  ) throws -> ContentSource? {
    guard let target = try path.resolve(from: decoder, types: types) else { return nil }
    guard let spread else { return .value(target) }
    return .spread(
      FilteredDecoder(target, without: spread.fixed.union(spread.placeholders.compactMap { names[$0] })))
  }
}
