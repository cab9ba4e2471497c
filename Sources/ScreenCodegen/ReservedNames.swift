/// Names that have a meaning where generated source uses them.
enum ReservedNames {
  /// Words that need backticks as a name. Those that are words only in some places are among them, as a line
  /// that begins with one would be read otherwise.
  static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows",
    "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default",
    "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch",
    "where", "while", "as", "false", "is", "nil", "super", "throws", "true", "try", "any", "some", "await",
    "async", "each", "consume", "copy", "borrow", "unsafe", "yield", "discard", "then", "package", "actor",
    "macro", "nonisolated", "isolated", "sending", "consuming", "borrowing",
  ]

  /// Names that no member and no case can have, in backticks or not, or that the protocols of generated types
  /// give a meaning.
  static let members: Set<String> = [
    "self", "init", "Self", "Type", "Protocol", "hashValue", "rawValue", "stringValue", "intValue", "encode",
    "hash", "none",
  ]

  /// Types that generated source names, and what a nested type must not hide.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "CodingKeys", "Collection",
    "Comparable", "Content", "Data", "Date", "Decimal", "Decodable", "Decoder", "DecodingError", "Dictionary",
    "Double", "Encodable", "Encoder", "EncodingError", "Equatable", "Error", "Float", "Foundation",
    "Hashable", "Hasher", "Identifiable", "Int", "JSONDecoder", "JSONEncoder", "JSONNumber", "JSONValue",
    "Member", "MemberName", "Never", "Optional", "Protocol", "RawRepresentable", "RawValue",
    "ReleaseManifest", "Result", "ScreenKit", "Self", "Sendable", "Sequence", "Set", "String", "Swift",
    "Task", "Type", "UInt", "URL", "UUID", "Value", "ViewContent", "ViewObject", "ViewRegistry", "Void",
  ]

  /// Types that an app's own source names all the time; a view type of that name would hide them from it.
  static let appTypes: Set<String> = [
    "Alert", "Animation", "App", "Binding", "Button", "Canvas", "Chart", "Circle", "Color", "Divider",
    "Environment", "Font", "Form", "Gauge", "Grid", "Group", "Image", "Label", "Layout", "Link", "List",
    "Map", "Menu", "Observable", "Path", "Picker", "Published", "Rectangle", "Scene", "Section", "Shape",
    "Slider", "Spacer", "State", "Stepper", "Table", "Text", "Toggle", "View",
  ]
}
