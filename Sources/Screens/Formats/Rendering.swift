import JSONText
package import TextTemplate

extension WireFormat {
  /// The maximum size of a rendition, in bytes. A format can repeat all items, and their content, many times.
  package static let maximumRenditionBytes = 32 << 20

  /// Renders one combination of a published screen. State of the result: rendition.
  /// - Parameters:
  ///   - assets: the base URL of the assets, to which their names are appended; nil to keep references.
  ///   - page: the page that the combination's layout is; nil for the only one.
  /// - Returns: nil if the rendition has more than ``maximumRenditionBytes``.
  package func render(
    _ screen: PublishedScreen, combination: Combination, assetsAt assets: String? = nil, page: Page? = nil
  ) -> [UInt8]? {
    var renderer = Renderer(
      format: self, screen: screen, combination: combination, assets: assets, page: page)
    return renderer.run()
  }

  /// Renders one combination to a template for values of a request; nil if its content has no templates.
  package func template(
    _ screen: PublishedScreen, combination: Combination, assetsAt assets: String? = nil, page: Page? = nil
  ) -> DocumentTemplate? {
    guard combination.layout.sections.contains(where: { $0.items.contains(where: \.isTemplate) }) else {
      return nil
    }
    var renderer = Renderer(
      format: self, screen: screen, combination: combination, assets: assets, page: page)
    guard let bytes = renderer.run() else { return nil }
    var template = DocumentTemplate()
    var end = 0
    for (range, content) in renderer.contents {
      template.append(fixed: bytes[end..<range.lowerBound])
      end = range.upperBound
      // Templates were validated when the screen was published. An invalid one is sent unchanged.
      if let part = try? DocumentTemplate(content) {
        template.append(part)
      } else {
        template.append(fixed: bytes[range])
      }
    }
    template.append(fixed: bytes[end...])
    return template
  }
}

/// Fills in the templates of a wire format.
private struct Renderer {
  let format: WireFormat
  let screen: PublishedScreen
  let combination: Combination
  let assets: String?
  let page: Page?
  var bytes: [UInt8] = []
  /// The ranges of the items' content in the bytes.
  private(set) var contents: [(range: Range<Int>, content: JSONValue)] = []

  init(
    format: WireFormat, screen: PublishedScreen, combination: Combination, assets: String?, page: Page?
  ) {
    self.page = page
    self.assets = assets
    self.format = format
    self.screen = screen
    self.combination = combination
  }

  typealias Scope = Template.Scope

  /// The experiment and variant for `$experiment` and `$variant`; nil if the screen has several experiments.
  private var onlyChoice: Combination.Choice? {
    screen.definition.onlyExperiment == nil ? nil : combination.choices.first
  }

  /// The sections that the screen's template does not name.
  private var otherSections: [Section] {
    guard !format.namedSections.isEmpty else { return combination.layout.sections }
    return combination.layout.sections.filter { section in
      !(section.id.map { format.namedSections.contains(ExactString($0)) } ?? false)
    }
  }

  /// The items of the sections that the screen's template names, by the section's id.
  private lazy var namedItems: [ExactString: [Item]] = Dictionary(
    combination.layout.sections.compactMap { section in
      section.id.map { (ExactString($0), section.items) }
    }, uniquingKeysWith: { first, _ in first })

  /// Whether the rendition has more bytes than it may have. Then nothing more is written.
  private var isTooLarge = false

  /// - Returns: nil if the rendition is too large.
  mutating func run() -> [UInt8]? {
    bytes.reserveCapacity(4096)
    if !write(format.screen, in: .screen) { bytes.append(contentsOf: "null".utf8) }
    return isTooLarge ? nil : bytes
  }

  // MARK: Templates

  /// Writes a template. Returns false, and writes nothing, if its value is absent.
  private mutating func write(_ template: Template, in scope: Scope) -> Bool {
    if bytes.count > WireFormat.maximumRenditionBytes { isTooLarge = true }
    guard !isTooLarge else { return false }
    switch template {
    case .fixed(let text):
      bytes.append(contentsOf: text)
      return true
    case .placeholder(let use):
      if write(use, in: scope) { return true }
      if use.isNullable { bytes.append(contentsOf: "null".utf8) }
      return use.isNullable
    case .array(let elements):
      writeList(open: "[", close: "]", elements) { renderer, element in renderer.write(element, in: scope) }
      return true
    case .object(let members):
      writeList(open: "{", close: "}", members) { renderer, member in
        if case .spread(let others) = member.name {
          return renderer.spread(member.value, besides: others, in: scope)
        }
        return renderer.write(member.name, in: scope) && renderer.write(member.value, in: scope)
      }
      return true
    }
  }

  /// Writes a member's name and the colon. Returns false, and writes nothing, if the name is absent or taken.
  private mutating func write(_ name: Template.Member.Name, in scope: Scope) -> Bool {
    switch name {
    case .fixed(let text):
      bytes.append(contentsOf: text)
      return true
    case .placeholder(let placeholder, let others):
      guard let name = placeholder.name(in: scope, format.typeNames),
        !others.contain(name, in: scope, format.typeNames), write(name)
      else { return false }
      bytes.append(UInt8(ascii: ":"))
      return true
    case .spread: return false
    }
  }

  /// Writes elements separated by commas. Absent elements are left out.
  private mutating func writeList<Element>(
    open: Unicode.Scalar, close: Unicode.Scalar, _ elements: some Sequence<Element>,
    _ write: (inout Renderer, Element) -> Bool
  ) {
    bytes.append(UInt8(ascii: open))
    var isFirst = true
    for element in elements {
      let start = bytes.count
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if write(&self, element) {
        isFirst = false
      } else {
        bytes.removeLast(bytes.count - start)
      }
    }
    bytes.append(UInt8(ascii: close))
  }

  /// Writes the members of an object, without braces. Returns false if there are none.
  private mutating func spread(_ template: Template, besides others: Template.OtherNames, in scope: Scope)
    -> Bool
  {
    guard case .placeholder(let use) = template else { return false }
    let object: JSONObject?
    var slots: PointerTree<InnerItems.Slot>?
    var isTemplate = false
    switch (use.placeholder, scope) {
    case (.content, .item(let item)):
      object = content(of: item).objectValue
      slots = item.inner?.tree
      isTemplate = item.isTemplate
    default: object = values(at: use.path, in: scope)?.objectValue
    }
    var isFirst = true
    for member in object ?? [:] where !others.contain(member.name, in: scope, format.typeNames) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONWriter.append(member.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      write(content: member.value, slots?.children[ExactString(member.name)], isTemplate: isTemplate)
    }
    return !isFirst
  }

  // MARK: Placeholders

  private mutating func write(_ use: PlaceholderUse, in scope: Scope) -> Bool {
    switch use.placeholder {
    case .screenName: return write(combination.layout.screenName)
    case .route: return write(screen.route.name)
    case .version:
      bytes.append(contentsOf: String(screen.version).utf8)
      return true
    case .experiment: return write(onlyChoice?.experiment)
    case .variant: return write(onlyChoice?.variant)
    case .values:
      guard let values = values(at: use.path, in: scope) else { return false }
      write(content: values, nil, isTemplate: false)
      return true
    case .sections:
      writeSections()
      return true
    case .items:
      if let id = use.path.first {
        writeItems(items(ofSection: id))
      } else {
        writeItems(items(in: scope))
      }
      return true
    case .item:
      guard let item = use.path.first.flatMap({ items(ofSection: $0).first }) else { return false }
      return write(format.item, in: .item(item))
    case .itemsByID:
      writeList(open: "{", close: "}", flattened(allItems(in: scope))) { renderer, item in
        renderer.write(item.id) && renderer.writeColon()
          && renderer.write(renderer.format.item, in: .item(item))
      }
      return true
    case .roots:
      writeList(open: "[", close: "]", allItems(in: scope)) { renderer, item in renderer.write(item.id) }
      return true
    case .page: return use.path.first.flatMap { PageValue(rawValue: $0) }.map { write($0) } ?? false
    case .header, .footer, .id, .viewType, .content:
      return writeScoped(use.placeholder, in: scope)
    }
  }

  private mutating func write(_ value: PageValue) -> Bool {
    // A screen without pages is one page.
    let count = page?.total ?? combination.layout.sections.reduce(0) { $0 + $1.items.count }
    switch value {
    case .next: return write(page?.nextAddress)
    case .cursor: return write(page?.next?.text)
    case .number: bytes.append(contentsOf: String(page?.cursor.number ?? 1).utf8)
    case .size: bytes.append(contentsOf: String(page?.size ?? count).utf8)
    case .total: bytes.append(contentsOf: String(count).utf8)
    case .hasNext: bytes.append(contentsOf: (page?.next == nil ? "false" : "true").utf8)
    }
    return true
  }

  private mutating func writeScoped(_ placeholder: Placeholder, in scope: Scope) -> Bool {
    switch (scope, placeholder) {
    case (.section(let section), .id): return write(section.id)
    case (.section(let section), .header): return write(section.header)
    case (.section(let section), .footer): return write(section.footer)
    case (.item(let item), .id): return write(item.id)
    case (.item(let item), .viewType):
      JSONWriter.append(format.typeName(of: item.viewType), to: &bytes)
      return true
    case (.item(let item), .content):
      write(content: content(of: item), item.inner?.tree, isTemplate: item.isTemplate)
      return true
    default: return false
    }
  }

  private mutating func writeSections() {
    guard let template = format.section else {
      bytes.append(contentsOf: "[]".utf8)
      return
    }
    writeList(open: "[", close: "]", otherSections) { renderer, section in
      renderer.write(template, in: .section(section))
    }
  }

  private mutating func writeItems(_ items: [Item]) {
    writeList(open: "[", close: "]", flattened(items)) { renderer, item in
      renderer.write(renderer.format.item, in: .item(item))
    }
  }

  // MARK: Items and values

  private func items(in scope: Scope) -> [Item] {
    if case .section(let section) = scope { section.items } else { otherSections.flatMap(\.items) }
  }

  /// The items of a scope, those of named sections included.
  private func allItems(in scope: Scope) -> [Item] {
    if case .section(let section) = scope { section.items } else { combination.layout.items }
  }

  private mutating func items(ofSection id: String) -> [Item] { namedItems[ExactString(id)] ?? [] }

  /// The items, with those inside them if the format sends all of them in one list.
  private func flattened(_ items: [Item]) -> [Item] {
    format.nesting == .flat ? items.flatMap(\.all) : items
  }

  private func values(at path: [String], in scope: Scope) -> JSONValue? {
    let own = if case .section(let section) = scope { section.values } else { combination.layout.values }
    guard let own else { return nil }
    return path.isEmpty ? .object(own) : JSONPointer(tokens: path).value(in: .object(own))
  }

  /// The content of an item, with the view type and the id added if the format has them inside the content.
  private func content(of item: Item) -> JSONValue {
    var content = item.content
    if let pointer = format.viewTypePointer {
      content = content.adding(format.typeName(of: item.viewType), at: pointer)
    }
    if let pointer = format.idPointer { content = content.adding(.string(item.id), at: pointer) }
    return content
  }

  // MARK: Values

  /// Writes content, with the items inside it as the format has them.
  private mutating func write(
    content: JSONValue, _ slots: PointerTree<InnerItems.Slot>?, isTemplate: Bool
  ) {
    guard let slots else {
      var content = content
      if let assets, AssetReference.isNamed(in: content) {
        content = AssetReference.resolved(content, at: assets)
      }
      let start = bytes.count
      JSONWriter.append(content, to: &bytes)
      if isTemplate { contents.append((start..<bytes.count, content)) }
      return
    }
    if let slot = slots.value {
      if slot.isList {
        writeList(open: "[", close: "]", slot.items) { renderer, item in renderer.write(inner: item) }
      } else if let item = slot.items.first {
        _ = write(inner: item)
      } else {
        bytes.append(contentsOf: "null".utf8)
      }
      return
    }
    switch content {
    case .object(let object):
      writeList(open: "{", close: "}", object) { renderer, member in
        _ = renderer.write(member.name)
        _ = renderer.writeColon()
        renderer.write(
          content: member.value, slots.children[ExactString(member.name)], isTemplate: isTemplate)
        return true
      }
    case .array(let elements):
      writeList(open: "[", close: "]", elements.enumerated()) { renderer, element in
        renderer.write(
          content: element.element, slots.children[ExactString(String(element.offset))],
          isTemplate: isTemplate)
        return true
      }
    default: write(content: content, nil, isTemplate: isTemplate)
    }
  }

  /// Writes an item inside another one: the item, or its id if the format sends all items in one list.
  private mutating func write(inner item: Item) -> Bool {
    switch format.nesting {
    case .inline: write(format.item, in: .item(item))
    case .flat: write(item.id)
    }
  }

  private mutating func write(_ text: String?) -> Bool {
    guard let text else { return false }
    JSONWriter.append(text, to: &bytes)
    return true
  }

  private mutating func writeColon() -> Bool {
    bytes.append(UInt8(ascii: ":"))
    return true
  }
}

extension JSONValue {
  /// The value with another one inside, unless there is one at that place or no object that could hold it.
  fileprivate func adding(_ value: JSONValue, at pointer: JSONPointer) -> JSONValue {
    guard pointer.value(in: self) == nil, let parent = pointer.parent, let name = pointer.tokens.last,
      parent.value(in: self)?.objectValue != nil
    else { return self }
    return replacingMember(name, at: parent, with: value)
  }
}
