import JSONText

/// A JSON value with placeholders, prepared for writing: its fixed parts are serialised.
indirect enum Template: Sendable {
  /// JSON text.
  case fixed([UInt8])
  case placeholder(Placeholder)
  case array([Template])
  case object([Member])

  struct Member: Sendable {
    enum Name: Sendable {
      /// JSON text with the colon.
      case fixed([UInt8])
      /// The placeholder's text, unless one of the other names is the same.
      case placeholder(Placeholder, besides: OtherNames)
    }

    let name: Name
    let value: Template
  }

  /// The names in an object that win over the text of a placeholder: those of the template itself, and those of earlier
  /// placeholders.
  struct OtherNames: Sendable {
    let fixed: [String]
    let placeholders: [Placeholder]

    func contain(_ name: String, in scope: Scope) -> Bool {
      fixed.contains { $0.hasSameScalars(as: name) }
        || placeholders.contains { $0.name(in: scope)?.hasSameScalars(as: name) ?? false }
    }
  }

  /// What placeholders refer to.
  enum Scope {
    case screen
    case section(Section)
    case item(Item)
  }

  /// Reads a template. Reports each `$name` that is not allowed, and keeps it as a text.
  init(
    _ value: JSONValue, at location: JSONPointer, allowed: Set<Placeholder>, _ diagnostics: inout Diagnostics
  ) {
    switch value {
    case .string(let text):
      let (placeholder, literal) = Self.read(text, at: location, allowed: allowed, &diagnostics)
      self = placeholder.map { .placeholder($0) } ?? .fixed(JSONValue.string(literal).serialized())
    case .array(let elements):
      self = .array(
        elements.enumerated().map {
          Template($1, at: location.appending($0), allowed: allowed, &diagnostics)
        })
    case .object(let object):
      self = .object(Self.members(of: object, at: location, allowed: allowed, &diagnostics))
    default:
      self = .fixed(value.serialized())
    }
  }

  private static func members(
    of object: JSONObject, at location: JSONPointer, allowed: Set<Placeholder>,
    _ diagnostics: inout Diagnostics
  ) -> [Member] {
    let names = object.names.map {
      read($0, isName: true, at: location.appending($0), allowed: allowed, &diagnostics)
    }
    let fixed = names.filter { $0.placeholder == nil }.map(\.literal)
    var earlier: [Placeholder] = []
    return zip(object, names).map { member, name in
      let value = Template(
        member.value, at: location.appending(member.name), allowed: allowed, &diagnostics)
      guard let placeholder = name.placeholder else {
        return Member(
          name: .fixed(JSONValue.string(name.literal).serialized() + [UInt8(ascii: ":")]), value: value)
      }
      defer { earlier.append(placeholder) }
      return Member(
        name: .placeholder(placeholder, besides: OtherNames(fixed: fixed, placeholders: earlier)),
        value: value)
    }
  }

  /// Reads a string or a member's name.
  private static func read(
    _ text: String, isName: Bool = false, at location: JSONPointer, allowed: Set<Placeholder>,
    _ diagnostics: inout Diagnostics
  ) -> (placeholder: Placeholder?, literal: String) {
    let template = TemplateText(text)
    let allowed = isName ? allowed.intersection(Placeholder.ofNames) : allowed
    switch template.meaning {
    case .literal(let literal): return (nil, literal)
    case .name(let name):
      if let placeholder = Placeholder(rawValue: name), allowed.contains(placeholder) {
        return (placeholder, text)
      }
    case .mixed: break
    }
    diagnostics.add(.misplaced(text, as: template, isName: isName, at: location, allowed: allowed))
    return (nil, text)
  }

  func uses(_ placeholder: Placeholder) -> Bool {
    switch self {
    case .fixed: false
    case .placeholder(let found): found == placeholder
    case .array(let elements): elements.contains { $0.uses(placeholder) }
    case .object(let members): members.contains { $0.value.uses(placeholder) }
    }
  }
}

extension Placeholder {
  /// The text that stands for the name of a member; nil if it is absent.
  func name(in scope: Template.Scope) -> String? {
    switch (self, scope) {
    case (.id, .section(let section)): section.id
    case (.id, .item(let item)): item.id
    case (.viewType, .item(let item)): item.viewType
    default: nil
    }
  }
}
