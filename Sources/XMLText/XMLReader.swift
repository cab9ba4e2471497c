import JSONText

/// Reads a document of XML 1.0 with namespaces, event by event.
///
/// It reads UTF-8, and UTF-16 with a byte order mark; CDATA sections; the five entities of XML and numeric references.
/// It skips comments and processing instructions. It refuses a document type: without one, no entity can grow, and no
/// other file is read.
package struct XMLReader: Sendable {
  package enum Event: Sendable {
    /// The element without its content.
    case start(XMLElement)
    /// The end of the element that was opened last.
    case end
    /// Decoded text. Neighbouring pieces can come apart.
    case text(String)
  }

  /// The largest document, in bytes.
  package static let maximumBytes = 16 << 20
  /// The deepest nesting of elements.
  package static let maximumDepth = 64
  /// The largest number of attributes of an element.
  package static let maximumAttributes = 64
  /// The largest number of namespace declarations that are in scope together.
  package static let maximumNamespaces = 64
  /// The longest URI of a namespace, in bytes. Each element is compared with it.
  package static let maximumNamespaceBytes = 1 << 10
  /// The longest name, in bytes.
  package static let maximumNameBytes = 256
  /// The largest number of elements in a tree.
  package static let maximumTreeElements = 10_000

  package static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  package static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

  private let text: [UInt8]
  private var index = 0
  /// The names of the open elements.
  private var open: [String] = []
  private var namespaces: [(prefix: String, uri: String, depth: Int)] = [("xml", Self.xmlNamespace, 0)]
  /// Whether the tag that was read last also ends its element.
  private var isEmptyElement = false
  private var hasRoot = false
  /// The last computed position. Elements ask for positions in ascending order, so each byte is counted once.
  private var cursor = SourcePosition(offset: 0, line: 1, column: 1)

  /// - Throws: ``XMLSyntaxError`` for a document that is too large, for another encoding, and for an XML declaration
  ///   of another version.
  package init(_ bytes: [UInt8]) throws(XMLSyntaxError) {
    guard bytes.count <= Self.maximumBytes else {
      throw XMLSyntaxError(
        position: SourcePosition(offset: 0, line: 1, column: 1),
        message: "the file is larger than \(Self.maximumBytes >> 20) MiB", hint: "split it")
    }
    let isUTF16: Bool
    (text, isUTF16) = try XMLEncoding.utf8(bytes)
    if startsDeclaration { try readDeclaration(isUTF16: isUTF16) }
  }

  /// The next event; nil at the end of a complete document.
  package mutating func next() throws(XMLSyntaxError) -> Event? {
    if isEmptyElement {
      isEmptyElement = false
      close()
      return .end
    }
    while let byte = peek {
      if byte != UInt8(ascii: "<") {
        let start = index
        let raw = take { $0 != UInt8(ascii: "<") }
        if open.isEmpty {
          guard let place = raw.firstIndex(where: { !XMLCharacters.isSpace($0) }) else { continue }
          throw error(at: place, "there is text outside of the root element", "remove it")
        }
        return .text(try decoded(raw, at: start))
      }
      if has("<!--") {
        try skipComment()
      } else if has("<?") {
        try skipInstruction()
      } else if has("<![CDATA[") {
        return .text(try readCharacterData())
      } else if has("<!") {
        throw error(
          at: index, "there is a document type, which is not read",
          "remove the <!DOCTYPE …> and write each entity as its character")
      } else if has("</") {
        try readEnd()
        return .end
      } else {
        return .start(try readStart())
      }
    }
    guard let last = open.last else {
      guard hasRoot else { throw error(at: index, "the document has no element", nil) }
      return nil
    }
    throw error(at: index, "the text ends inside the element \(last)", "add </\(last)>")
  }

  /// Reads the content of the element that ``next()`` has just opened, up to its end.
  package mutating func tree(of element: XMLElement) throws(XMLSyntaxError) -> XMLElement {
    var elements = 1
    return try tree(of: element, &elements)
  }

  private mutating func tree(of element: XMLElement, _ elements: inout Int) throws(XMLSyntaxError)
    -> XMLElement
  {
    var element = element
    while let event = try next() {
      switch event {
      case .text(let text): element.content.append(.text(text))
      case .end: return element
      case .start(let inner):
        elements += 1
        guard elements <= Self.maximumTreeElements else {
          throw error(
            at: inner.position.offset, "there are more than \(Self.maximumTreeElements) elements inside one",
            "split it")
        }
        element.content.append(.element(try tree(of: inner, &elements)))
      }
    }
    return element
  }

  /// Reads up to the end of the element that ``next()`` has just opened.
  package mutating func skip() throws(XMLSyntaxError) {
    let depth = open.count
    while let event = try next() {
      if case .end = event, open.count < depth { return }
    }
  }

  // MARK: Tags

  private mutating func readStart() throws(XMLSyntaxError) -> XMLElement {
    let start = index
    index += 1
    let name = try readName()
    guard open.isEmpty || open.count < Self.maximumDepth else {
      throw error(at: start, "elements are nested more than \(Self.maximumDepth) deep", nil)
    }
    guard !open.isEmpty || !hasRoot else {
      throw error(at: start, "there is a second root element", "remove it")
    }
    hasRoot = true
    open.append(name)
    var raw: [(name: String, value: String, offset: Int)] = []
    while true {
      let hadSpace = skipSpace()
      if take("/>") {
        isEmptyElement = true
        break
      }
      if take(">") { break }
      guard hadSpace, peek != nil else {
        throw error(
          at: index, "the tag of \(name) is malformed", "expected white space, an attribute, \"/>\" or \">\"")
      }
      let attribute = try readAttribute()
      raw.append(attribute)
      guard raw.count <= Self.maximumAttributes else {
        throw error(at: attribute.offset, "\(name) has more than \(Self.maximumAttributes) attributes", nil)
      }
    }
    for attribute in raw { try declareNamespace(attribute) }
    var attributes: [XMLAttribute] = []
    for (attributeName, value, offset) in raw {
      let (local, namespace) = try resolve(attributeName, isElement: false, at: offset)
      guard !attributes.contains(where: { $0.name == local && $0.namespace == namespace }) else {
        throw error(at: offset, "the attribute \(attributeName) is repeated", "remove one of them")
      }
      attributes.append(
        XMLAttribute(name: local, qualifiedName: attributeName, namespace: namespace, value: value))
    }
    let (local, namespace) = try resolve(name, isElement: true, at: start)
    return XMLElement(
      name: local, qualifiedName: name, namespace: namespace, attributes: attributes,
      position: position(at: start))
  }

  private mutating func readEnd() throws(XMLSyntaxError) {
    let start = index
    index += 2
    let name = try readName()
    skipSpace()
    guard take(">") else { throw error(at: index, "the tag </\(name)> is malformed", "expected \">\"") }
    guard let expected = open.last else { throw error(at: start, "</\(name)> ends no element", "remove it") }
    guard expected.hasSameScalars(as: name) else {
      throw error(at: start, "</\(name)> does not end \(expected)", "expected </\(expected)>")
    }
    close()
  }

  private mutating func close() {
    while let last = namespaces.last, last.depth == open.count, last.depth > 0 { namespaces.removeLast() }
    _ = open.popLast()
  }

  private mutating func readAttribute() throws(XMLSyntaxError) -> (name: String, value: String, offset: Int) {
    let offset = index
    let name = try readName()
    skipSpace()
    guard take("=") else { throw error(at: index, "the attribute \(name) has no value", "expected \"=\"") }
    skipSpace()
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error(at: index, "the value of \(name) is not in quotes", "write \(name)=\"…\"")
    }
    index += 1
    let start = index
    let raw = take { $0 != quote }
    guard peek == quote else {
      throw error(at: start, "the value of \(name) does not end", "add the closing quote")
    }
    index += 1
    if let bracket = raw.firstIndex(of: UInt8(ascii: "<")) {
      throw error(at: bracket, "\"<\" is not allowed in the value of \(name)", "write &lt;")
    }
    return (name, try decoded(raw, at: start, isAttribute: true), offset)
  }

  // MARK: Namespaces

  private mutating func declareNamespace(
    _ attribute: (name: String, value: String, offset: Int)
  ) throws(XMLSyntaxError) {
    let prefix: String
    if attribute.name == "xmlns" {
      prefix = ""
    } else if attribute.name.hasPrefix("xmlns:") {
      prefix = String(attribute.name.dropFirst(6))
    } else {
      return
    }
    let isXML = attribute.value == Self.xmlNamespace
    guard prefix != "xmlns", attribute.value != Self.xmlnsNamespace, (prefix == "xml") == isXML,
      prefix.isEmpty || !attribute.value.isEmpty
    else {
      throw error(
        at: attribute.offset, "the namespace declaration \(attribute.name) is not allowed", "remove it")
    }
    guard attribute.value.utf8.count <= Self.maximumNamespaceBytes else {
      throw error(
        at: attribute.offset, "a namespace is longer than \(Self.maximumNamespaceBytes) bytes", "shorten it")
    }
    guard namespaces.count < Self.maximumNamespaces else {
      throw error(at: attribute.offset, "more than \(Self.maximumNamespaces) namespaces are declared", nil)
    }
    namespaces.append((prefix, attribute.value, open.count))
  }

  /// The local name and the namespace. Attributes without a prefix are in no namespace.
  private func resolve(
    _ name: String, isElement: Bool, at offset: Int
  ) throws(XMLSyntaxError) -> (local: String, namespace: String) {
    let colon = UInt8(ascii: ":")
    guard let end = name.utf8.firstIndex(of: colon) else {
      if !isElement { return (name, name == "xmlns" ? Self.xmlnsNamespace : "") }
      return (name, namespaces.last { $0.prefix.isEmpty }?.uri ?? "")
    }
    let prefix = String(name[..<end])
    let local = String(name[name.utf8.index(after: end)...])
    guard !prefix.isEmpty, let first = local.unicodeScalars.first, XMLCharacters.startsName(first),
      !local.utf8.contains(colon)
    else { throw error(at: offset, "the name \(name) is malformed", "expected PREFIX:NAME") }
    if prefix == "xmlns", !isElement { return (local, Self.xmlnsNamespace) }
    guard let uri = namespaces.last(where: { $0.prefix == prefix })?.uri else {
      throw error(at: offset, "the prefix \(prefix) is not declared", "add xmlns:\(prefix)=\"…\"")
    }
    return (local, uri)
  }

  // MARK: Other markup

  private var startsDeclaration: Bool {
    has("<?xml") && index + 5 < text.count && XMLCharacters.isSpace(text[index + 5])
  }

  private mutating func readDeclaration(isUTF16: Bool) throws(XMLSyntaxError) {
    index += 5
    var expected = ["version", "encoding", "standalone"][...]
    while skipSpace(), peek != UInt8(ascii: "?"), peek != nil {
      let (name, value, offset) = try readAttribute()
      guard let place = expected.firstIndex(of: name), name == "version" || expected.count < 3 else {
        throw error(
          at: offset, "the XML declaration is malformed", #"expected version="1.0" encoding="UTF-8""#)
      }
      expected = expected[(place + 1)...]
      switch name {
      case "version":
        guard value == "1.0" else {
          throw error(at: offset, "the version is not 1.0", "save the file as XML 1.0")
        }
      case "encoding":
        guard (isUTF16 ? ["utf-16"] : ["utf-8", "us-ascii"]).contains(value.lowercased()) else {
          throw error(at: offset, "the declared encoding is not that of the file", "save the file as UTF-8")
        }
      default:
        guard value == "yes" || value == "no" else {
          throw error(at: offset, "standalone is neither yes nor no", nil)
        }
      }
    }
    guard expected.count < 3, take("?>") else {
      throw error(
        at: index, "the XML declaration is malformed", #"expected <?xml version="1.0" encoding="UTF-8"?>"#)
    }
  }

  private mutating func skipComment() throws(XMLSyntaxError) {
    let start = index
    index += 4
    while index < text.count, !has("--") { index += 1 }
    guard index < text.count else { throw error(at: start, "the comment does not end", "add -->") }
    guard take("-->") else { throw error(at: index, "\"--\" is not allowed inside a comment", "remove it") }
  }

  private mutating func skipInstruction() throws(XMLSyntaxError) {
    let start = index
    index += 2
    let name = try readName()
    guard name.lowercased() != "xml" else {
      throw error(
        at: start, "the XML declaration is not at the start of the file", "remove what is before it")
    }
    let hadSpace = skipSpace()
    guard hadSpace || has("?>") else {
      throw error(at: index, "the processing instruction is malformed", nil)
    }
    while index < text.count, !has("?>") { index += 1 }
    guard take("?>") else { throw error(at: start, "the processing instruction does not end", "add ?>") }
  }

  private mutating func readCharacterData() throws(XMLSyntaxError) -> String {
    guard !open.isEmpty else {
      throw error(at: index, "there is text outside of the root element", "remove it")
    }
    let opening = index
    index += 9
    let start = index
    while index < text.count, !has("]]>") { index += 1 }
    let end = index
    guard take("]]>") else { throw error(at: opening, "the CDATA section does not end", "add ]]>") }
    return Self.withLineFeeds(text[start..<end])
  }

  private mutating func readName() throws(XMLSyntaxError) -> String {
    let start = index
    let raw = take { !XMLCharacters.isSpace($0) && !Self.endsName.contains($0) }
    guard raw.count <= Self.maximumNameBytes else {
      throw error(at: start, "a name is longer than \(Self.maximumNameBytes) bytes", nil)
    }
    let name = String(decoding: raw, as: UTF8.self)
    guard let first = name.unicodeScalars.first, XMLCharacters.startsName(first),
      name.unicodeScalars.allSatisfy(XMLCharacters.continuesName)
    else { throw error(at: start, "a name is expected here", "write a literal \"<\" as &lt;") }
    return name
  }

  private static let endsName: [UInt8] = Array("<>/=\"'?&;".utf8)

  // MARK: Positions

  mutating func position(at offset: Int) -> SourcePosition {
    var (line, column) = (cursor.line, cursor.column)
    for place in cursor.offset..<max(offset, cursor.offset) {
      switch text[place] {
      case 0x0A: (line, column) = (line + 1, 1)
      // CR LF is one line end; it counts at the LF.
      case 0x0D: if place + 1 >= text.count || text[place + 1] != 0x0A { (line, column) = (line + 1, 1) }
      case 0x80...0xBF: break
      default: column += 1
      }
    }
    cursor = SourcePosition(offset: max(offset, cursor.offset), line: line, column: column)
    return cursor
  }

  func error(at offset: Int, _ message: String, _ hint: String?) -> XMLSyntaxError {
    XMLSyntaxError(position: SourcePosition(of: offset, in: text), message: message, hint: hint)
  }

  // MARK: Bytes

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private func has(_ part: String) -> Bool { text[index...].starts(with: part.utf8) }

  private mutating func take(_ part: String) -> Bool {
    guard has(part) else { return false }
    index += part.utf8.count
    return true
  }

  private mutating func take(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while index < text.count, holds(text[index]) { index += 1 }
    return text[start..<index]
  }

  @discardableResult
  private mutating func skipSpace() -> Bool { !take(while: XMLCharacters.isSpace).isEmpty }
}
