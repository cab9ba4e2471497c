/// HTML that holds nothing but the markup of this module and escaped text.
///
/// Tags, names of attributes and classes are static strings, so text from outside can only become text or the value of
/// an attribute. Both are escaped here, the only place that writes bytes.
package struct Markup: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// An attribute of an element.
  package struct Attribute {
    let name: StaticString
    let value: String

    package init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name of a class of the style sheet: static, or made from a number.
  package struct ClassName: ExpressibleByStringLiteral {
    let text: String

    package init(stringLiteral text: StaticString) { self.text = text.description }
    init(color: HexColor) { text = "c" + color.digits }
    init(background: HexColor) { text = "b" + background.digits }
    /// - Parameter textSize: in points.
    init(textSize: Int) { text = "s\(textSize)" }
    init(lines: Int) { text = "lines\(lines)" }
  }

  package init() { bytes.reserveCapacity(64 << 10) }

  /// Adds text. In HTML, only these five characters can end a text or the value of an attribute
  /// (HTML §13.1.2). Control characters, which a document cannot hold, become U+FFFD.
  package mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): add("&amp;")
      case UInt8(ascii: "<"): add("&lt;")
      case UInt8(ascii: ">"): add("&gt;")
      case UInt8(ascii: "\""): add("&quot;")
      case UInt8(ascii: "'"): add("&#39;")
      case 0x09, 0x0A: bytes.append(byte)
      case 0x00...0x1F, 0x7F: add("\u{FFFD}")
      default: bytes.append(byte)
      }
    }
  }

  /// Adds an element with content.
  package mutating func element(
    _ tag: StaticString, _ attributes: [Attribute] = [], classes: [ClassName] = [],
    _ content: (inout Markup) -> Void = { _ in }
  ) {
    start(tag, attributes, classes: classes)
    content(&self)
    end(tag)
  }

  /// Adds an element, unless nothing is added to it.
  package mutating func elementUnlessEmpty(
    _ tag: StaticString, _ attributes: [Attribute] = [], classes: [ClassName] = [],
    _ content: (inout Markup) -> Void
  ) {
    let before = bytes.count
    start(tag, attributes, classes: classes)
    let empty = bytes.count
    content(&self)
    guard bytes.count > empty else {
      bytes.removeLast(bytes.count - before)
      return
    }
    end(tag)
  }

  /// Adds the markup of another value.
  package mutating func add(_ other: Markup) { bytes.append(contentsOf: other.bytes) }

  /// Adds a style sheet, unescaped, because it consists of static text and numbers.
  package mutating func styleSheet(_ sheet: PreviewStyleSheet) { bytes.append(contentsOf: sheet.text.utf8) }

  /// Adds only the colours of a style sheet. The page gets the common part from elsewhere.
  package mutating func colors(of sheet: PreviewStyleSheet) { bytes.append(contentsOf: sheet.colors.utf8) }

  /// Adds an element without content or end tag (HTML §13.1.2, void elements).
  package mutating func void(_ tag: StaticString, _ attributes: [Attribute] = [], classes: [ClassName] = []) {
    start(tag, attributes, classes: classes)
  }

  /// Adds the document type.
  package mutating func doctype() { add("<!doctype html>") }

  package mutating func end(_ tag: StaticString) {
    add("</")
    add(tag)
    add(">")
  }

  package mutating func start(_ tag: StaticString, _ attributes: [Attribute], classes: [ClassName]) {
    add("<")
    add(tag)
    if !classes.isEmpty {
      add(" class=\"")
      for (index, name) in classes.enumerated() {
        if index > 0 { add(" ") }
        bytes.append(contentsOf: name.text.utf8)
      }
      add("\"")
    }
    for attribute in attributes {
      add(" ")
      add(attribute.name)
      add("=\"")
      text(attribute.value)
      add("\"")
    }
    add(">")
  }

  private mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }
}
