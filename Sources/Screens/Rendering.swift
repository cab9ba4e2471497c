import JSONText
package import TextTemplate

extension WireFormat {
  /// The JSON of one arm of a published screen, as it is sent.
  /// - Parameter base: where the server is, for the assets that content names; nil leaves their names as they are.
  package func render(_ screen: PublishedScreen, arm: Arm, base: String? = nil) -> [UInt8] {
    var renderer = Renderer(format: self, screen: screen, arm: arm, base: base)
    return renderer.run()
  }
}

extension WireFormat {
  /// The same of a screen whose content has places for values of a request; nil for any other.
  package func template(_ screen: PublishedScreen, arm: Arm, base: String? = nil) -> DocumentTemplate? {
    guard arm.layout.sections.contains(where: { $0.items.contains(where: \.isTemplate) }) else { return nil }
    var renderer = Renderer(format: self, screen: screen, arm: arm, base: base)
    let bytes = renderer.run()
    var template = DocumentTemplate()
    var end = 0
    for (range, content) in renderer.contents {
      template.append(fixed: bytes[end..<range.lowerBound])
      end = range.upperBound
      // Checked when it was published; what is none after all is sent as it is.
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

/// Fills a format's templates in.
private struct Renderer {
  let format: WireFormat
  let screen: PublishedScreen
  let arm: Arm
  let base: String?
  var bytes: [UInt8] = []
  /// Where the content of items stands in the bytes.
  private(set) var contents: [(range: Range<Int>, content: JSONValue)] = []

  init(format: WireFormat, screen: PublishedScreen, arm: Arm, base: String?) {
    self.base = base
    self.format = format
    self.screen = screen
    self.arm = arm
  }

  /// What placeholders of sections and items stand for at the moment.
  enum Scope {
    case screen
    case section(Section)
    case item(Item)
  }

  /// What a screen of one experiment is served as.
  private var onlyChoice: Arm.Choice? { screen.definition.onlyExperiment == nil ? nil : arm.choices.first }

  mutating func run() -> [UInt8] {
    bytes.reserveCapacity(4096)
    if !write(format.screen, in: .screen) { bytes.append(contentsOf: "null".utf8) }
    return bytes
  }

  /// Writes a template; false, and nothing written, when it stands for a value that is absent.
  private mutating func write(_ template: Template, in scope: Scope) -> Bool {
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
        renderer.bytes.append(contentsOf: member.name)
        return renderer.write(member.value, in: scope)
      }
      return true
    }
  }

  /// Elements with commas between; one that is absent leaves no trace.
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
        writeItems(arm.layout.items)
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
      if let base, AssetReference.isNamed(in: content) {
        content = AssetReference.resolved(content, base: base)
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
    writeList(open: "[", close: "]", arm.layout.sections) { renderer, section in
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
