import HTTPWire
import JSONText

/// A member of a response that leads to the response of another request of the route: by its address, or by the value of
/// a query parameter.
struct PageLink: Equatable {
  let pointer: JSONPointer
  /// The query parameter in which the requests differ.
  let parameter: String
  let isAddress: Bool

  private static let maximumDepth = 8
  /// Parts of names of members and parameters that lead from page to page.
  private static let leading = [
    "next", "more", "after", "cursor", "continu", "token", "offset", "forward", "page", "start", "skip",
    "marker", "scroll",
  ]
  /// Those of members with a number that is no number of this page.
  private static let leadingNumbers = ["next", "more", "after", "cursor", "continu"]
  /// Those of members that lead elsewhere.
  private static let other = ["prev", "before", "first", "last", "self", "current", "back"]
  private static let general: Set<String> = ["href", "url", "uri", "link", "value", "id"]

  /// Whether a name looks like that of a parameter for a page.
  static func isLeading(_ name: String) -> Bool { contains(name, leading) }

  private static func contains(_ name: String, _ parts: [String]) -> Bool {
    let name = name.lowercased()
    return parts.contains { name.contains($0) }
  }

  /// The texts and numbers of a response, those in arrays aside.
  static func scalars(of response: JSONValue) -> [(pointer: JSONPointer, value: JSONValue)] {
    var found: [(pointer: JSONPointer, value: JSONValue)] = []
    func visit(_ value: JSONValue, at pointer: JSONPointer) {
      switch value {
      case .object(let object) where pointer.tokens.count < maximumDepth:
        guard object.count <= CaptureLimits.schemaMembers else { return }
        for member in object { visit(member.value, at: pointer.appending(member.name)) }
      case .string, .number, .bool, .null: found.append((pointer, value))
      default: break
      }
    }
    visit(response, at: .root)
    return found
  }

  /// The members of a response that lead to another request.
  /// - Parameter scalars: those of the response.
  static func links(
    from query: CapturedQuery, _ scalars: [(pointer: JSONPointer, value: JSONValue)], to target: CapturedQuery
  ) -> [PageLink] {
    guard query.variant == target.variant else { return [] }
    let new = target.attributes.filter { $0.value != query.attributes[$0.name] }
    let isOnly = new.count == 1 && query.attributes.allSatisfy { target.attributes[$0.name] != nil }
    guard let name = (new.first { isLeading($0.name) } ?? new.first)?.name else { return [] }
    return scalars.compactMap { pointer, value in
      guard leads(pointer, parameter: name, isNumber: value.kind == .number) else { return nil }
      if isOnly, let text = target.attributes[name].map(Self.text), !text.isEmpty, text == Self.text(value) {
        return PageLink(pointer: pointer, parameter: name, isAddress: false)
      }
      guard case .string(let address) = value, let parameters = parameters(of: address),
        new.allSatisfy({ parameters[$0.name] == $0.value })
      else { return nil }
      return PageLink(pointer: pointer, parameter: name, isAddress: true)
    }
  }

  /// What a member has in place of its value to lead to another request.
  func value(to query: CapturedQuery) -> JSONValue? {
    guard let value = query.attributes[parameter] else { return nil }
    guard isAddress else { return value }
    let text = query.attributes.map {
      "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded(Self.text($0.value)))"
    }
    return .string("?" + text.joined(separator: "&"))
  }

  private static func leads(_ pointer: JSONPointer, parameter: String, isNumber: Bool) -> Bool {
    guard let last = pointer.tokens.last else { return false }
    if isNumber { return contains(last, leadingNumbers) }
    let name = general.contains(last.lowercased()) ? pointer.tokens.suffix(2).joined(separator: " ") : last
    return name == parameter || !contains(name, other) && (isLeading(name) || isLeading(parameter))
  }

  private static func text(_ value: JSONValue) -> String { value.stringValue ?? value.text }

  /// The attributes that the query of an address has; nil for a text without a query.
  private static func parameters(of address: String) -> JSONObject? {
    guard address.utf8.contains(UInt8(ascii: "?")) else { return nil }
    let pairs = Array(URLParts(address).query).withBytes { QueryParameters.parse($0) }
    return CapturedQuery(pairs, user: nil).attributes
  }
}
