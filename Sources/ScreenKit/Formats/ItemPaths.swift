/// The paths of the parts of an item.
struct ItemPaths: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .id, .viewType, .content, .screenName, .route, .version, .experiment, .variant,
  ]

  /// The member names of an item that is a flat object, as in all shipped formats. They allow a faster
  /// decoding.
  struct Members: Hashable, Sendable {
    let viewType: MemberName
    let content: MemberName
    let id: MemberName?
  }

  let viewType: ValuePath
  let content: ValuePath
  let id: ValuePath?
  /// The member names; nil when the item is not a flat object.
  let members: Members?

  init(viewType: ValuePath, content: ValuePath, id: ValuePath? = nil) {
    self.viewType = viewType
    self.content = content
    self.id = id
    if let viewType = viewType.onlyMember, let content = content.onlyMember,
      id == nil || id?.onlyMember != nil
    {
      members = Members(viewType: viewType, content: content, id: id?.onlyMember)
    } else {
      members = nil
    }
  }

  init(_ template: PlaceholderPaths) throws(WireFormatError) {
    self.init(
      viewType: try template.required(.viewType, in: "an item"),
      content: try template.required(.content, in: "an item"), id: template.paths[.id])
  }
}
