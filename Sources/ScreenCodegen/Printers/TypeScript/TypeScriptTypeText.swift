/// The source text of types and of the functions that decode and encode them.
struct TypeScriptTypeText {
  let declarations: [Declaration]

  func text(of type: TypeUse) -> String {
    switch type {
    // JSON has no types for URLs, dates and UUIDs, so their texts are kept.
    case .string, .url, .date, .uuid: "string"
    case .integer, .double, .number: "number"
    case .bool: "boolean"
    case .json: "coding.JSONValue"
    case .item: "ScreenItem"
    case .declared(let id): declarations[id].name
    case .array(.optional(let element)): "(\(text(of: element)) | null)[]"
    case .array(let element): "\(text(of: element))[]"
    case .dictionary(let value): "Record<string, \(text(of: value))>"
    case .optional(let wrapped): "\(text(of: wrapped)) | null"
    }
  }

  /// Returns an expression for the function that decodes or encodes values of a type.
  func coding(of type: TypeUse, _ direction: Direction) -> String {
    switch type {
    case .string, .url, .date, .uuid: "coding.\(direction)String"
    case .integer: "coding.\(direction)Integer"
    case .double, .number: "coding.\(direction)Number"
    case .bool: "coding.\(direction)Boolean"
    case .json: "coding.\(direction)JSON"
    case .item: "inner.\(direction)Item"
    case .array(.item): "inner.\(direction)Items"
    case .declared(let id): "\(direction)\(declarations[id].name)"
    case .array(let element): "coding.\(direction)Array(\(coding(of: element, direction)))"
    case .dictionary(let value): "coding.\(direction)Record(\(coding(of: value, direction)))"
    case .optional(let wrapped): "coding.\(direction)Nullable(\(coding(of: wrapped, direction)))"
    }
  }

  enum Direction: String, CustomStringConvertible {
    case decode, encode

    var description: String { rawValue }
  }
}
