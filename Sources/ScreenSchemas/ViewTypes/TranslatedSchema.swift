import JSONText

/// A draft-07 schema under construction.
struct TranslatedSchema {
  private var members = JSONObject()
  /// Schemas that apply in addition.
  private var others: [JSONValue] = []
  private var dependencies = JSONObject()
  /// The keywords that constrain a string, for a schema whose strings can be templates.
  private var stringRules = JSONObject()
  private let allowsTemplates: Bool
  /// Whether the schema accepts exactly what the original accepts.
  var isExact = true

  /// A string that has a placeholder.
  private static let templatePattern = "\\{\\{"
  /// An absolute URI in ASCII (RFC 3986 §4.3). Editors check the format `uri` less strictly, or not at all.
  private static let uriPattern =
    "^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$"

  /// Keywords that are not copied: those that name schemas or hold them for references, those that are translated
  /// elsewhere, and those without an effect in draft-07.
  private static let leftOut: Set<String> = [
    "$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment", "$defs",
    "definitions", "then", "else", "contentSchema",
  ]
  private static let stringKeywords: Set<String> = [
    "format", "pattern", "minLength", "maxLength", "enum", "const",
  ]

  init(allowsTemplates: Bool) { self.allowsTemplates = allowsTemplates }

  subscript(keyword: String) -> JSONValue? {
    get { members[keyword] }
    set { members[keyword] = newValue }
  }

  /// Adds a schema that applies in addition.
  mutating func add(_ schema: JSONValue) { others.append(schema) }

  mutating func addDependency(of name: String, _ schema: JSONValue) {
    if let other = dependencies[name] {
      dependencies[name] = ["allOf": [other, schema]]
    } else {
      dependencies[name] = schema
    }
  }

  /// Copies a keyword that both drafts share.
  mutating func copy(_ keyword: String, _ value: JSONValue) {
    switch keyword {
    case "maxContains", "unevaluatedItems", "dependencies": isExact = false
    // `contains` alone asks for one element; for 0 it is left out.
    case "minContains": isExact = isExact && [0, 1].contains(value.numberValue?.intValue)
    case _ where Self.leftOut.contains(keyword): break
    case _ where allowsTemplates && Self.stringKeywords.contains(keyword):
      stringRules[keyword] = value
      isExact = false
    default: members[keyword] = value
    }
  }

  var schema: JSONValue {
    var members = members
    var others = others
    var rules = stringRules
    if members["format"] == "uri" || rules["format"] == "uri" {
      let rule: JSONValue = ["pattern": .string(Self.uriPattern)]
      if allowsTemplates, rules["pattern"] == nil {
        rules["pattern"] = .string(Self.uriPattern)
      } else if members["pattern"] == nil, !allowsTemplates {
        members["pattern"] = .string(Self.uriPattern)
      } else if !allowsTemplates {
        others.append(rule)
      }
    }
    if !rules.isEmpty {
      others.append([
        "anyOf": [.object(rules), ["type": "string", "pattern": .string(Self.templatePattern)]]
      ])
    }
    if !dependencies.isEmpty { members["dependencies"] = .object(dependencies) }
    guard let first = others.first else { return .object(members) }
    // A lone reference or choice needs no `allOf`, whose messages are longer.
    if members.isEmpty, others.count == 1 { return first }
    if others.count == 1, first["$ref"] == nil, let alone = first.objectValue,
      alone.allSatisfy({ members[$0.name] == nil })
    {
      for member in alone { members[member.name] = member.value }
    } else {
      members["allOf"] = .array(others)
    }
    return .object(members)
  }
}
