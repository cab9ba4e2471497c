import JSONText

/// The expression of a placeholder.
enum Expression: Sendable, Equatable {
  case user
  /// A path of member names, as in `attributes.app.version`.
  case attribute([String])
  case now
  case uuid
  case random(ClosedRange<Int>)

  private static let names = ["user", "attributes.NAME", "now", "uuid", "random FROM TO"]

  /// Parses the text between the braces, which begin at `offset`.
  init(_ text: Substring.UTF8View, at offset: Int) throws(TemplateError) {
    let words = text.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
    guard let name = words.first else {
      throw TemplateError(
        .unknownName, at: offset, "the braces are empty",
        hint: "known: \(Self.names.joined(separator: ", ")); {{{{ writes {{")
    }
    let arguments = Array(words.dropFirst())
    switch name {
    case "random":
      self = .random(try Self.range(arguments, at: offset))
      return
    case "user": self = .user
    case "now": self = .now
    case "uuid": self = .uuid
    default: self = .attribute(try Self.path(name, at: offset))
    }
    guard arguments.isEmpty else {
      throw TemplateError(.arguments, at: offset, "\(name) takes no arguments")
    }
  }

  private static func range(_ arguments: [String], at offset: Int) throws(TemplateError) -> ClosedRange<Int> {
    let bounds = arguments.compactMap { Int($0) }
    guard bounds.count == 2, arguments.count == 2 else {
      throw TemplateError(
        .arguments, at: offset, "random takes two whole numbers", hint: "as in {{random 1 6}}")
    }
    guard bounds[0] <= bounds[1] else {
      throw TemplateError(
        .arguments, at: offset, "random takes the lower number first",
        hint: "did you mean {{random \(bounds[1]) \(bounds[0])}}?")
    }
    return bounds[0]...bounds[1]
  }

  private static func path(_ name: String, at offset: Int) throws(TemplateError) -> [String] {
    let names = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard names.first == "attributes" else {
      let nearest = NearestName.to(names.first ?? "", among: ["user", "attributes", "now", "uuid", "random"])
      throw TemplateError(
        .unknownName, at: offset, "\(JSONValue.string(name).text) is not a template value",
        hint: nearest.map { "did you mean \($0)?" } ?? "known: \(Self.names.joined(separator: ", "))")
    }
    guard names.count > 1, !names.contains("") else {
      throw TemplateError(
        .arguments, at: offset, "attributes takes a name after a dot", hint: "as in {{attributes.country}}")
    }
    return Array(names.dropFirst())
  }
}
