import JSONText
import Screens

/// Writes the nodes of a template, filled with the content of an item.
struct NodeRenderer {
  /// The templates of view types, and the assets.
  var source: PreviewSource
  var values: PreviewValues
  /// The largest number of list elements that an `each` node shows. An app shows all of them.
  private static let maximumElements = 200

  /// The nodes that one preview shows, where some text counts as a node. A template of a thousand nodes for each of
  /// many elements would make gigabytes. 10,000 items of fifty nodes are shown whole.
  package static let maximumNodes = 500_000
  private static let bytesOfNode = 128
  private var nodesLeft = maximumNodes
  private let cancellation = Cancellation.current
  /// The path from the content of the item to the value that nodes are filled with now; nil in a fallback, whose
  /// content is not that of the item.
  private var location: [String]? = []
  /// The member whose value has chosen the branch: a picture of the template in it stands for that value.
  private var chosenBy: PreviewMember?
  /// Whether texts and images that the content lacks have placeholders.
  private var hasPlaceholders = false

  /// Whether the preview has more nodes than it shows.
  var isIncomplete: Bool { nodesLeft <= 0 }

  private let marksEmptyTexts: Bool

  init(values: PreviewValues, source: PreviewSource, marksEmptyTexts: Bool = false) {
    self.values = values
    self.source = source
    self.marksEmptyTexts = marksEmptyTexts
  }

  mutating func write(
    _ node: PreviewNode, _ content: JSONValue, isInline: Bool = false, to markup: inout Markup
  ) {
    if cancellation?.isRequested ?? false { nodesLeft = 0 }
    guard !isIncomplete else { return }
    nodesLeft -= 1
    let before = markup.bytes.count
    switch node {
    case .stack(let stack): return write(stack, content, to: &markup)
    case .text(let text): write(text, content, isInline: isInline, to: &markup)
    case .image(let image): write(image, content, isInline: isInline, to: &markup)
    case .badge(let badge): write(badge, content, to: &markup)
    case .divider: markup.void("hr", classes: ["divider"])
    case .each(let member, let node):
      let outer = (location, chosenBy)
      chosenBy = nil
      let elements = member.value(in: content)?.arrayValue?.prefix(Self.maximumElements) ?? []
      for (index, element) in elements.enumerated() {
        location = outer.0.map { $0 + member.names + [String(index)] }
        write(node, element, isInline: isInline, to: &markup)
      }
      (location, chosenBy) = outer
      return
    case .items(let member):
      let value = member.value(in: content)
      for item in value?.arrayValue ?? value.map({ [$0] }) ?? [] { write(inner: item, to: &markup) }
      return
    case .when(let condition):
      let isTrue = holds(condition, content)
      let outer = chosenBy
      if isTrue, condition.value != nil { chosenBy = condition.member }
      if let branch = isTrue ? condition.then : condition.otherwise {
        write(branch, content, isInline: isInline, to: &markup)
      }
      chosenBy = outer
      return
    }
    nodesLeft -= (markup.bytes.count - before) / Self.bytesOfNode
  }

  /// Writes an item that is inside the content of another one.
  private mutating func write(inner item: JSONValue, to markup: inout Markup) {
    guard let id = item["id"]?.stringValue, let viewType = item["viewType"]?.stringValue else { return }
    let content = item["content"] ?? .object([:])
    let attributes = [Markup.Attribute("data-item", id), Markup.Attribute("data-view-type", viewType)]
    var renderer = self
    let outer = (location, chosenBy)
    (renderer.location, renderer.chosenBy) = (location.map { _ in [] }, nil)
    markup.element("div", attributes, classes: ["inner"]) { markup in
      renderer.write(
        renderer.source.node(of: viewType, content: content), content, of: viewType, to: &markup)
    }
    self = renderer
    (location, chosenBy) = outer
  }

  /// Writes an item of a screen. In an unfinished one, the names of missing texts stand in their places.
  mutating func write(
    _ node: PreviewNode, _ content: JSONValue, of viewType: String, isFallback: Bool, isUnfinished: Bool,
    to markup: inout Markup
  ) {
    (location, chosenBy) = (isFallback ? nil : [], nil)
    hasPlaceholders = isUnfinished
    write(node, content, of: viewType, to: &markup)
    hasPlaceholders = false
  }

  /// Writes an item. One without anything to show gets the name of its view type.
  private mutating func write(
    _ node: PreviewNode, _ content: JSONValue, of viewType: String, to markup: inout Markup
  ) {
    let before = markup.bytes.count
    write(node, content, to: &markup)
    guard markup.bytes.count == before, !isIncomplete else { return }
    write(DefaultPreview.name(of: viewType), content, to: &markup)
  }

  private func holds(_ condition: PreviewNode.Condition, _ content: JSONValue) -> Bool {
    guard let found = condition.member.value(in: content) else { return false }
    if let value = condition.value { return found.isEquivalent(to: value) }
    switch found {
    case .null, .bool(false): return false
    case .string(let text): return !text.isEmpty
    case .array(let elements): return !elements.isEmpty
    case .object(let object): return !object.members.isEmpty
    case .number, .bool(true): return true
    }
  }

  // MARK: Nodes

  private mutating func write(_ stack: PreviewNode.Stack, _ content: JSONValue, to markup: inout Markup) {
    var classes: [Markup.ClassName] = [stack.axis == .row ? "row" : "column"]
    if stack.wraps { classes.append("wrap") }
    if stack.grows { classes.append("grow") }
    classes += [
      stack.gap.flatMap { Self.gaps[$0] }, stack.padding.flatMap { Self.paddings[$0] },
      stack.align.flatMap { Self.alignments[$0] }, stack.justify.flatMap { Self.distributions[$0] },
      stack.shape.flatMap { Self.shapes[$0] },
      stack.background.flatMap { background($0, content) },
    ].compactMap(\.self)
    // Without a copy of the content and the renderer, the closure could not write to both.
    var renderer = self
    markup.elementUnlessEmpty("div", classes: classes) { markup in
      for child in stack.children { renderer.write(child, content, to: &markup) }
    }
    self = renderer
  }

  private mutating func write(
    _ text: PreviewNode.Text, _ content: JSONValue, isInline: Bool, to markup: inout Markup
  ) {
    guard !isHidden(text, content) else { return }
    var classes: [Markup.ClassName] = isInline ? [] : ["text"]
    if let size = text.size.flatMap({ points($0, in: PreviewToken.textSizes, content) }) {
      classes.append(Markup.ClassName(textSize: size))
    } else if let style = text.style.flatMap({ Self.textStyles[$0] }) {
      classes.append(style)
    } else if !isInline {
      classes.append("t-body")
    }
    classes += [
      text.weight.flatMap { Self.weights[$0] }, text.align.flatMap { Self.textAlignments[$0] },
      text.color.flatMap { color($0, content) }, text.background.flatMap { background($0, content) },
    ].compactMap(\.self)
    for decoration in decorations(text.decoration, content) { classes.append(decoration) }
    if let lines = text.lines { classes += ["clamp", Markup.ClassName(lines: lines)] }
    var attributes: [Markup.Attribute] = []
    var shown: (text: String, isPlaceholder: Bool) = ("", false)
    if case .value(let value) = text.content {
      shown = shownText(value, content)
      attributes = self.attributes(of: value)
      if shown.isPlaceholder { classes.append("placeholder") }
    }
    var renderer = self
    markup.elementUnlessEmpty(isInline ? "span" : "p", attributes, classes: classes) { markup in
      switch text.content {
      case .value: markup.text(shown.text)
      case .inline(let nodes):
        for node in nodes { renderer.write(node, content, isInline: true, to: &markup) }
      }
    }
    self = renderer
  }

  /// Whether a text, or a part of it, is one that the node leaves out.
  private func isHidden(_ text: PreviewNode.Text, _ content: JSONValue) -> Bool {
    switch text.content {
    case .value(let value):
      guard let hides = text.hides, let string = string(value, content) else { return false }
      return hides.matches(string)
    case .inline(let nodes):
      return nodes.contains { node in
        guard case .text(let part) = node, part.hides != nil, case .value(let value) = part.content else {
          return false
        }
        return string(value, content)?.isEmpty ?? true || isHidden(part, content)
      }
    }
  }

  private func write(
    _ image: PreviewNode.Image, _ content: JSONValue, isInline: Bool, to markup: inout Markup
  ) {
    let source = hasPlaceholders ? shownText(image.source, content).text : string(image.source, content) ?? ""
    guard !source.isEmpty, !image.needsPictureName || CodeText.isPicture(source) else { return }
    let width = image.width.flatMap { points($0, in: PreviewToken.imageSizes, content) }
    let height = image.height.flatMap { points($0, in: PreviewToken.imageSizes, content) }
    write(
      imageAt: source, attributes(ofPicture: image.source), width: width, height: height,
      classes: [
        isInline ? "inline" : nil, image.fit == "fit" ? "fit" : nil, image.shape.flatMap { Self.shapes[$0] },
        width == nil && height == nil ? image.aspect.flatMap { Self.aspects[$0] } ?? "a-video" : nil,
      ], to: &markup)
  }

  /// - Parameters:
  ///   - width: in points; nil for the same as the height, or for the whole width if the height is nil, too.
  private func write(
    imageAt source: String, _ attributes: [Markup.Attribute], width: Int?, height: Int?,
    classes further: [Markup.ClassName?], to markup: inout Markup
  ) {
    var classes: [Markup.ClassName] = ["image"] + further.compactMap(\.self)
    let size = (width ?? height).map { (width: max(width ?? $0, 1), height: max(height ?? $0, 1)) }
    if let size {
      if size.width < 48 || size.height < 20 { classes.append("tiny") }
    } else {
      classes.append("full")
    }
    markup.element("span", attributes, classes: classes) { markup in
      if let size {
        // Reserves the space of an image that is not loaded. The Content-Security-Policy forbids inline styles, but not
        // the size of an SVG.
        markup.element(
          "svg",
          [
            Markup.Attribute("viewBox", "0 0 \(size.width) \(size.height)"),
            Markup.Attribute("width", String(size.width)), Markup.Attribute("height", String(size.height)),
            Markup.Attribute("aria-hidden", "true"),
          ])
      }
      let name = Self.fileName(of: source)
      if let address = address(of: source) {
        markup.void("img", [Markup.Attribute("alt", name), Markup.Attribute("src", address)])
      } else {
        markup.element("span", classes: ["name"]) { $0.text(name) }
      }
    }
  }

  private func write(_ badge: PreviewNode.Badge, _ content: JSONValue, to markup: inout Markup) {
    let (text, isPlaceholder) = shownText(badge.text, content)
    guard !text.isEmpty else { return }
    let classes = ["badge", badge.color.flatMap { background($0, content) }].compactMap(\.self)
    markup.element("span", classes: classes) { markup in
      if let icon = badge.icon, let source = string(icon, content), !source.isEmpty {
        write(
          imageAt: source, attributes(of: icon), width: 14, height: 14,
          classes: ["inline", "fit", "shape-rounded"], to: &markup)
      }
      markup.element("span", attributes(of: badge.text), classes: isPlaceholder ? ["placeholder"] : []) {
        $0.text(text)
      }
    }
  }

  // MARK: Values

  /// The attribute that names the member which an element shows, as a JSON Pointer into the content of its item; none
  /// for a text of the template and for content that is not the item's.
  private func attributes(of value: PreviewNode.Value<String>) -> [Markup.Attribute] {
    guard case .member(let member) = value, let location else { return [] }
    return [Markup.Attribute("data-member", "\(JSONPointer(tokens: location + member.names))")]
  }

  /// The attribute for a picture. One of the template stands for the value that has chosen it.
  private func attributes(ofPicture value: PreviewNode.Value<String>) -> [Markup.Attribute] {
    if case .literal = value, let chosenBy { return attributes(of: .member(chosenBy)) }
    return attributes(of: value)
  }

  /// The text of a value. Where the content lacks it, the name of its member stands for it if there are placeholders.
  private func shownText(
    _ value: PreviewNode.Value<String>, _ content: JSONValue
  ) -> (text: String, isPlaceholder: Bool) {
    let text = string(value, content) ?? ""
    guard text.isEmpty, case .member(let member) = value, let name = member.names.last else {
      return (text, false)
    }
    let isMarked = hasPlaceholders || (marksEmptyTexts && member.value(in: content)?.stringValue != nil)
    return isMarked ? (name, true) : (text, false)
  }

  private func string(_ value: PreviewNode.Value<String>, _ content: JSONValue) -> String? {
    switch value {
    case .literal(let text): text
    case .member(let member):
      switch member.value(in: content) {
      case .string(let text): text
      case .number(let number): number.text
      case .bool(let flag): flag ? "yes" : "no"
      default: nil
      }
    }
  }

  /// A number, or a decimal number in a string, clamped to a range.
  private func points(
    _ value: PreviewNode.Value<Int>, in range: ClosedRange<Int>, _ content: JSONValue
  ) -> Int? {
    switch value {
    case .literal(let number): number
    case .member(let member):
      switch member.value(in: content) {
      case .number(let number): Self.points(number.text, in: range)
      case .string(let text): Self.points(text, in: range)
      default: nil
      }
    }
  }

  private static func points(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard let number = Double(text), number.isFinite else { return nil }
    let bounded = min(max(number.rounded(), Double(range.lowerBound)), Double(range.upperBound))
    return Int(bounded)
  }

  private mutating func color(
    _ value: PreviewNode.Value<String>, _ content: JSONValue
  ) -> Markup.ClassName? {
    guard let text = string(value, content) else { return nil }
    if let token = Self.colors[text] { return token }
    guard let color = HexColor(text), values.add(color) else { return nil }
    return Markup.ClassName(color: color)
  }

  private func background(_ value: PreviewNode.Value<String>, _ content: JSONValue) -> Markup.ClassName? {
    string(value, content).flatMap { Self.backgrounds[$0] }
  }

  /// One decoration, or a list of them in the content.
  private func decorations(
    _ value: PreviewNode.Value<String>?, _ content: JSONValue
  ) -> [Markup.ClassName] {
    guard let value else { return [] }
    if case .member(let member) = value, let names = member.value(in: content)?.arrayValue {
      return names.compactMap(\.stringValue).compactMap { Self.decorations[$0] }
    }
    return [string(value, content).flatMap { Self.decorations[$0] }].compactMap(\.self)
  }

  // MARK: Images

  /// The address to load an image from; nil for a scheme that the Content-Security-Policy does not allow.
  private func address(of source: String) -> String? {
    if let name = AssetReference.name(in: source) { return self.source.asset(name) }
    let allowed = ["https://", "http://", "data:image/"]
    return allowed.contains { source.hasURIPrefix($0) } ? source : nil
  }

  /// The last component of a path, to show while an image is not loaded.
  private static func fileName(of source: String) -> String {
    if source.hasURIPrefix("data:") { return "image" }
    let path = source.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? source
    return String(name.prefix(60))
  }
}
