import JSONText

/// Reads the nodes of a preview template. Reports unknown nodes, tokens and members.
struct PreviewReader {
  private var depth = 0
  private var count = 0

  /// The maximum depth of nested nodes.
  static let maximumDepth = 32
  /// The maximum number of nodes in a template.
  static let maximumNodes = 1000

  private static let kinds = ["column", "row", "text", "image", "badge", "divider", "each", "items", "when"]

  /// - Parameter scope: describes the value whose members the node names.
  mutating func node(
    _ json: JSONValue, at location: JSONPointer, _ scope: SchemaScope, isDocument: Bool = false,
    isInline: Bool = false, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    guard case .object(let object) = json else {
      diagnostics.add(.wrongType(json, at: location, expected: "a node is an object"))
      return nil
    }
    let found = Self.kinds.filter { object[$0] != nil }
    guard let kind = found.first, found.count == 1 else {
      let hint = object.first.flatMap { NearestName.hint(for: $0.name, among: Self.kinds) }
      diagnostics.add(
        Diagnostic(
          found.isEmpty ? .missingMember : .invalidValue, at: location,
          found.isEmpty
            ? "a node has one of the members \(Self.kinds.map { quoted($0) }.joined(separator: ", "))"
            : "a node is one of \(found.map { quoted($0) }.joined(separator: " and ")), not both",
          hint: found.isEmpty ? hint : nil))
      return nil
    }
    count += 1
    depth += 1
    defer { depth -= 1 }
    guard count <= Self.maximumNodes, depth <= Self.maximumDepth else {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location,
          "a template has at most \(Self.maximumNodes) nodes, \(Self.maximumDepth) within each other"))
      return nil
    }
    if isInline, ["column", "row", "divider", "items"].contains(kind) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending(kind), anchor: .name,
          "\(quoted(kind)) cannot be within a text",
          hint: "text, image, badge, each and when can"))
      return nil
    }
    guard
      let members = MemberReader(
        json, at: location, named: "the node \(quoted(kind))", allowed: Self.members(of: kind),
        isDocument: isDocument, &diagnostics)
    else { return nil }
    switch kind {
    case "column", "row": return stack(kind, members, scope, &diagnostics)
    case "text": return text(members, scope, &diagnostics)
    case "image": return image(members, scope, &diagnostics)
    case "badge": return badge(members, scope, &diagnostics)
    case "each": return each(members, scope, isInline: isInline, &diagnostics)
    case "items": return items(members, scope, &diagnostics)
    case "when": return condition(members, scope, isInline: isInline, &diagnostics)
    default:
      if members.flag("divider", &diagnostics) == false {
        diagnostics.add(Diagnostic(.invalidValue, at: location.appending("divider"), "\"divider\" is true"))
      }
      return .divider
    }
  }

  private static func members(of kind: String) -> [String] {
    switch kind {
    case "column", "row":
      [kind, "gap", "padding", "align", "justify", "shape", "background", "wrap", "grow"]
    case "text":
      ["text", "style", "weight", "align", "color", "background", "size", "decoration", "lines"]
    case "image": ["image", "width", "height", "aspect", "shape", "fit"]
    case "badge": ["badge", "icon", "color"]
    case "each": ["each", "node"]
    case "when": ["when", "is", "then", "else"]
    default: [kind]
    }
  }

  // MARK: Kinds

  private mutating func stack(
    _ kind: String, _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    let location = members.pointer.appending(kind)
    guard let elements = members.array(kind, &diagnostics) else { return nil }
    var children: [PreviewNode] = []
    for (index, element) in elements.enumerated() {
      if let child = node(element, at: location.appending(index), scope, &diagnostics) {
        children.append(child)
      }
    }
    var stack = PreviewNode.Stack(axis: kind == "row" ? .row : .column, children: children)
    stack.gap = members.choice("gap", of: PreviewToken.spaces, &diagnostics)
    stack.padding = members.choice("padding", of: PreviewToken.spaces, &diagnostics)
    stack.align = members.choice("align", of: PreviewToken.alignments, &diagnostics)
    stack.justify = members.choice("justify", of: PreviewToken.distributions, &diagnostics)
    stack.shape = members.choice("shape", of: PreviewToken.shapes, &diagnostics)
    stack.background = token("background", of: PreviewToken.colors, members, scope, &diagnostics)
    stack.wraps = members.flag("wrap", &diagnostics) ?? false
    stack.grows = members.flag("grow", &diagnostics) ?? false
    return .stack(stack)
  }

  private mutating func text(
    _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    let content: PreviewNode.Text.Content
    if let elements = members.object["text"]?.arrayValue {
      let location = members.pointer.appending("text")
      var children: [PreviewNode] = []
      for (index, element) in elements.enumerated() {
        if let child = node(element, at: location.appending(index), scope, isInline: true, &diagnostics) {
          children.append(child)
        }
      }
      content = .inline(children)
    } else {
      guard let value = string("text", members, scope, &diagnostics) else { return nil }
      content = .value(value)
    }
    var text = PreviewNode.Text(content: content)
    text.style = members.choice("style", of: PreviewToken.textStyles, &diagnostics)
    text.weight = members.choice("weight", of: PreviewToken.weights, &diagnostics)
    text.align = members.choice("align", of: PreviewToken.textAlignments, &diagnostics)
    text.color = token("color", of: PreviewToken.colors, members, scope, &diagnostics)
    text.background = token("background", of: PreviewToken.colors, members, scope, &diagnostics)
    text.decoration = token("decoration", of: PreviewToken.decorations, members, scope, &diagnostics)
    text.size = number("size", in: PreviewToken.textSizes, members, scope, &diagnostics)
    text.lines = members.integer("lines", in: PreviewToken.lines, &diagnostics)
    return .text(text)
  }

  private func image(
    _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    guard let source = string("image", members, scope, &diagnostics) else { return nil }
    var image = PreviewNode.Image(source: source)
    image.width = number("width", in: PreviewToken.imageSizes, members, scope, &diagnostics)
    image.height = number("height", in: PreviewToken.imageSizes, members, scope, &diagnostics)
    image.aspect = members.choice("aspect", of: PreviewToken.aspects, &diagnostics)
    image.shape = members.choice("shape", of: PreviewToken.shapes, &diagnostics)
    image.fit = members.choice("fit", of: PreviewToken.fits, &diagnostics)
    return .image(image)
  }

  private func badge(
    _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    guard let text = string("badge", members, scope, &diagnostics) else { return nil }
    var badge = PreviewNode.Badge(text: text)
    badge.icon = string("icon", members, scope, &diagnostics)
    badge.color = token("color", of: PreviewToken.colors, members, scope, &diagnostics)
    return .badge(badge)
  }

  private mutating func each(
    _ members: MemberReader, _ scope: SchemaScope, isInline: Bool, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    let list = member("each", members, scope, &diagnostics)
    guard let json = members.required("node", of: "\"each\"", &diagnostics) else { return nil }
    let node = node(
      json, at: members.pointer.appending("node"), list?.scope.elements ?? .anything,
      isInline: isInline, &diagnostics)
    guard let list, let node else { return nil }
    return .each(list.member, node)
  }

  private func items(
    _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    guard let place = member("items", members, scope, &diagnostics) else { return nil }
    guard place.scope.mayHoldItems else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending("items"),
          "\(quoted(place.member.text)) is no place for items",
          hint: "a place for items has the schema {\"$ref\": \"marquee:item\"}"))
      return nil
    }
    return .items(place.member)
  }

  private mutating func condition(
    _ members: MemberReader, _ scope: SchemaScope, isInline: Bool, _ diagnostics: inout Diagnostics
  ) -> PreviewNode? {
    let subject = member("when", members, scope, &diagnostics)
    if !members.has("then"), !members.has("else") {
      diagnostics.add(
        Diagnostic(.missingMember, at: members.pointer, "\"when\" needs the member \"then\" or \"else\""))
    }
    var branches: [String: PreviewNode] = [:]
    for name in ["then", "else"] {
      guard let json = members.object[name] else { continue }
      branches[name] = node(
        json, at: members.pointer.appending(name), scope, isInline: isInline, &diagnostics)
    }
    guard let subject else { return nil }
    return .when(
      PreviewNode.Condition(
        member: subject.member, value: members.object["is"], then: branches["then"],
        otherwise: branches["else"]))
  }

  // MARK: Values

  /// A string of the template, or a member. `$$` begins a string with a dollar sign.
  private func string(
    _ name: String, _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> PreviewNode.Value<String>? {
    guard let text = members.string(name, &diagnostics) else { return nil }
    if text.utf8.starts(with: "$$".utf8) { return .literal(String(text.unicodeScalars.dropFirst())) }
    guard text.utf8.first == UInt8(ascii: "$") else { return .literal(text) }
    return member(name, members, scope, &diagnostics).map { .member($0.member) }
  }

  /// Whether a value is a path such as `$title`.
  private static func namesMember(_ value: JSONValue?) -> Bool {
    value?.stringValue?.utf8.first == UInt8(ascii: "$")
  }

  /// A style token, or a member whose value is one.
  private func token(
    _ name: String, of tokens: [String], _ members: MemberReader, _ scope: SchemaScope,
    _ diagnostics: inout Diagnostics
  ) -> PreviewNode.Value<String>? {
    if Self.namesMember(members.object[name]) {
      return member(name, members, scope, &diagnostics).map { .member($0.member) }
    }
    return members.choice(name, of: tokens, &diagnostics).map { .literal($0) }
  }

  /// A number of points, or a member whose value is one.
  private func number(
    _ name: String, in range: ClosedRange<Int>, _ members: MemberReader, _ scope: SchemaScope,
    _ diagnostics: inout Diagnostics
  ) -> PreviewNode.Value<Int>? {
    if Self.namesMember(members.object[name]) {
      return member(name, members, scope, &diagnostics).map { .member($0.member) }
    }
    return members.integer(name, in: range, &diagnostics).map { .literal($0) }
  }

  /// A member that the node names as `$name` or `$name.name`, with the scope of its value.
  private func member(
    _ name: String, _ members: MemberReader, _ scope: SchemaScope, _ diagnostics: inout Diagnostics
  ) -> (member: PreviewMember, scope: SchemaScope)? {
    guard let text = members.string(name, &diagnostics) else { return nil }
    let location = members.pointer.appending(name)
    guard text.utf8.first == UInt8(ascii: "$") else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "\(quoted(name)) names a member of the content",
          hint: "write \(quoted("$" + text))"))
      return nil
    }
    let member = PreviewMember(text)
    guard quoted(member.text) == quoted(text) else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "\(quoted(text)) is not the path of a member",
          hint: "names between dots, such as \"$titleText.text\""))
      return nil
    }
    var current = scope
    for name in member.names {
      switch current.member(name) {
      case .found(let next): current = next
      case .missing(let known):
        diagnostics.add(
          Diagnostic(
            .unknownMember, at: location, "the content has no member \(quoted(name))",
            hint: NearestName.hint(for: name, among: known)
              ?? "known here: \(known.map { quoted($0) }.joined(separator: ", "))"))
        return nil
      }
    }
    return (member, current)
  }
}
