/// The names of generated Swift.
enum SwiftNames {
  static let rules = NamingRules(
    placement: .nested, types: types, appTypes: appTypes, files: ["ViewContent", "ViewRegistry+Generated"],
    members: members, rootMembers: ["viewType"], options: members.union(["unknown"]),
    alternatives: members.union(["unknown", "viewType"]))

  /// Returns the name, in backticks if it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Keywords, which need backticks as a name. Contextual keywords are included, because a line that begins
  /// with one could be parsed differently.
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows",
    "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default",
    "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch",
    "where", "while", "as", "false", "is", "nil", "super", "throws", "true", "try", "any", "some", "await",
    "async", "each", "consume", "copy", "borrow", "unsafe", "yield", "discard", "then", "package", "actor",
    "macro", "nonisolated", "isolated", "sending", "consuming", "borrowing",
  ]

  /// Names that a member or case cannot have even in backticks, or that the protocols of the generated types
  /// use.
  static let members: Set<String> = [
    "self", "init", "Self", "Type", "Protocol", "hashValue", "rawValue", "stringValue", "intValue", "encode",
    "hash", "none",
  ]

  /// Types that the generated source uses. A nested type must not hide them.
  private static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "CodingKeys", "Collection",
    "Comparable", "Content", "Data", "Date", "Decimal", "Decodable", "Decoder", "DecodingError", "Dictionary",
    "Double", "Encodable", "Encoder", "EncodingError", "Equatable", "Error", "Float", "Foundation",
    "Hashable", "Hasher", "Identifiable", "Int", "JSONDecoder", "JSONEncoder", "JSONNumber", "JSONValue",
    "Member", "MemberName", "Never", "Optional", "Protocol", "RawRepresentable", "RawValue",
    "Result", "ScreenItem", "ScreenItems", "ScreenKit", "Self", "Sendable", "Sequence", "Set", "String",
    "Swift",
    "Task", "Type", "UInt", "URL", "UUID", "Value", "ViewContent", "ViewObject", "ViewRegistry", "Void",
  ]

  /// Common types of SwiftUI and UIKit. A view type with such a name would hide them in the app.
  private static let appTypes: Set<String> = [
    "Alert", "Animation", "App", "Binding", "Button", "Canvas", "Chart", "Circle", "Color", "Divider",
    "Environment", "Font", "Form", "Gauge", "Grid", "Group", "Image", "Label", "Layout", "Link", "List",
    "Map", "Menu", "Observable", "Path", "Picker", "Published", "Rectangle", "Scene", "Section", "Shape",
    "Slider", "Spacer", "State", "Stepper", "Table", "Text", "Toggle", "View",
  ]
}
