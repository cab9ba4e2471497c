import JSONText
import Testing
import XMLText

@Suite struct XMLReaderTests {
  @Test func `Reads what XML 1.0 has`() throws {
    let text = """
      \u{FEFF}<?xml version='1.0' encoding="utf-8" standalone='yes' ?>
      <?tool a="1"?><!-- <not> & read -->
      <p:a xmlns:p="urn:p" xmlns='urn:d' p:x="&lt;&#x1F600;&#65;\n\t" y='"'>
      one &amp; two\r\nthree\rfour<b/><![CDATA[<c> & ]] > ]]]]><!-- c -->&gt;</p:a >
      """
    let root = try tree(text)
    #expect(root.name == "a" && root.namespace == "urn:p" && root.qualifiedName == "p:a")
    #expect(root.position.line == 3 && root.position.column == 1)
    #expect(root.attribute("x", namespace: "urn:p") == "<😀A  ")
    #expect(root.attribute("y") == "\"" && root.attribute("x") == nil)
    #expect(root.text == "\none & two\nthree\nfour<c> & ]] > ]]>")
    #expect(root.elements.map(\.namespace) == ["urn:d"])
  }

  @Test(arguments: [true, false]) func `Reads UTF-16 with a byte order mark`(isBigEndian: Bool) throws {
    let units = Array("\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>오늘 😀</a>".utf16)
    let bytes = units.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(try tree(bytes).text == "오늘 😀")
  }

  @Test(arguments: [
    ("", "1:1: the document has no element"),
    ("<a>\n<b></a>", "2:4: </a> does not end b; expected </b>"),
    ("<a>\n <b/>", "2:6: the text ends inside the element a; add </a>"),
    ("<a/>x", "1:5: there is text outside of the root element; remove it"),
    ("<a/><b/>", "1:5: there is a second root element; remove it"),
    ("</a>", "1:1: </a> ends no element; remove it"),
    (
      "<!DOCTYPE a><a/>",
      "1:1: there is a document type, which is not read; remove the <!DOCTYPE …> and write each entity as its character"
    ),
    ("<a>&b;</a>", "1:4: the entity &b; is not known; write its character, or a literal \"&\" as &amp;"),
    ("<a>b & c</a>", "1:6: \"&\" begins no reference; write a literal \"&\" as &amp;"),
    ("<a>&#0;</a>", "1:4: &#0; is no character that XML allows; remove it"),
    ("<a>&#xD800;</a>", "1:4: &#xD800; is no character that XML allows; remove it"),
    ("<a>\u{1}</a>", "1:4: the character U+0001 is not allowed in XML; remove it"),
    ("<a>]]></a>", "1:4: \"]]>\" is not allowed in text; write ]]&gt;"),
    ("<a b=c/>", "1:6: the value of b is not in quotes; write b=\"…\""),
    ("<a b='<'/>", "1:7: \"<\" is not allowed in the value of b; write &lt;"),
    ("<a b='1' b='2'/>", "1:10: the attribute b is repeated; remove one of them"),
    (
      "<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>",
      "1:36: the attribute q:b is repeated; remove one of them"
    ),
    ("<p:a/>", "1:1: the prefix p is not declared; add xmlns:p=\"…\""),
    ("<a xmlns:xml='u'/>", "1:4: the namespace declaration xmlns:xml is not allowed; remove it"),
    ("<a><!-- -- --></a>", "1:9: \"--\" is not allowed inside a comment; remove it"),
    (
      " <?xml version='1.0'?><a/>",
      "1:2: the XML declaration is not at the start of the file; remove what is before it"
    ),
    ("<?xml version='1.1'?><a/>", "1:7: the version is not 1.0; save the file as XML 1.0"),
    (
      "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
      "1:21: the declared encoding is not that of the file; save the file as UTF-8"
    ),
  ])
  func `Refuses what is not XML, and says where`(text: String, message: String) {
    #expect(error(of: Array(text.utf8)) == message)
  }

  @Test func `Refuses what is larger than its limits`() {
    let depth = XMLReader.maximumDepth
    let deep = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
    #expect(error(of: Array(deep(depth).utf8)) == nil)
    #expect(error(of: Array(deep(depth + 1).utf8))?.contains("nested more than 64 deep") == true)
    let wide = (0...XMLReader.maximumAttributes).map { " a\($0)=''" }.joined()
    #expect(error(of: Array("<a\(wide)/>".utf8))?.contains("more than 64 attributes") == true)
    let namespace = String(repeating: "n", count: XMLReader.maximumNamespaceBytes)
    #expect(error(of: Array("<a xmlns='\(namespace)'/>".utf8)) == nil)
    #expect(error(of: Array("<a xmlns='\(namespace)n'/>".utf8))?.contains("longer than 1024 bytes") == true)
    let many = "<a>" + String(repeating: "<b/>", count: XMLReader.maximumTreeElements) + "</a>"
    #expect(error(of: Array(many.utf8))?.contains("more than 10000 elements") == true)
    let large = [UInt8](repeating: 0x20, count: XMLReader.maximumBytes + 1)
    #expect(error(of: large)?.contains("larger than 16 MiB") == true)
    #expect(error(of: [0x3C, 0x61, 0x3E, 0xFF])?.hasPrefix("1:4: the text is not valid UTF-8") == true)
    #expect(error(of: [0xFE, 0xFF, 0xD8, 0x00])?.contains("the text is not valid UTF-16") == true)
    #expect(error(of: [0xFE, 0xFF, 0x00])?.contains("the text is not valid UTF-16") == true)
  }
}

func tree(_ bytes: [UInt8]) throws(XMLSyntaxError) -> XMLElement {
  var reader = try XMLReader(bytes)
  var root: XMLElement?
  while let event = try reader.next() {
    if case .start(let element) = event { root = try reader.tree(of: element) }
  }
  guard let root else { preconditionFailure("a document without an element is refused") }
  return root
}

func tree(_ text: String) throws(XMLSyntaxError) -> XMLElement { try tree(Array(text.utf8)) }

/// The error of reading as a tree; nil for a good document.
func error(of bytes: [UInt8]) -> String? {
  do throws(XMLSyntaxError) {
    _ = try tree(bytes)
    return nil
  } catch {
    return error.description
  }
}
