/// Writes types as one declaration names them.
struct TypeText {
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
    case .declared(let id): name(of: id, in: scope)
    case .array(let element): "[\(text(of: element, in: scope))]"
    case .dictionary(let value): "[String: \(text(of: value, in: scope))]"
    case .optional(let wrapped): "\(text(of: wrapped, in: scope))?"
    }
  }

  /// The name, with those that it is nested in unless `scope` is in them, too.
  private func name(of id: Int, in scope: Int) -> String {
    let around = Set(path(of: scope))
    var parts: [String] = []
    var next: Int? = id
    while let part = next {
      parts.append(declarations[part].name)
      next = declarations[part].parent
      if let parent = next, around.contains(parent) { break }
    }
    return parts.reversed().joined(separator: ".")
  }

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
