import JSONText
package import TextTemplate

extension WireFormat {
  /// The maximum size of a rendition, in bytes. A format can repeat all items, and their content, many times.
  package static let maximumRenditionBytes = 32 << 20

  /// Renders one combination of a published screen. State of the result: rendition.
  /// - Parameter assets: the base URL of the assets, to which their names are appended; nil to keep references.
  /// - Returns: nil if the rendition has more than ``maximumRenditionBytes``.
  package func render(_ screen: PublishedScreen, combination: Combination, assetsAt assets: String? = nil)
    -> [UInt8]?
  {
    var renderer = Renderer(format: self, screen: screen, combination: combination, assets: assets)
    return renderer.run()
  }

  /// Renders one combination to a template for values of a request; nil if its content has no templates.
  package func template(_ screen: PublishedScreen, combination: Combination, assetsAt assets: String? = nil)
    -> DocumentTemplate?
  {
    guard combination.layout.sections.contains(where: { $0.items.contains(where: \.isTemplate) }) else {
      return nil
    }
    var renderer = Renderer(format: self, screen: screen, combination: combination, assets: assets)
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
  var bytes: [UInt8] = []
  /// The ranges of the items' content in the bytes.
  private(set) var contents: [(range: Range<Int>, content: JSONValue)] = []

  init(format: WireFormat, screen: PublishedScreen, combination: Combination, assets: String?) {
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

  /// Whether the rendition has more bytes than it may have. Then nothing more is written.
  private var isTooLarge = false

  /// - Returns: nil if the rendition is too large.
  mutating func run() -> [UInt8]? {
    bytes.reserveCapacity(4096)
    if !write(format.screen, in: .screen) { bytes.append(contentsOf: "null".utf8) }
    return isTooLarge ? nil : bytes
  }

  /// Writes a template. Returns false, and writes nothing, if its value is absent.
  private mutating func write(_ template: Template, in scope: Scope) -> Bool {
    if bytes.count > WireFormat.maximumRenditionBytes { isTooLarge = true }
    guard !isTooLarge else { return false }
    switch template {
    case .fixed(let text):
      bytes.append(contentsOf: text)
      return true
    case .placeholder(let placeholder):
      return write(placeholder, in: scope)
    case .array(let elements):
      writeList(open: "[", close: "]", elements) { renderer, element in renderer.write(element, in: scope) }
      return true
    case .object(let members):
      writeList(open: "{", close: "}", members) { renderer, member in
        renderer.write(member.name, in: scope) && renderer.write(member.value, in: scope)
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
      guard let name = placeholder.name(in: scope), !others.contain(name, in: scope), write(name) else {
        return false
      }
      bytes.append(UInt8(ascii: ":"))
      return true
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

  private mutating func write(_ placeholder: Placeholder, in scope: Scope) -> Bool {
    switch placeholder {
    case .screenName: return write(screen.definition.screenName)
    case .route: return write(screen.route.name)
    case .version:
      bytes.append(contentsOf: String(screen.version).utf8)
      return true
    case .experiment: return write(onlyChoice?.experiment)
    case .variant: return write(onlyChoice?.variant)
    case .sections:
      writeSections()
      return true
    case .items:
      if case .section(let section) = scope {
        writeItems(section.items)
      } else {
        writeItems(combination.layout.items)
      }
      return true
    case .header, .footer, .id, .viewType, .content:
      return writeScoped(placeholder, in: scope)
    }
  }

  private mutating func writeScoped(_ placeholder: Placeholder, in scope: Scope) -> Bool {
    switch (scope, placeholder) {
    case (.section(let section), .id): return write(section.id)
    case (.section(let section), .header): return write(section.header)
    case (.section(let section), .footer): return write(section.footer)
    case (.item(let item), .id): return write(item.id)
    case (.item(let item), .viewType): return write(item.viewType)
    case (.item(let item), .content):
      var writer = JSONWriter()
      var content = item.content
      if let assets, AssetReference.isNamed(in: content) {
        content = AssetReference.resolved(content, at: assets)
      }
      writer.write(content)
      if item.isTemplate { contents.append((bytes.count..<bytes.count + writer.bytes.count, content)) }
      bytes.append(contentsOf: writer.bytes)
      return true
    default: return false
    }
  }

  private mutating func writeSections() {
    guard let template = format.section else {
      bytes.append(contentsOf: "[]".utf8)
      return
    }
    writeList(open: "[", close: "]", combination.layout.sections) { renderer, section in
      renderer.write(template, in: .section(section))
    }
  }

  private mutating func writeItems(_ items: [Item]) {
    writeList(open: "[", close: "]", items) { renderer, item in
      renderer.write(renderer.format.item, in: .item(item))
    }
  }

  private mutating func write(_ text: String?) -> Bool {
    guard let text else { return false }
    bytes.append(contentsOf: JSONValue.string(text).serialized())
    return true
  }
}
