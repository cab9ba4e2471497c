/// The paths of the placeholders in a template.
struct PlaceholderPaths {
  /// A place in the template where a placeholder stands for a value.
  struct Use {
    let placeholder: PlaceholderUse
    /// The path of the value, or of the object that has its members when `spread` is not nil.
    let path: ValuePath
    /// The object, if the value is at the place of `"..."`.
    let spread: NamePlace?
  }

  /// The uses, in the order of the template if it is known, else sorted by member name.
  private(set) var uses: [Use] = []
  private let allowed: Set<Placeholder>

  /// - Parameter order: The order of the template's members; nil if it is not known.
  init(
    _ template: JSONValue, order: MemberOrder? = nil, allowed: Set<Placeholder>
  ) throws(ScreenError) {
    self.allowed = allowed
    try visit(template, order, [])
  }

  /// Returns the path of a value. Of several, the first whose position is certain counts.
  func path(_ placeholder: Placeholder) -> ValuePath? {
    let paths = uses.lazy.filter {
      $0.placeholder.placeholder == placeholder && $0.placeholder.path.isEmpty && $0.spread == nil
    }.map(\.path)
    return paths.first(where: \.isCertain) ?? paths.first
  }

  private mutating func visit(
    _ template: JSONValue, _ order: MemberOrder?, _ steps: [ValuePath.Step]
  ) throws(ScreenError) {
    switch template {
    case .null, .bool, .number: return
    case .string(let text):
      guard let placeholder = try use(text) else { return }
      add(placeholder, steps)
    case .array(let elements):
      let positions = elements.map(Self.element)
      for (index, element) in elements.enumerated() {
        try visit(
          element, order?[index], steps + [.element(ElementPosition(index: index, elements: positions))])
      }
    case .object(let members): try visit(members, order, steps)
    }
  }

  private mutating func visit(
    _ members: [String: JSONValue], _ order: MemberOrder?, _ steps: [ValuePath.Step]
  ) throws(ScreenError) {
    let names = order?.sorted(members.keys) ?? members.keys.sorted()
    var fixed: Set<String> = []
    var placeholders: [String: Placeholder] = [:]
    for name in names where name != Self.spreadName {
      if let use = try use(name, isName: true) {
        placeholders[name] = use.placeholder
      } else {
        fixed.insert(TemplateText.literal(name))
      }
    }
    let place = NamePlace(fixed: fixed, placeholders: Set(placeholders.values))
    for name in names {
      let value = members[name] ?? .null
      if name == Self.spreadName {
        uses.append(Use(placeholder: try spread(value), path: ValuePath(steps), spread: place))
      } else if let placeholder = placeholders[name] {
        let step = ValuePath.Step.namedMember(place, placeholder)
        if let use = PlaceholderUse(placeholder.rawValue) { add(use, steps + [.name(place, placeholder)]) }
        try visit(value, order?[name], steps + [step])
      } else {
        try visit(value, order?[name], steps + [.member(MemberName(TemplateText.literal(name)))])
      }
    }
  }

  /// The name of the member whose value's members are sent in its place.
  private static let spreadName = "..."

  private func spread(_ value: JSONValue) throws(ScreenError) -> PlaceholderUse {
    guard case .string(let text) = value, let use = try use(text), !use.isNullable,
      Placeholder.ofSpreads.contains(use.placeholder)
    else { throw .malformed("\"...\" must be \"$content\" or \"$values\"") }
    return use
  }

  private mutating func add(_ placeholder: PlaceholderUse, _ steps: [ValuePath.Step]) {
    uses.append(Use(placeholder: placeholder, path: ValuePath(steps), spread: nil))
  }

  /// Returns the placeholder of a text; nil for a literal text.
  private func use(_ text: String, isName: Bool = false) throws(ScreenError) -> PlaceholderUse? {
    guard let name = TemplateText.name(in: text) else { return nil }
    guard let use = PlaceholderUse(name), allowed.contains(use.placeholder),
      !isName || Placeholder.ofNames.contains(use.placeholder) && !use.isNullable
    else { throw .unknownPlaceholder(text) }
    return use
  }

  private static func element(_ template: JSONValue) -> ElementPosition.Element {
    var kinds: JSONKinds
    var mayBeAbsent = false
    switch template {
    case .null: kinds = .null
    case .bool: kinds = .bool
    case .number: kinds = .number
    case .array: kinds = .array
    case .object: kinds = .object
    case .string(let text):
      kinds = .string
      if let use = TemplateText.name(in: text).flatMap({ PlaceholderUse($0) }) {
        kinds = use.kinds
        mayBeAbsent = use.mayBeAbsent
      }
    }
    return ElementPosition.Element(kinds: kinds, mayBeAbsent: mayBeAbsent)
  }
}
