import JSONText

/// The syntax tree of a JSON text, with byte ranges. Every text has one, because a text is rarely valid while somebody
/// types.
struct SourceTree {
  let root: SourceNode

  init(_ text: [UInt8]) {
    var parser = SourceTreeParser(text)
    root = parser.value(depth: 0)
  }

  /// The name or value at an offset.
  struct Spot {
    enum Kind {
      /// The name of a member of the object at `location`; the range includes its quotes.
      case name(String, hasColon: Bool)
      /// The value at `location`, or the gap where one is expected.
      case value
    }

    let kind: Kind
    /// For a name, the location of the object that contains it; for a value, its own location.
    let location: JSONPointer
    let range: Range<Int>
  }

  func spot(at offset: Int) -> Spot {
    var node = root
    var location = JSONPointer.root
    while let (next, token) = Self.child(of: node, at: offset) {
      node = next
      location = location.appending(token)
    }
    switch node.content {
    case .object(let members) where node.range.lowerBound < offset:
      if let member = members.first(where: {
        $0.nameRange.lowerBound <= offset && offset <= $0.nameRange.upperBound
      }) {
        return Spot(
          kind: .name(member.name, hasColon: member.valueRegion != nil), location: location,
          range: member.nameRange
        )
      }
      if let member = members.first(where: {
        $0.valueRegion.map { $0.lowerBound <= offset && offset <= $0.upperBound } ?? false
      }),
        case .missing = member.value.content
      {
        return Spot(kind: .value, location: location.appending(member.name), range: offset..<offset)
      }
      return Spot(kind: .name("", hasColon: false), location: location, range: offset..<offset)
    case .array(let elements) where node.range.lowerBound < offset:
      let index = elements.count { $0.range.upperBound <= offset }
      return Spot(kind: .value, location: location.appending(index), range: offset..<offset)
    case .missing: return Spot(kind: .value, location: location, range: offset..<offset)
    default: return Spot(kind: .value, location: location, range: node.range)
    }
  }

  /// The member or element that contains an offset.
  private static func child(of node: SourceNode, at offset: Int) -> (SourceNode, String)? {
    func contains(_ child: SourceNode) -> Bool {
      if case .missing = child.content { return false }
      return child.range.lowerBound <= offset && offset <= child.range.upperBound
    }
    switch node.content {
    case .object(let members):
      return members.first { contains($0.value) }.map { ($0.value, $0.name) }
    case .array(let elements):
      return elements.firstIndex(where: contains).map { (elements[$0], String($0)) }
    default: return nil
    }
  }

  /// The node at a place.
  func node(at location: JSONPointer) -> SourceNode? {
    location.tokens.reduce(SourceNode?.some(root)) { node, token in
      guard case .array(let elements)? = node?.content else { return node?[token] }
      return JSONPointer.arrayIndex(token).flatMap { $0 < elements.count ? elements[$0] : nil }
    }
  }
}
