/// The paths of the parts of an item.
struct ItemPaths: Hashable, Sendable {
  /// The member names of an item that is a flat object, as in all shipped formats. They allow a faster
  /// decoding.
  struct Members: Hashable, Sendable {
    let viewType: MemberName
    let content: MemberName
    let id: MemberName?
  }

  /// Nil when the format does not send the view type.
  let viewType: ValuePath?
  /// Nil when the format does not send the content.
  let content: ContentPath?
  let id: ValuePath?
  /// The member names; nil when the item is not a flat object.
  let members: Members?
  let names: TypeNames

  init(viewType: ValuePath?, content: ContentPath?, id: ValuePath? = nil, names: TypeNames = TypeNames()) {
    self.names = names
    self.viewType = viewType
    self.content = content
    self.id = id
    if names.isEmpty, let viewType = viewType?.onlyMember, let content, content.spread == nil,
      let content = content.path.onlyMember, id == nil || id?.onlyMember != nil
    {
      members = Members(viewType: viewType, content: content, id: id?.onlyMember)
    } else {
      members = nil
    }
  }

  /// - Parameters:
  ///   - viewType: The place of the view type inside the content, if the template has none.
  ///   - id: The place of the id inside the content, if the template has none.
  init(_ template: PlaceholderPaths, viewType: ValuePath?, id: ValuePath?, names: TypeNames) {
    let spread = template.uses.first { $0.placeholder.placeholder == .content && $0.spread != nil }
    let content =
      template.path(.content).map { ContentPath($0) }
      ?? spread.map { ContentPath($0.path, spread: $0.spread) }
    self.init(
      viewType: template.path(.viewType) ?? viewType.flatMap { content?.path.appending($0) },
      content: content,
      id: template.path(.id) ?? id.flatMap { content?.path.appending($0) }, names: names)
  }
}
