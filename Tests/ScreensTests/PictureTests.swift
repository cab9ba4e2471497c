import Screens
import Testing

/// Which bytes may be uploaded as a picture.
@Suite struct PictureTests {
  private static let svg = #"<svg xmlns="http://www.w3.org/2000/svg""#

  private func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(Picture.Refusal) {
      _ = try Picture(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    arguments: [
      (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]),
      (.gif, Array("GIF89a<script>".utf8)), (.webp, Array("RIFF\0\0\0\0WEBPVP8 ".utf8)),
      (.avif, Array("\0\0\0 ftypavif".utf8)), (.svg, Array("\u{FEFF} \(svg)/>".utf8)),
    ] as [(Picture.Format, [UInt8])])
  func `the first bytes say what a picture is`(format: Picture.Format, bytes: [UInt8]) throws {
    #expect(try Picture(bytes).format == format)
  }

  @Test(arguments: ["", "GIF88a", "%PDF-1.7", "{}", "\0\0\0 ftypheic", "RIFF\0\0\0\0WAVE", "MZ"])
  func `other bytes are no picture`(text: String) {
    #expect(refusal(text)?.contains("first bytes") == true, "\(text)")
  }

  @Test func `a picture has at most 8 MiB`() {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF]
    let limit = 8 << 20
    #expect(refusal(start + [UInt8](repeating: 0, count: limit - 3)) == nil)
    #expect(refusal(start + [UInt8](repeating: 0, count: limit - 2))?.contains("\(limit)") == true)
  }

  @Test(arguments: [
    "><path d=\"M0 0h1\" style=\"fill:rgb(1,2,3)\"/></svg>",
    " viewBox='0 0 9 9'><!-- drawn --><title>A &amp; B &#x41;</title><g fill=\"url(#a)\"/><defs/></svg>",
    "><style>.a{fill:url( '#x');transform:rotate(3deg)}</style><rect class=\"a\" data-name=\"1\" aria-label=\"x\"/></svg>",
    " xmlns:xlink=\"http://www.w3.org/1999/xlink\"><g id=\"a\"/><use xlink:href=\"#a\"/><use href=\"#a\"/></svg>",
    "><image href=\"data:image/png;base64,iVBORw0KGgo=\" width=\"1\" height=\"1\"/></svg>",
    "><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient><linearGradient href=\"#a\"/></svg>",
  ])
  func `a picture of shapes is taken`(rest: String) {
    #expect(refusal(Self.svg + rest) == nil)
    #expect(refusal("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + Self.svg + rest + "\n") == nil)
  }

  @Test(arguments: [
    // Scripts and what calls them.
    "><script>alert(1)</script></svg>", "><SCRIPT/></svg>", " onload=\"alert(1)\"/>",
    "><g ONCLICK='a'/></svg>",
    "><foreignObject><p/></foreignObject></svg>", "><a href=\"javascript:alert(1)\"/></svg>",
    "><a href=\"#a\"/></svg>", "><handler/></svg>", "><iframe/></svg>",
    "><svg:script xmlns:svg=\"x\"/></svg>",
    "><x:script xmlns:x=\"http://www.w3.org/2000/svg\"/></svg>", "><metadata/></svg>",
    // Animations that set a reference.
    "><use href=\"#a\"><set attributeName=\"href\" to=\"data:x\"/></use></svg>",
    "><animate attributeName=\"href\" values=\"javascript:a\"/></svg>",
    // References to something outside.
    "><use href=\"https://a.example/x.svg#a\"/></svg>", "><use href=\"data:image/svg+xml,x#a\"/></svg>",
    "><use href=\"\"/></svg>", "><image href=\"https://a.example/x.png\"/></svg>",
    "><image href=\"#a\"/></svg>",
    "><image href=\"data:image/svg+xml;base64,PHN2Zz4=\"/></svg>",
    "><image href=\"data:image/png;base64,a&quot;\"/></svg>",
    "><image href=\" data:image/png;base64,aaaa\"/></svg>", "><feImage href=\"#a\"/></svg>",
    "><image src=\"x.png\"/></svg>", " xml:base=\"https://a.example/\"/>",
    "><use x:href=\"https://a.example/\" xmlns:x=\"http://www.w3.org/1999/xlink\"/></svg>",
    // Styles that load.
    "><style>a{fill:url<!-- -->(//x)}</style></svg>", "><style>a{fill:url<g/>(//x)}</style></svg>",
    "><style>a{fill:url(\u{301}//x)}</style></svg>", "><style>a{fill:url(\u{2003}#x)}</style></svg>",
    "><style>@import 'x.css';</style></svg>", "><style>a{fill:url(x.svg#a)}</style></svg>",
    "><style>a{fill:\\75rl(x)}</style></svg>", "><style>a{fill:u/**/rl(x)}</style></svg>",
    "><style>a{background:image-set('x.png' 1x)}</style></svg>",
    "><style>a{cursor:URL(\"//x\")}</style></svg>",
    "><style>a{b:expression(alert(1))}</style></svg>", "><g style=\"fill:url(&#104;ttps://x)\"/></svg>",
    "><g fill=\"url(//a.example/#a)\"/></svg>", "><g filter=\"src('x')\"/></svg>",
    // What makes another document of the bytes.
    " foo=\"1\"/>", "><style><![CDATA[a{}]]></style></svg>", "><?xml-stylesheet href=\"x\"?></svg>",
    "/><svg/>", ">", "><g></svg>", "><g></G></svg>", "/>text", " a='<'/>", " id=1/>", " id='a' id='b'/>",
    "><!-- -- --></svg>",
    ">&nbsp;</svg>", ">&#0;</svg>", ">&#55296;</svg>", ">& </svg>", ">\u{1}</svg>",
    "><g xmlns=\"http://www.w3.org/1999/xhtml\"/></svg>",
  ])
  func `a picture that could run or load something is refused`(rest: String) {
    #expect(refusal(Self.svg + rest) != nil, "\(rest)")
  }

  @Test(arguments: [
    "<svg/>", "<svg xmlns=\"http://www.w3.org/1999/xhtml\"/>", "<html xmlns=\"http://www.w3.org/2000/svg\"/>",
    "<g xmlns=\"http://www.w3.org/2000/svg\"/>", "<!DOCTYPE svg><svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    "<!DOCTYPE s [<!ENTITY a \"x\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>",
    "<?xml version=\"1.0\" encoding=\"UTF-7\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    "<?xml version=\"1.1\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<!-- a -->",
    "<script>alert(1)</script>",
  ])
  func `other documents are refused`(text: String) {
    #expect(refusal(text) != nil, "\(text)")
  }

  @Test func `another encoding is refused`() {
    let text = Self.svg + "/>"
    #expect(refusal([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) != nil)
    #expect(refusal([0x3C, 0x00] + text.utf16.dropFirst().flatMap { [UInt8($0 & 0xFF), 0] }) != nil)
    #expect(
      refusal(Array(Self.svg.utf8) + [0x3E, 0xC0, 0xAF] + Array("</svg>".utf8))?.contains("UTF-8") == true)
  }

  @Test func `a small document cannot draw very much`() {
    let levels = (1...9).map { level in
      "<g id=\"l\(level)\">" + String(repeating: "<use href=\"#l\(level - 1)\"/>", count: 10) + "</g>"
    }
    #expect(refusal(Self.svg + "><path id=\"l0\"/>" + levels.joined() + "</svg>")?.contains("use") == true)
    #expect(refusal(Self.svg + "><g id=\"a\"><use href=\"#a\"/></g></svg>")?.contains("use") == true)
    let deep = String(repeating: "<g>", count: 100) + String(repeating: "</g>", count: 100)
    #expect(refusal(Self.svg + ">" + deep + "</svg>")?.contains("inside each other") == true)
    #expect(
      refusal(Self.svg + ">" + String(repeating: "<g/>", count: 20_000) + "</svg>")?.contains("elements")
        == true)
  }
}
