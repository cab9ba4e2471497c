import JSONText
import Screens

/// The places of an app's responses that hold its elements.
struct ListPlaces {
  enum Kind: Equatable {
    case array
    /// An object of elements by id.
    case map
    /// One element, the whole response.
    case root
    /// An array of objects that each have a list of their own in this member.
    case sections(member: String, hasTypes: Bool)
  }

  var places: [(pointer: JSONPointer, kind: Kind)] = []

  private let form: ElementForm
  /// The number of responses that have a list at each place.
  private var counts: [JSONPointer: Int] = [:]
  private var order: [JSONPointer] = []
  /// The member that holds the lists of the objects of an array.
  private var members: [JSONPointer: String] = [:]

  /// - Parameters:
  ///   - hints: what the author says about the places.
  ///   - allowsSections: whether the elements of the author's list can be sections.
  init(
    of responses: [JSONValue], _ form: ElementForm, _ hints: ElementHints = .none, allowsSections: Bool = true
  ) {
    self.form = form
    if !hints.items.isEmpty {
      places = hints.items.compactMap { pointer in
        responses.lazy.compactMap { Self.kind(of: pointer.value(in: $0), hints) }.first.map { (pointer, $0) }
      }
    } else if responses.allSatisfy({ Self.isTree($0, form) }) {
      places = [(.root, .root)]
    } else {
      for response in responses { find(in: response, at: .root, isInElement: false, depth: 0) }
      // A list that few responses have is one of their values.
      let lists = order.filter { counts[$0, default: 0] * 2 >= Self.responses(responses, with: $0) }
      places = lists.map { pointer in
        (pointer, members[pointer].map { .sections(member: $0, hasTypes: true) } ?? .array)
      }
      if places.isEmpty, let map = Self.map(in: responses, form) { places = [(map, .map)] }
    }
    if allowsSections, places.count == 1, places[0].kind == .array,
      let member = Self.sectionMember(of: elements(at: places[0].pointer, in: responses), form)
    {
      places[0].kind = .sections(member: member, hasTypes: false)
    }
  }

  /// What the author says is a list; nil for a value that is none.
  private static func kind(of value: JSONValue?, _ hints: ElementHints) -> Kind? {
    switch value {
    case .array?: .array
    case .object(let object)?: ElementHints.isMap(object, type: hints.type) ? .map : .root
    default: nil
    }
  }

  /// The elements of all arrays that become items.
  func items(in responses: [JSONValue]) -> [JSONValue] {
    places.flatMap { place in
      let elements = elements(at: place.pointer, in: responses)
      guard case .sections(let member, _) = place.kind else { return elements }
      return elements.flatMap { $0[member]?.arrayValue ?? [] }
    }
  }

  /// The elements of a list in all responses.
  func elements(at pointer: JSONPointer, in responses: [JSONValue]) -> [JSONValue] {
    responses.flatMap { pointer.value(in: $0)?.arrayValue ?? [] }
  }

  private static func responses(_ responses: [JSONValue], with pointer: JSONPointer) -> Int {
    responses.count { !(pointer.value(in: $0)?.arrayValue?.isEmpty ?? true) }
  }

  /// Whether a response is a tree of elements, and no document that has lists of them: such a document has values of its
  /// own beside its type.
  private static func isTree(_ response: JSONValue, _ form: ElementForm) -> Bool {
    guard case .object(let object) = response, form.type(of: response) != nil else { return false }
    if case .memberName = form.type { return false }
    let scalars = object.count { member in member.value.kind != .object && member.value.kind != .array }
    return scalars <= 4
      && object.contains { member in
        form.type(of: member.value) != nil
          || member.value.arrayValue?.contains { form.type(of: $0) != nil } ?? false
      }
  }

  private mutating func find(in value: JSONValue, at pointer: JSONPointer, isInElement: Bool, depth: Int) {
    guard depth < CaptureLimits.searchDepth, order.count < CaptureLimits.arrays else { return }
    switch value {
    case .array(let elements):
      if !elements.isEmpty, elements.allSatisfy({ form.type(of: $0) != nil }) {
        if counts[pointer] == nil { order.append(pointer) }
        counts[pointer, default: 0] += 1
        return
      }
      if let member = typedMember(of: elements) {
        if counts[pointer] == nil { order.append(pointer) }
        counts[pointer, default: 0] += 1
        members[pointer] = members[pointer] ?? member
        return
      }
      for (index, element) in elements.prefix(4).enumerated() where element.objectValue != nil {
        find(in: element, at: pointer.appending(index), isInElement: isInElement, depth: depth + 1)
      }
    case .object(let object):
      let isElement = isInElement || form.type(of: value) != nil
      for member in object where !isElement || ElementForm.canHoldItems(member.name) {
        find(
          in: member.value, at: pointer.appending(member.name), isInElement: isElement, depth: depth + 1)
      }
    default: break
    }
  }

  /// The member of all objects of an array that holds a list of elements; nil if there is none, or only one object.
  private func typedMember(of elements: [JSONValue]) -> String? {
    guard elements.count > 1, let first = elements.first?.objectValue else { return nil }
    return first.names.first { name in
      let lists = elements.map { $0[name]?.arrayValue }
      let children = lists.flatMap { $0 ?? [] }
      return lists.allSatisfy { $0 != nil } && !children.isEmpty
        && children.allSatisfy { form.type(of: $0) != nil }
    }
  }

  /// The largest object of elements by id: its names differ from response to response, or the elements refer to them.
  private static func map(in responses: [JSONValue], _ form: ElementForm) -> JSONPointer? {
    guard let first = responses.first else { return nil }
    var found: (count: Int, pointer: JSONPointer)?
    func visit(_ value: JSONValue, at pointer: JSONPointer, depth: Int) {
      guard depth < CaptureLimits.searchDepth, case .object(let object) = value else { return }
      if !object.isEmpty, object.allSatisfy({ form.type(of: $0.value) != nil }),
        responses.allSatisfy({ pointer.value(in: $0)?.objectValue != nil })
      {
        let names = responses.map {
          Set((pointer.value(in: $0)?.objectValue ?? [:]).names.map { ExactString($0) })
        }
        let isVaried = names.contains { $0 != names[0] } || object.count > 3
        if isVaried, object.count > found?.count ?? 0 { found = (object.count, pointer) }
        return
      }
      for member in object { visit(member.value, at: pointer.appending(member.name), depth: depth + 1) }
    }
    visit(first, at: .root, depth: 0)
    return found?.pointer
  }

  /// The member of all elements that holds a list of objects with ids, but without types; nil if there is none.
  private static func sectionMember(of elements: [JSONValue], _ form: ElementForm) -> String? {
    guard let first = elements.first?.objectValue else { return nil }
    return first.names.first { name in
      let lists = elements.map { $0[name]?.arrayValue }
      let children = lists.flatMap { $0 ?? [] }
      return lists.allSatisfy { $0 != nil } && !children.isEmpty
        && children.allSatisfy { child in
          child.objectValue != nil && form.type(of: child) == nil && ElementForm.text(child["id"]) != nil
        }
    }
  }
}
