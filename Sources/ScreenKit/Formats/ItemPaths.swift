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
  /// The names of the view types, by what they are called on the wire. Those that are missing keep their name.
  let names: [String: String]

  init(viewType: ValuePath, content: ValuePath, id: ValuePath? = nil, names: [String: String] = [:]) {
    self.names = names
    self.viewType = viewType
    self.content = content
    self.id = id
    if names.isEmpty, let viewType = viewType.onlyMember, let content = content.onlyMember,
      id == nil || id?.onlyMember != nil
    {
      members = Members(viewType: viewType, content: content, id: id?.onlyMember)
    } else {
      members = nil
    }
  }

  /// - Parameters:
  ///   - viewType: the place of the view type inside the content, if the template has none.
  ///   - id: the place of the id inside the content, if the template has none.
  init(
    _ template: PlaceholderPaths, viewType: ValuePath?, id: ValuePath?, names: [String: String]
  ) throws(WireFormatError) {
    let content = try template.required(.content, in: "an item")
    let ownType =
      if let viewType {
        content.appending(viewType)
      } else {
        try template.required(.viewType, in: "an item")
      }
    let ownID = if let id { content.appending(id) } else { template.paths[.id] }
    self.init(viewType: ownType, content: content, id: ownID, names: names)
  }
}
