/// The source text of types, as one declaration refers to them.
struct SwiftTypeText {
  let declarations: [Declaration]

  func text(of type: TypeUse, in scope: Int) -> String {
    switch type {
    case .string: "String"
    case .integer: "Int"
    case .double: "Double"
    case .bool: "Bool"
    case .url: "URL"
    case .date: "Date"
    case .uuid: "UUID"
    case .number: "JSONNumber"
    case .json: "JSONValue"
    case .item, .array(.item): "ScreenItems"
    case .declared(let id): name(of: id, in: scope)
    case .array(let element): "[\(text(of: element, in: scope))]"
    case .dictionary(let value): "[String: \(text(of: value, in: scope))]"
    case .optional(let wrapped): "\(text(of: wrapped, in: scope))?"
    }
  }

  /// Returns the name, qualified by the enclosing types that do not also enclose `scope`.
  private func name(of id: Int, in scope: Int) -> String {
    let enclosing = Set(path(of: scope))
    var parts: [String] = []
    var next: Int? = id
    while let part = next {
      parts.append(declarations[part].name)
      next = declarations[part].parent
      if let parent = next, enclosing.contains(parent) { break }
    }
    return parts.reversed().joined(separator: ".")
  }

  /// Returns a declaration and its enclosing declarations.
  private func path(of id: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = id
    while let part = next {
      path.append(part)
      next = declarations[part].parent
    }
    return path
  }
}
