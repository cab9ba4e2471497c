/// The source text of types and of the objects that decode and encode them.
struct KotlinTypeText {
  let declarations: [Declaration]

  func text(of type: TypeUse) -> String {
    switch type {
    // Kotlin has no types for URLs, dates and UUIDs on all platforms, so their texts are kept.
    case .string, .url, .date, .uuid: "String"
    case .integer: "Long"
    case .double: "Double"
    case .bool: "Boolean"
    case .number: "JsonPrimitive"
    case .json: "JsonElement"
    case .item: "ScreenItem"
    case .declared(let id): name(of: id)
    case .array(let element): "List<\(text(of: element))>"
    case .dictionary(let value): "Map<String, \(text(of: value))>"
    case .optional(let wrapped): "\(text(of: wrapped))?"
    }
  }

  /// Returns an expression for the object that decodes and encodes values of a type.
  func coding(of type: TypeUse) -> String {
    switch type {
    case .string, .url, .date, .uuid: "StringCoding"
    case .integer: "LongCoding"
    case .double: "DoubleCoding"
    case .bool: "BooleanCoding"
    case .number: "NumberCoding"
    case .json: "JsonCoding"
    case .item: "ItemCoding"
    case .array(.item): "ItemListCoding"
    case .declared(let id): name(of: id) + ".Serializer"
    case .array(let element): "ListCoding(\(coding(of: element)))"
    case .dictionary(let value): "MapCoding(\(coding(of: value)))"
    case .optional(let wrapped): "NullableCoding(\(coding(of: wrapped)))"
    }
  }

  /// Returns the name, always qualified by the view type: a shorter one could mean another type where it is used.
  func name(of id: Int) -> String {
    let name = KotlinNames.escaped(declarations[id].name)
    guard declarations[id].parent != nil else { return name }
    return KotlinNames.escaped(declarations[declarations[id].root].name) + "." + name
  }
}
