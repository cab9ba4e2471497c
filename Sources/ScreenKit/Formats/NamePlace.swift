/// An object of a template that has members whose names are not known in advance.
struct NamePlace: Hashable, Sendable {
  /// The names that the template writes itself.
  let fixed: Set<String>
  /// The placeholders that stand for names.
  let placeholders: Set<Placeholder>

  /// Returns the member whose name is the text of a placeholder; nil when it cannot be told apart from others.
  /// - Parameter types: The known names of view types on the wire.
  func name(
    of placeholder: Placeholder, in container: KeyedDecodingContainer<MemberName>, types: Set<String>
  ) -> MemberName? {
    var candidates = container.allKeys.filter { !fixed.contains($0.stringValue) }
    guard candidates.count > 1 else { return candidates.first }
    if placeholder == .viewType {
      candidates.removeAll { !types.contains($0.stringValue) }
    } else if placeholders.contains(.viewType),
      let viewType = name(of: .viewType, in: container, types: types)
    {
      candidates.removeAll { $0 == viewType }
    }
    return candidates.count == 1 ? candidates.first : nil
  }
}
