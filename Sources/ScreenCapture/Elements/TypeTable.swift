import JSONText
import Screens

/// The names of the view types of an app, by what they are called in its responses.
struct TypeTable {
  private var names: [ExactString: String] = [:]
  private var distinct: DistinctNames
  /// The names that differ from what the responses have.
  private(set) var aliases = JSONObject()

  /// - Parameter existing: the view types of the folder, which keep their names.
  /// - Parameters:
  ///   - existing: the view types of the folder, which keep their names.
  ///   - aliases: what the folder's formats send instead of these names.
  init(existing: some Sequence<String>, aliases: some Sequence<JSONMember>) {
    distinct = DistinctNames(taken: existing, ignoresCase: true)
    for name in existing { names[ExactString(JSONValue.string(name).text)] = name }
    for alias in aliases where names[ExactString(alias.value.text)] == nil && self.aliases[alias.name] == nil
    {
      names[ExactString(alias.value.text)] = alias.name
      self.aliases[alias.name] = alias.value
      distinct.take(alias.name)
    }
  }

  /// The types of all view types, as they stand in responses.
  var types: Set<ExactString> { Set(names.keys) }

  /// The name for a type as it stands in a response.
  mutating func name(of type: JSONValue) -> String {
    let key = ExactString(type.text)
    if let known = names[key] { return known }
    let text = type.stringValue ?? "type-" + type.text
    let name = distinct.next(Name.made(from: [text], default: "TYPE"))
    names[key] = name
    if type != .string(name) { aliases[name] = type }
    return name
  }
}

/// The ids of the items of one route, made from those that it has.
struct IDTable {
  private var distinct = DistinctNames()

  /// An id that no other item has: the recorded one as far as an id can have its characters. One that is taken gets the
  /// view type in front.
  mutating func id(from text: String, viewType: String) -> String {
    let bytes = text.utf8.map { Name.isValid("x" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "-") }
    var id = String(decoding: bytes.prefix(Name.maximumBytes - 40), as: UTF8.self)
    if !Name.isValid(id) {
      id = "id" + (id.hasPrefix("-") || id.hasPrefix(".") || id.hasPrefix("_") ? "" : "-") + id
    }
    return distinct.take(id) ? id : distinct.next("\(viewType)-\(id)")
  }
}
