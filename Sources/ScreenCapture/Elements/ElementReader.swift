import JSONText
import Screens

/// Turns elements of responses into items, and those inside them into items inside items.
struct ElementReader {
  let form: ElementForm
  /// The member that holds the whole content; nil if the element is the content.
  let contentMember: String?
  /// The types that stand in lists. A single object is an item if it has one of these, or holds items itself.
  let listTypes: Set<ExactString>
  var types: TypeTable
  private var ids = IDTable()

  init(_ form: ElementForm, contentMember: String?, listTypes: Set<ExactString>, types: TypeTable) {
    self.types = types
    self.form = form
    self.contentMember = contentMember
    self.listTypes = listTypes
  }

  /// Begins another route, whose ids have nothing to do with those of earlier ones.
  mutating func begin() { ids = IDTable() }

  /// - Parameters:
  ///   - given: the id, if it stands outside of the element.
  ///   - fallback: the view type of an element without one.
  mutating func item(_ element: JSONValue, id given: String? = nil, fallback: String) -> CapturedItem {
    let type = form.type(of: element)
    let name = type.map { types.name(of: $0) } ?? fallback
    let id = (given ?? form.id(of: element)).map { ids.id(from: $0, viewType: name) }
    let body: JSONValue
    switch form.type {
    case .memberName: body = element.objectValue?.first?.value ?? element
    case .pointer, .none: body = contentMember.flatMap { element[$0] } ?? element
    }
    var inner: [CapturedItem] = []
    let (content, draft) = inside(body, &inner)
    return CapturedItem(id: id, viewType: name, content: content, draft: draft, inner: inner)
  }

  /// The value with items in place of the elements inside it, and the same with marks in their place.
  private mutating func inside(
    _ value: JSONValue, _ inner: inout [CapturedItem]
  ) -> (content: JSONValue, draft: JSONValue) {
    switch value {
    case .object(let object):
      var (content, draft) = (JSONObject(), JSONObject())
      for member in object {
        let found: (content: JSONValue, draft: JSONValue)
        if ElementForm.canHoldItems(member.name), let items = items(in: member.value, of: member.name, &inner)
        {
          found = items
        } else {
          found = inside(member.value, &inner)
        }
        content[member.name] = found.content
        draft[member.name] = found.draft
      }
      return (.object(content), .object(draft))
    case .array(let elements):
      let parts = elements.map { inside($0, &inner) }
      return (.array(parts.map(\.content)), .array(parts.map(\.draft)))
    default: return (value, value)
    }
  }

  /// The items at a place inside an element; nil if it holds none.
  private mutating func items(
    in value: JSONValue, of member: String, _ inner: inout [CapturedItem]
  ) -> (content: JSONValue, draft: JSONValue)? {
    switch value {
    case .array(let elements):
      guard !elements.isEmpty, elements.allSatisfy({ form.type(of: $0) != nil }),
        !elements.allSatisfy(isReference)
      else { return nil }
      let items = elements.map { item($0, fallback: member) }
      inner += items
      return (.array(items.map(\.json)), .array(items.map { _ in SchemaDraft.item }))
    case .object:
      guard isSingle(value) else { return nil }
      let item = item(value, fallback: member)
      inner.append(item)
      return (item.json, SchemaDraft.item)
    default: return nil
    }
  }

  private func isSingle(_ value: JSONValue) -> Bool {
    guard let type = form.type(of: value), !isReference(value) else { return false }
    if case .memberName = form.type { return false }
    return listTypes.contains(ExactString(type.text)) || Self.holdsElements(value, form)
  }

  /// Whether an object only names an element: it has nothing but a type and an id.
  private func isReference(_ value: JSONValue) -> Bool {
    guard case .pointer(let pointer) = form.type, let object = value.objectValue else { return false }
    let names = Set([pointer.tokens.first, form.id?.tokens.first].compactMap { $0.map { ExactString($0) } })
    return names.count > 1 && object.allSatisfy { names.contains(ExactString($0.name)) }
  }

  /// Whether a value holds elements at any depth.
  static func holdsElements(_ value: JSONValue, _ form: ElementForm) -> Bool {
    switch value {
    case .object(let object):
      object.contains { member in
        guard ElementForm.canHoldItems(member.name) else { return false }
        return form.type(of: member.value) != nil || holdsElements(member.value, form)
      }
    case .array(let elements):
      elements.contains { form.type(of: $0) != nil || holdsElements($0, form) }
    default: false
    }
  }
}
