import JSONText

/// A JSON value with placeholders, prepared for writing: its fixed parts are serialised.
indirect enum Template: Sendable {
  /// JSON text.
  case fixed([UInt8])
  case placeholder(PlaceholderUse)
  case array([Template])
  case object([Member])

  struct Member: Sendable {
    enum Name: Sendable {
      /// `"..."`: the members of the value, but those that have one of the other names.
      case spread(besides: OtherNames)
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

    /// - Parameter typeNames: what view types are called on the wire.
    func contain(_ name: String, in scope: Scope, _ typeNames: TypeNames) -> Bool {
      fixed.contains { $0.hasSameScalars(as: name) }
        || placeholders.contains { $0.name(in: scope, typeNames)?.hasSameScalars(as: name) ?? false }
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
      let (use, literal) = Self.read(text, at: location, allowed: allowed, &diagnostics)
      self = use.map { .placeholder($0) } ?? .fixed(JSONValue.string(literal).serialized())
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

  /// The name of the member whose value's members are written in its place.
  static let spreadName = "..."

  private static func members(
    of object: JSONObject, at location: JSONPointer, allowed: Set<Placeholder>,
    _ diagnostics: inout Diagnostics
  ) -> [Member] {
    let names = object.names.map { name -> (use: PlaceholderUse?, literal: String) in
      guard name != spreadName else { return (nil, name) }
      return read(name, isName: true, at: location.appending(name), allowed: allowed, &diagnostics)
    }
    let fixed = zip(object, names).filter { $1.use == nil && $0.name != spreadName }.map(\.1.literal)
    let all = names.compactMap { $0.use?.placeholder }
    var earlier: [Placeholder] = []
    return zip(object, names).map { member, name in
      let location = location.appending(member.name)
      let value = Template(member.value, at: location, allowed: allowed, &diagnostics)
      if member.name == spreadName {
        reportSpread(value, member.value, at: location, allowed: allowed, &diagnostics)
        return Member(name: .spread(besides: OtherNames(fixed: fixed, placeholders: all)), value: value)
      }
      guard let placeholder = name.use?.placeholder else {
        return Member(
          name: .fixed(JSONValue.string(name.literal).serialized() + [UInt8(ascii: ":")]), value: value)
      }
      defer { earlier.append(placeholder) }
      return Member(
        name: .placeholder(placeholder, besides: OtherNames(fixed: fixed, placeholders: earlier)),
        value: value)
    }
  }

  private static func reportSpread(
    _ value: Template, _ json: JSONValue, at location: JSONPointer, allowed: Set<Placeholder>,
    _ diagnostics: inout Diagnostics
  ) {
    if case .placeholder(let use) = value, Placeholder.ofSpreads.contains(use.placeholder), !use.isNullable {
      return
    }
    let known = Placeholder.allCases.filter { Placeholder.ofSpreads.intersection(allowed).contains($0) }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: location, "\"...\" stands for the members of an object",
        hint: known.isEmpty
          ? "there is no such object here"
          : "write \(known.map { quoted($0.shown) }.joined(separator: " or "))"))
  }

  /// Reads a string or a member's name.
  private static func read(
    _ text: String, isName: Bool = false, at location: JSONPointer, allowed: Set<Placeholder>,
    _ diagnostics: inout Diagnostics
  ) -> (use: PlaceholderUse?, literal: String) {
    let template = TemplateText(text)
    let allowed = isName ? allowed.intersection(Placeholder.ofNames) : allowed
    switch template.meaning {
    case .literal(let literal): return (nil, literal)
    case .name(let name):
      if let use = PlaceholderUse(name), allowed.contains(use.placeholder), !(isName && use.isNullable) {
        return (use, text)
      }
    case .mixed: break
    }
    diagnostics.add(.misplaced(text, as: template, isName: isName, at: location, allowed: allowed))
    return (nil, text)
  }

  /// The placeholders that the template has as values, in document order.
  var uses: [PlaceholderUse] {
    switch self {
    case .fixed: []
    case .placeholder(let use): [use]
    case .array(let elements): elements.flatMap(\.uses)
    case .object(let members): members.flatMap(\.value.uses)
    }
  }

  func uses(_ placeholder: Placeholder) -> Bool { uses.contains { $0.placeholder == placeholder } }

  /// Whether a member's name is a placeholder.
  func names(_ placeholder: Placeholder) -> Bool {
    switch self {
    case .fixed, .placeholder: false
    case .array(let elements): elements.contains { $0.names(placeholder) }
    case .object(let members):
      members.contains { member in
        if case .placeholder(placeholder, _) = member.name { true } else { member.value.names(placeholder) }
      }
    }
  }

  /// The names that the template writes itself beside the members of a spread content, each with its location.
  func namesBesideContent(at location: JSONPointer) -> [(name: String, location: JSONPointer)] {
    switch self {
    case .fixed, .placeholder: []
    case .array(let elements):
      elements.enumerated().flatMap { $1.namesBesideContent(at: location.appending($0)) }
    case .object(let members):
      members.flatMap { member -> [(name: String, location: JSONPointer)] in
        guard case .spread(let others) = member.name, case .placeholder(let use) = member.value,
          use.placeholder == .content
        else { return member.value.namesBesideContent(at: location) }
        return others.fixed.map { ($0, location.appending($0)) }
      }
    }
  }
}

extension Placeholder {
  /// The text that stands for the name of a member; nil if it is absent.
  func name(in scope: Template.Scope, _ typeNames: TypeNames) -> String? {
    switch (self, scope) {
    case (.id, .section(let section)): section.id
    case (.id, .item(let item)): item.id
    case (.viewType, .item(let item)): typeNames.memberName(item.viewType)
    default: nil
    }
  }
}
