/// What an uploaded SVG picture may contain: shapes, texts, gradients and filters that refer to nothing outside. The
/// rules list what is allowed, so that what they do not know is refused.
struct SVGRules {
  /// The maximum number of elements. Browsers draw as many at once.
  private static let maximumElements = 20_000
  /// The maximum number of elements inside each other.
  private static let maximumDepth = 64
  static let maximumAttributes = 64
  private static let namespace = "http://www.w3.org/2000/svg"

  /// The ids of the elements around the current one; nil for one without an id.
  private var ids: [String?] = []
  /// The text of the style sheet around the current place. A comment can be inside a word of it.
  private var style: String?
  private var elementCount = 0
  /// The ids that elements `use`.
  private var used: Set<String> = []
  /// The ids of elements that contain a `use`.
  private var users: Set<String> = []

  /// - Parameter bytes: the document without a byte order mark.
  static func check(_ bytes: ArraySlice<UInt8>) throws(Picture.Refusal) {
    var reader = try XMLReader(bytes)
    var rules = SVGRules()
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes): try rules.enter(name, attributes)
      case .end: try rules.leave()
      case .text(let text): rules.style? += text
      }
    }
    // A `use` of a `use` of a `use` draws a small document a billion times.
    guard rules.used.isDisjoint(with: rules.users) else {
      throw Picture.Refusal("the SVG has a use of an element that contains a use")
    }
  }

  private mutating func enter(
    _ name: String, _ attributes: [(name: String, value: String)]
  ) throws(Picture.Refusal) {
    guard SVGNames.elements.contains(name) else {
      throw Picture.Refusal(
        "the SVG has the element \(quoted(name)); save it as a plain SVG without scripts, animations and links"
      )
    }
    if ids.isEmpty {
      guard name == "svg", attributes.contains(where: { $0.name == "xmlns" }) else {
        throw Picture.Refusal("the root of an SVG is svg with xmlns=\(quoted(Self.namespace))")
      }
    }
    elementCount += 1
    guard elementCount <= Self.maximumElements, ids.count < Self.maximumDepth else {
      throw Picture.Refusal(
        "the SVG has more than \(Self.maximumElements) elements, or more than \(Self.maximumDepth) inside each other"
      )
    }
    guard style == nil else { throw Picture.Refusal("the SVG has an element in a style") }
    if name == "style" { style = "" }
    ids.append(attributes.first { $0.name == "id" }?.value)
    for attribute in attributes { try check(attribute.name, attribute.value, of: name) }
  }

  private mutating func leave() throws(Picture.Refusal) {
    ids.removeLast()
    // A style has no elements in it, so this is its end.
    if let style { try SVGStyle.check(style, in: "style") }
    style = nil
  }

  private mutating func check(
    _ attribute: String, _ value: String, of element: String
  ) throws(Picture.Refusal) {
    switch attribute {
    case "xmlns":
      // Elements of another namespace would be other elements.
      guard value == Self.namespace else {
        throw Picture.Refusal("the SVG has the namespace \(quoted(value))")
      }
    case "href", "xlink:href":
      try checkReference(value, of: element)
    case _ where attribute.hasPrefix("xmlns:"):
      // Harmless: no element has a prefix, and of the attributes only those of XLink and XML.
      break
    case _ where attribute.hasPrefix("data-") || attribute.hasPrefix("aria-"):
      break
    default:
      guard SVGNames.attributes.contains(attribute) else {
        throw Picture.Refusal("the SVG has the attribute \(quoted(attribute)) of \(quoted(element))")
      }
      if attribute != "id", attribute != "class" { try SVGStyle.check(value, in: attribute) }
    }
  }

  /// A reference is to an element of the picture, or a picture in the picture.
  private mutating func checkReference(_ value: String, of element: String) throws(Picture.Refusal) {
    if element == "image" {
      let types = ["png", "jpeg", "jpg", "gif", "webp"].map { "data:image/\($0);base64," }
      guard let type = types.first(where: { value.hasPrefix($0) }),
        value.dropFirst(type.count).utf8.allSatisfy({ Self.isBase64($0) })
      else { throw Picture.Refusal("an image in the SVG is not a picture in a data URL in Base64") }
      return
    }
    guard value.hasPrefix("#"), value.utf8.count > 1 else {
      throw Picture.Refusal("the SVG refers to \(quoted(value)), which is outside of it")
    }
    guard element == "use" else { return }
    used.insert(String(value.dropFirst()))
    for case let id? in ids { users.insert(id) }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "+/=\n\r\t ".utf8.contains(byte)
    }
  }
}
