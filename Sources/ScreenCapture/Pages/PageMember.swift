import JSONText
import Screens

/// A member of a response that says which page it is, or leads to the next one.
struct PageMember: Equatable {
  let pointer: JSONPointer
  let value: PageValue
  /// Whether the last page has the member, too: as null.
  var isNullable = false

  /// The template in a wire format.
  var template: JSONValue { .string("$page." + value.rawValue + (isNullable ? "?" : "")) }

  /// Whether it leads to the next page.
  var leadsOn: Bool { value == .next || value == .cursor }

  /// What a server sends there, in words.
  var meaning: String {
    switch value {
    case .next: "the address of the next page"
    case .cursor: "the cursor of the next page"
    case .number: "the number of the page"
    case .size: "the number of items of a page"
    case .total: "the number of all items"
    case .hasNext: "whether there is a next page"
    }
  }

  init(_ pointer: JSONPointer, _ value: PageValue, isNullable: Bool = false) {
    self.pointer = pointer
    self.value = value
    self.isNullable = isNullable
  }

  /// Reads a placeholder of a wire format, without its `$`; nil for another one.
  init?(placeholder name: String, at pointer: JSONPointer) {
    let isNullable = name.hasSuffix("?")
    let parts = (isNullable ? name.dropLast() : name[...]).split(separator: ".")
    guard parts.count == 2, parts[0] == Placeholder.page.rawValue,
      let value = PageValue(rawValue: String(parts[1]))
    else { return nil }
    self.init(pointer, value, isNullable: isNullable)
  }

  /// Those that a wire format sends.
  static func members(of format: JSONValue) -> [PageMember] {
    format["screen"].map { members(in: $0, at: .root) } ?? []
  }

  private static func members(in template: JSONValue, at pointer: JSONPointer) -> [PageMember] {
    switch template {
    case .string(let text):
      guard case .name(let name) = TemplateText(text).meaning else { return [] }
      return PageMember(placeholder: name, at: pointer).map { [$0] } ?? []
    case .object(let members):
      return members.flatMap { member -> [PageMember] in
        guard case .literal(let name) = TemplateText(member.name).meaning else { return [] }
        return Self.members(in: member.value, at: pointer.appending(name))
      }
    case .array(let elements):
      return elements.enumerated().flatMap { members(in: $1, at: pointer.appending($0)) }
    default: return []
    }
  }
}

extension JSONValue {
  /// The value with another one, or none, at the place of one that it has.
  func replacing(_ pointer: JSONPointer, with value: JSONValue?) -> JSONValue {
    replacing(pointer.tokens[...], with: value) ?? .null
  }

  private func replacing(_ tokens: ArraySlice<String>, with value: JSONValue?) -> JSONValue? {
    guard let token = tokens.first else { return value }
    switch self {
    case .object(var object):
      guard let member = object[token] else { return self }
      object[token] = member.replacing(tokens.dropFirst(), with: value)
      return .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(tokens.dropFirst(), with: value) ?? .null
      return .array(elements)
    default: return self
    }
  }

  /// The value without some members.
  func removing(_ pointers: [JSONPointer]) -> JSONValue {
    pointers.reduce(self) { $0.replacing($1, with: nil) }
  }
}
