package import JSONText

/// Makes preview templates for view types that have none, from their schemas.
///
/// A URI becomes an image if the name of its member suggests one. A text whose member is named like a title becomes the
/// headline, or else the first text. A string with an `enum` becomes a badge, a number or boolean gets its member's name
/// beside it, and an array repeats a node. What only programs read is left out: see ``MemberWords`` and ``CodeText``.
package struct DefaultPreview {
  private let schemas: ViewTypeSchemas
  /// The maximum depth of nested objects and arrays. Schemas may refer to themselves.
  private static let maximumDepth = 4
  /// The maximum number of members that a template shows, over all levels. A schema that refers to itself several times
  /// would have exponentially many.
  private static let maximumMembers = 200

  /// - Parameter schemas: the schemas of all view types.
  package init(schemas: ViewTypeSchemas) { self.schemas = schemas }

  /// The template for a view type; nil if its schema names no members: the template then depends on the content.
  package func node(of viewType: String) -> PreviewNode? {
    let scope = SchemaScope(of: viewType, in: schemas.library)
    return scope.members.isEmpty ? nil : node(of: viewType, scope, nil)
  }

  /// The template for one content of a view type.
  package func node(of viewType: String, content: JSONValue) -> PreviewNode {
    node(of: viewType, .anything, content)
  }

  private func node(of viewType: String, _ scope: SchemaScope, _ content: JSONValue?) -> PreviewNode {
    var parts = Parts()
    var budget = Self.maximumMembers
    add(members(of: scope, or: content), in: [], namedLike: viewType, &parts, &budget, depth: 0)
    parts.chooseTitle()
    parts.addLinks()
    return parts.node(padding: "cell")
  }

  /// The template for an item without anything to show.
  package static func name(of viewType: String) -> PreviewNode {
    var parts = Parts()
    parts.texts.append(
      .text(PreviewNode.Text(content: .value(.literal(viewType)), color: .literal("secondaryLabel"))))
    return parts.node(padding: "cell")
  }

  private struct Member {
    let name: String
    let scope: SchemaScope
    /// The member's value in the content; nil if the schema names the members.
    let value: JSONValue?
  }

  private func members(of scope: SchemaScope, or content: JSONValue?) -> [Member] {
    let declared = scope.members
    if !declared.isEmpty { return declared.map { Member(name: $0.name, scope: $0.scope, value: nil) } }
    return (content?.objectValue ?? JSONObject()).map {
      Member(name: $0.name, scope: .anything, value: $0.value)
    }
  }

  /// The nodes of an object, grouped by their position.
  private struct Parts {
    var icon: PreviewNode?
    var images: [PreviewNode] = []
    var texts: [PreviewNode] = []
    /// The items inside the item, below everything else.
    var items: [PreviewNode] = []
    /// The addresses that may be no pictures. People do not see them beside texts.
    var links: [PreviewNode] = []
    /// The texts that can be the headline, by their index, each with a rank: the lowest one is best.
    var titles: [(index: Int, rank: Int)] = []

    var isEmpty: Bool { icon == nil && images.isEmpty && texts.isEmpty && items.isEmpty }

    /// Shows the links if there is nothing else.
    mutating func addLinks() {
      if icon == nil, texts.isEmpty, items.isEmpty { texts = links }
    }

    /// Makes the best text the headline, above the others.
    mutating func chooseTitle() {
      let best = titles.min { $0.rank < $1.rank }
      guard let best, case .text(var text) = texts.remove(at: best.index) else { return }
      text.style = "headline"
      text.color = nil
      texts.insert(.text(text), at: 0)
    }

    func node(padding: String?) -> PreviewNode {
      var column = PreviewNode.Stack(axis: .column, children: texts)
      column.gap = "small"
      column.grows = true
      var lower: PreviewNode? = texts.isEmpty ? nil : .stack(column)
      if let icon {
        var row = PreviewNode.Stack(axis: .row, children: [icon] + (lower.map { [$0] } ?? []))
        row.gap = "medium"
        row.align = "center"
        lower = .stack(row)
      }
      var whole = PreviewNode.Stack(axis: .column, children: images + (lower.map { [$0] } ?? []) + items)
      whole.gap = "medium"
      whole.padding = padding
      return .stack(whole)
    }
  }

  private func add(
    _ members: [Member], in path: [String], namedLike viewType: String, _ parts: inout Parts,
    _ budget: inout Int, depth: Int
  ) {
    for member in members {
      guard budget > 0 else { return }
      budget -= 1
      let location = PreviewMember(names: path + [member.name])
      if member.scope.mayHoldItems {
        parts.items.append(.items(location))
        continue
      }
      if MemberWords([member.name]).isTechnical, !isURI(member) { continue }
      switch kind(of: member) {
      case .object:
        guard depth < Self.maximumDepth else { continue }
        add(
          self.members(of: member.scope, or: member.value), in: path + [member.name], namedLike: member.name,
          &parts, &budget, depth: depth + 1)
      case .array:
        guard depth < Self.maximumDepth else { continue }
        var inner = Parts()
        let elements = member.scope.elements
        let members = self.members(of: elements, or: member.value?.arrayValue?.first)
        if members.isEmpty {
          // Ids of other items.
          if member.name == "children" { continue }
          var element = PreviewNode.Text(content: .value(.member(PreviewMember(names: []))))
          element.hides = .identifiers
          var text = PreviewNode.Text(
            content: .inline([.text(PreviewNode.Text(content: .value(.literal("• ")))), .text(element)]))
          text.style = "callout"
          inner.texts.append(.text(text))
        } else {
          // Elements stand below the item's title, so none of their texts is a headline.
          add(members, in: [], namedLike: member.name, &inner, &budget, depth: depth + 1)
        }
        inner.addLinks()
        if !inner.isEmpty { parts.texts.append(.each(location, inner.node(padding: nil))) }
      case .number, .boolean:
        parts.texts.append(
          .when(
            PreviewNode.Condition(
              member: location, value: nil, then: labelled(member.name, location), otherwise: nil)))
      case .string where isChoice(member):
        parts.texts.append(
          .stack(
            PreviewNode.Stack(
              axis: .row, children: [.badge(PreviewNode.Badge(text: .member(location)))])))
      case .string:
        addText(member, at: location, namedLike: viewType, &parts, depth: depth)
      case .null: continue
      }
    }
  }

  private func addText(
    _ member: Member, at location: PreviewMember, namedLike viewType: String, _ parts: inout Parts, depth: Int
  ) {
    if isURI(member) {
      switch picture(member.name, in: viewType) {
      case .icon where parts.icon == nil:
        parts.icon = .image(
          PreviewNode.Image(
            source: .member(location), width: .literal(40), height: .literal(40), shape: "rounded"))
      case .icon, .photo:
        parts.images.append(.image(PreviewNode.Image(source: .member(location), aspect: "video")))
      case nil:
        var image = PreviewNode.Image(source: .member(location), aspect: "video")
        image.needsPictureName = true
        parts.images.append(.image(image))
        var link = PreviewNode.Text(content: .value(.member(location)))
        link.style = "footnote"
        link.color = .literal("tint")
        link.hides = .pictures
        parts.links.append(.text(link))
      }
      return
    }
    var text = PreviewNode.Text(content: .value(.member(location)))
    text.style = "subheadline"
    text.color = .literal("secondaryLabel")
    let rank = MemberWords(location.names).titleRank
    text.hides = rank == nil ? .all : .identifiers
    parts.titles.append((parts.texts.count, (rank ?? 100) * 4 + depth))
    parts.texts.append(.text(text))
  }

  private func labelled(_ name: String, _ location: PreviewMember) -> PreviewNode {
    var row = PreviewNode.Stack(
      axis: .row,
      children: [
        .text(PreviewNode.Text(content: .value(.literal(name)), style: "callout")),
        .text(
          PreviewNode.Text(
            content: .value(.member(location)), style: "callout", color: .literal("secondaryLabel"))),
      ])
    row.justify = "between"
    row.gap = "medium"
    return .stack(row)
  }

  // MARK: What a schema says

  private func kind(of member: Member) -> JSONKind {
    let type = member.scope.keyword("type")
    let names = type?.arrayValue?.compactMap(\.stringValue) ?? type?.stringValue.map { [$0] } ?? []
    switch names.first(where: { $0 != "null" }) {
    case "object": return .object
    case "array": return .array
    case "number", "integer": return .number
    case "boolean": return .boolean
    case "string": return .string
    default:
      if !member.scope.members.isEmpty { return .object }
      return member.value?.kind ?? .string
    }
  }

  private func isChoice(_ member: Member) -> Bool {
    member.scope.keyword("enum") != nil
  }

  private func isURI(_ member: Member) -> Bool {
    let format = member.scope.keyword("format")?.stringValue
    if let format { return ["uri", "iri", "uri-reference", "iri-reference"].contains(format) }
    guard let text = member.value?.stringValue else { return false }
    return ["http://", "https://", "asset:"].contains { text.hasURIPrefix($0) }
  }

  private enum Picture { case icon, photo }

  /// The kind of picture that a URI refers to, judged by the names of its member and container; nil for no picture.
  private func picture(_ name: String, in container: String) -> Picture? {
    let words = name.lowercased()
    if ["icon", "avatar", "logo", "thumb", "badge"].contains(where: words.contains) { return .icon }
    let photos = ["image", "img", "photo", "picture", "banner", "cover", "poster"]
    if photos.contains(where: words.contains) { return .photo }
    let isGeneral = ["url", "uri", "src", "source", "href"].contains(words)
    return isGeneral && photos.contains(where: container.lowercased().contains) ? .photo : nil
  }
}
