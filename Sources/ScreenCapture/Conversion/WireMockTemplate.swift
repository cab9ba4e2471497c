import JSONText
import Screens

/// What the templates of a stub name, at an endpoint.
struct WireMockValues {
  let places: WireMockPlaces
  /// The path of the stub, whose template names segments.
  let path: WireMockPath
  let method: String
  /// The parameters of the stub's transformers.
  let parameters: JSONValue

  /// The text for a segment: itself, or a placeholder. Nil if it is a part of the rest of a path.
  fileprivate func segment(_ index: Int) -> String? {
    guard places.segments.indices.contains(index) else { return nil }
    switch places.segments[index] {
    case .literal(let text): return ConvertedEndpoints.escaped(text)
    case .any: return "{{\(places.name(at: index))}}"
    case .rest: return nil
    }
  }

  /// The text for the whole path.
  fileprivate var wholePath: String {
    let parts = places.segments.indices.map { segment($0) ?? "{{\(places.name(at: $0))}}" }
    return "/" + parts.joined(separator: "/")
  }
}

/// A text of WireMock with templates of Handlebars.
struct WireMockTemplate {
  let values: WireMockValues
  let place: [String]

  /// Whether a text has what could be a template.
  static func isTemplate(_ text: String) -> Bool {
    guard let open = text.firstRange(of: "{{") else { return false }
    return text[open.upperBound...].contains("}}")
  }

  /// A value whose strings have placeholders in place of templates.
  func value(_ value: JSONValue) throws(NoCounterpart) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let text): return .string(try self.text(text))
    case .array(let elements):
      var converted: [JSONValue] = []
      for element in elements { converted.append(try self.value(element)) }
      return .array(converted)
    case .object(let object):
      var converted = JSONObject()
      for member in object {
        if Self.isTemplate(member.name) {
          throw NoCounterpart(tokens: place, reason: "the names of members have no placeholders")
        }
        converted[member.name] = try self.value(member.value)
      }
      return .object(converted)
    }
  }

  /// A text with placeholders in place of templates.
  func text(_ text: String) throws(NoCounterpart) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      let before = rest[..<open.lowerBound]
      if before.hasSuffix("\\") {
        result += before.dropLast() + "{{{{"
        rest = rest[open.upperBound...]
        continue
      }
      let isTriple = rest[open.upperBound...].hasPrefix("{")
      let start = isTriple ? rest.index(after: open.upperBound) : open.upperBound
      guard let close = rest[start...].firstRange(of: isTriple ? "}}}" : "}}") else {
        throw NoCounterpart(tokens: place, reason: "a template has no end")
      }
      result += before
      result += try placeholder(String(rest[start..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  /// The placeholder for what is between the braces.
  private func placeholder(_ text: String) throws(NoCounterpart) -> String {
    if text.hasPrefix("!") { return "" }
    let words = text.split { $0.isWhitespace }.map(String.init)
    let unknown = NoCounterpart(
      tokens: place, reason: "responses have no template {{\(text.prefix(60))}}")
    if words.count >= 3, words[0] == "jsonPath", words[1] == "request.body" {
      let quotation = words[2...].joined(separator: " ")
      guard let quote = quotation.first, "'\"".contains(quote), quotation.count > 1, quotation.last == quote,
        let name = try WireMockJSONPath(String(quotation.dropFirst().dropLast()), place).name
      else { throw unknown }
      return "{{\(name)}}"
    }
    guard words.count == 1, let word = words.first else { throw unknown }
    var steps = Self.steps(word)
    switch steps.removeFirst() {
    case "request": return try request(steps, unknown)
    case "parameters":
      guard let value = steps.reduce(values.parameters, { $0[$1] ?? .null }).scalarText else { throw unknown }
      return ConvertedEndpoints.escaped(value)
    default: throw unknown
    }
  }

  private func request(_ steps: [String], _ unknown: NoCounterpart) throws(NoCounterpart) -> String {
    let name = steps.count > 1 ? steps[1] : nil
    switch (steps.first, name) {
    case ("url"?, nil): return "{{url}}"
    case ("body"?, nil): return "{{text}}"
    case ("method"?, nil): return values.method
    case ("baseUrl"?, nil): return "http://{{headers.host}}"
    case ("path"?, nil): return values.wholePath
    case ("path"?, let name?), ("pathSegments"?, let name?):
      guard steps.count == 2, let index = Int(name) ?? values.path.variables[name],
        let segment = values.segment(index)
      else { throw unknown }
      return segment
    case ("query"?, let name?), ("headers"?, let name?), ("cookies"?, let name?):
      let source = steps[0]
      let own = source == "headers" ? name.lowercased() : name
      guard !own.contains("."), steps.count == 2 || steps.count == 3 && UInt(steps[2]) != nil else {
        throw unknown
      }
      return "{{\(([source, own] + steps.dropFirst(2)).joined(separator: "."))}}"
    default: throw unknown
    }
  }

  /// `request`, `query`, `a.b` for `request.query.[a.b]`.
  private static func steps(_ expression: String) -> [String] {
    var steps = [""]
    var isQuoted = false
    for character in expression {
      switch character {
      case "[" where !isQuoted && (steps.last?.isEmpty ?? false): isQuoted = true
      case "]" where isQuoted: isQuoted = false
      case "." where !isQuoted: steps.append("")
      default: steps[steps.count - 1].append(character)
      }
    }
    return steps.map {
      $0.count > 1 && $0.hasPrefix("'") && $0.hasSuffix("'") ? String($0.dropFirst().dropLast()) : $0
    }
  }
}

extension JSONValue {
  /// The text of a string, number or boolean.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number, .bool: self.text
    case .null, .array, .object: nil
    }
  }
}
