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
  /// The longest name, in bytes.
  package static let maximumNameBytes = 256
  /// The largest number of elements in a tree.
  package static let maximumTreeElements = 10_000

  package static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  private static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

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

  // MARK: Text

  /// The text with its references replaced and its line ends as LF (XML 1.0 §2.11). In attributes, white space that
  /// is not a reference becomes spaces (§3.3.3).
  private func decoded(
    _ raw: ArraySlice<UInt8>, at start: Int, isAttribute: Bool = false
  ) throws(XMLSyntaxError) -> String {
    var result = ""
    var place = raw.startIndex
    while place < raw.endIndex {
      let end = raw[place...].firstIndex(of: UInt8(ascii: "&")) ?? raw.endIndex
      let plain = Self.withLineFeeds(raw[place..<end])
      if isAttribute {
        result.unicodeScalars += plain.unicodeScalars.lazy.map { $0 == "\n" || $0 == "\t" ? " " : $0 }
      } else {
        if let marker = raw[place..<end].firstIndex(of: UInt8(ascii: "]")),
          let found = Self.endMarker(raw[marker..<end])
        {
          throw error(at: found, "\"]]>\" is not allowed in text", "write ]]&gt;")
        }
        result += plain
      }
      guard end < raw.endIndex else { break }
      guard let semicolon = raw[end...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
        throw error(at: end, "\"&\" begins no reference", "write a literal \"&\" as &amp;")
      }
      result.unicodeScalars.append(try scalar(raw[(end + 1)..<semicolon], at: end))
      place = semicolon + 1
    }
    return result
  }

  private static func endMarker(_ raw: ArraySlice<UInt8>) -> Int? {
    raw.indices.first { raw[$0] == UInt8(ascii: "]") && raw[$0...].starts(with: [0x5D, 0x5D, 0x3E]) }
  }

  private func scalar(_ raw: ArraySlice<UInt8>, at offset: Int) throws(XMLSyntaxError) -> Unicode.Scalar {
    let reference = String(decoding: raw, as: UTF8.self)
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard reference.hasPrefix("#") else {
      throw error(
        at: offset, "the entity &\(reference); is not known",
        "write its character, or a literal \"&\" as &amp;")
    }
    let isHexadecimal = reference.hasPrefix("#x")
    let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ Self.isDigit($0, hexadecimal: isHexadecimal) }),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number),
      XMLCharacters.isAllowed(scalar)
    else { throw error(at: offset, "&\(reference); is no character that XML allows", "remove it") }
    return scalar
  }

  private static func isDigit(_ byte: UInt8, hexadecimal: Bool) -> Bool {
    switch byte {
    case 0x30...0x39: true
    case 0x41...0x46, 0x61...0x66: hexadecimal
    default: false
    }
  }

  private static func withLineFeeds(_ raw: ArraySlice<UInt8>) -> String {
    guard raw.contains(0x0D) else { return String(decoding: raw, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var previous: UInt8 = 0
    for byte in raw {
      if byte == 0x0D { bytes.append(0x0A) } else if byte != 0x0A || previous != 0x0D { bytes.append(byte) }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Positions

  private mutating func position(at offset: Int) -> SourcePosition {
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

  private func error(at offset: Int, _ message: String, _ hint: String?) -> XMLSyntaxError {
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
