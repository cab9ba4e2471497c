import JSONText
import Screens

/// Where the elements of an app's responses have their view type and their id.
struct ElementForm {
  enum TypePlace: Hashable {
    /// The name of the element's only member, whose value is the content.
    case memberName
    case pointer(JSONPointer)
    /// Nowhere: all elements of a list are of one view type.
    case none
  }

  let type: TypePlace
  /// Nil if not all elements have an id.
  let id: JSONPointer?

  /// Names of members that hold something else than items, although it looks like them.
  private static let otherMembers: Set<String> = [
    "action", "actions", "event", "events", "analytics", "tracking", "track", "logging", "log", "logs",
    "params",
    "parameters", "constraint", "constraints", "validation", "rules", "style", "styles", "animation",
    "transition",
    "background", "color", "gradient", "size", "width", "height", "margin", "margins", "padding", "paddings",
    "border", "variables", "triggers",
  ]

  static func canHoldItems(_ member: String) -> Bool { !otherMembers.contains(member.lowercased()) }

  init(type: TypePlace, id: JSONPointer?) {
    self.type = type
    self.id = id
  }

  /// The place of the id in the elements with a type; nil if not all have one.
  static func id(in responses: [JSONValue], type: TypePlace) -> JSONPointer? {
    var populations = Populations()
    for response in responses { populations.add(response) }
    return populations.bestID(type)
  }

  /// The form that most of the arrays of an app's responses have; nil if there is none.
  /// - Parameter hints: what the author says about it.
  init?(of responses: [JSONValue], _ hints: ElementHints = .none) {
    var populations = Populations()
    if hints.items.isEmpty {
      for response in responses { populations.add(response) }
      guard let best = hints.type.map({ .pointer($0) }) ?? populations.bestType() else { return nil }
      type = best
    } else {
      let lists = responses.flatMap { hints.lists(in: $0) }
      for list in lists { populations.add(.array(list)) }
      let best = hints.type.map { .pointer($0) } ?? populations.bestType()
      let form = best.map { ElementForm(type: $0, id: nil) }
      let isEverywhere = form.map { form in lists.joined().allSatisfy { form.type(of: $0) != nil } } ?? false
      type = hints.type == nil && !isEverywhere ? .none : best ?? .none
    }
    id = hints.id ?? populations.bestID(type)
  }

  /// The type as it stands in an element; nil for a value that is none.
  func type(of element: JSONValue) -> JSONValue? {
    guard case .object(let object) = element else { return nil }
    switch type {
    case .none: return nil
    case .memberName:
      guard object.count == 1, let only = object.first, only.value.objectValue != nil else { return nil }
      return .string(only.name)
    case .pointer(let pointer):
      switch pointer.value(in: element) {
      case .string(let text)? where !text.isEmpty: return .string(text)
      case .number(let number)? where number.isInteger: return .number(number)
      default: return nil
      }
    }
  }

  /// The id of an element, as text.
  func id(of element: JSONValue) -> String? { id.flatMap { Self.text($0.value(in: element)) } }

  static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)? where !text.isEmpty: text
    case .number(let number)?: number.text
    default: nil
    }
  }
}

/// The arrays of objects in an app's responses, those at the same place together.
private struct Populations {
  /// By the place: a pointer with `*` for each index.
  private var elements: [[String]: [JSONObject]] = [:]
  private var order: [[String]] = []
  /// How often each text occurs. One that occurs beside its element refers to it.
  private var mentions: [ExactString: Int] = [:]
  private var count = 0
  private static let maximumElements = 20_000
  /// The place of the responses themselves, which no member can have.
  private static let root = ["", "*"]

  mutating func add(_ response: JSONValue) {
    if case .object(let object) = response { put([object], at: Self.root) }
    visit(response, at: [], depth: 0)
  }

  private mutating func put(_ objects: [JSONObject], at place: [String]) {
    guard count < Self.maximumElements else { return }
    count += objects.count
    if elements[place] == nil { order.append(place) }
    elements[place, default: []] += objects
  }

  private mutating func visit(_ value: JSONValue, at place: [String], depth: Int) {
    guard depth < CaptureLimits.searchDepth * 4 else { return }
    switch value {
    case .array(let list):
      let objects = list.compactMap(\.objectValue)
      if !objects.isEmpty, objects.count == list.count { put(objects, at: place + ["*"]) }
      for element in list { visit(element, at: place + ["*"], depth: depth + 1) }
    case .object(let object):
      // An object of objects may hold elements by id.
      let objects = object.compactMap(\.value.objectValue)
      if objects.count > 1, objects.count == object.count { put(objects, at: place + ["*"]) }
      for member in object { visit(member.value, at: place + [member.name], depth: depth + 1) }
    case .string(let text) where mentions.count < Self.maximumElements:
      mentions[ExactString(text), default: 0] += 1
    default: break
    }
  }

  // MARK: Types

  /// How well a place tells the kinds of elements apart.
  func bestType() -> ElementForm.TypePlace? {
    var scores: [ElementForm.TypePlace: Double] = [:]
    for place in order {
      let objects = elements[place] ?? []
      // Elements that stand deep inside others say less.
      let weight = Double(objects.count).squareRoot() / Double(place.filter { $0 == "*" }.count)
      for (type, score) in Self.typeScores(of: objects) { scores[type, default: 0] += score * weight }
    }
    return scores.filter { $0.value > 0.5 }.max { one, other in
      (one.value, "\(other.key)") < (other.value, "\(one.key)")
    }?.key
  }

  private static func typeScores(of objects: [JSONObject]) -> [ElementForm.TypePlace: Double] {
    var scores: [ElementForm.TypePlace: Double] = [:]
    let keys = Set(
      objects.compactMap { $0.count == 1 && $0.first?.value.objectValue != nil ? $0.first?.name : nil })
    if objects.allSatisfy({ $0.count == 1 && $0.first?.value.objectValue != nil }), keys.count > 1,
      keys.count * 3 <= objects.count * 2 + 2
    {
      scores[.memberName] = 4
    }
    // An object of texts by their names, which may be thousands, is no element.
    guard (objects.first?.count ?? 0) <= CaptureLimits.schemaMembers else { return scores }
    let pointers = scalarPlaces(of: objects.first ?? [:])
    let overall = cohesion([objects])
    for pointer in pointers {
      var groups: [ExactString: [JSONObject]] = [:]
      var isType = true
      for object in objects {
        guard let text = typeText(pointer.value(in: .object(object))) else {
          isType = false
          break
        }
        groups[ExactString(text), default: []].append(object)
      }
      guard isType else { continue }
      let name = nameScore(pointer)
      guard name > -1 else { continue }
      // One kind for several elements says nothing, and a value for each says no kind.
      let isConstant = groups.count == 1 && objects.count > 2
      let isUnique = groups.count == objects.count && objects.count > 3
      let gain = groups.count > 1 ? cohesion(Array(groups.values)) - overall : 0
      let score = name + gain * 3 - (isConstant ? 1.5 : 0) - (isUnique ? 2.5 : 0)
      if score > 0 { scores[.pointer(pointer)] = score }
    }
    return scores
  }

  /// The share of members that all objects of a group have.
  private static func cohesion(_ groups: [[JSONObject]]) -> Double {
    var shared = 0.0
    var total = 0.0
    for group in groups {
      var counts: [ExactString: Int] = [:]
      for name in group.joined().map(\.name) { counts[ExactString(name), default: 0] += 1 }
      let common = counts.values.count { $0 == group.count }
      shared += Double(common) / Double(max(counts.count, 1)) * Double(group.count)
      total += Double(group.count)
    }
    return total > 0 ? shared / total : 0
  }

  private static func typeText(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)? where !text.isEmpty && text.utf8.count <= 60 && !text.contains("://"): text
    case .number(let number)? where number.intValue.map({ (0...9999).contains($0) }) ?? false:
      "#" + number.text
    default: nil
    }
  }

  /// How much the names on the way sound like a kind.
  private static func nameScore(_ pointer: JSONPointer) -> Double {
    let words = pointer.tokens.map(Self.words)
    guard let last = words.last else { return 0 }
    let own = wordScore(last)
    guard pointer.tokens.count > 1 else { return own }
    // A member of the element's own says it better; `component.id` is a kind, too.
    let outer = wordScore(words[0])
    if ["id", "type", "name", "key"].contains(last.joined()) { return outer > 1.5 ? outer * 0.6 : -2 }
    return -2
  }

  private static func wordScore(_ words: [String]) -> Double {
    let joined = words.joined()
    if ["id", "uuid", "key", "name", "title", "text", "url", "href", "lang", "language", "status", "label"]
      .contains(joined)
    {
      return -2
    }
    let kinds: Set<String> = [
      "type", "kind", "component", "widget", "template", "layout", "typename", "identifier",
    ]
    let things: Set<String> = [
      "view", "cell", "item", "block", "component", "widget", "slice", "element", "row", "section",
    ]
    guard let last = words.last else { return 0 }
    if kinds.contains(last), words.count > 1, words.dropLast().contains(where: things.contains) { return 3.2 }
    if words.count == 1, kinds.contains(last) { return last == "layout" || last == "template" ? 2 : 3 }
    if kinds.contains(where: words.contains) { return 2 }
    return things.contains(joined) ? 1.5 : 0
  }

  /// The words of a name in lower case: `sliceType` and `slice_type` are `slice` and `type`.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for scalar in name.unicodeScalars {
      guard scalar.properties.isAlphabetic else {
        if !word.isEmpty { words.append(word) }
        (word, wasLower) = ("", false)
        continue
      }
      if scalar.properties.isUppercase, wasLower {
        words.append(word)
        word = ""
      }
      word += scalar.properties.lowercaseMapping
      wasLower = scalar.properties.isLowercase
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  // MARK: Ids

  /// The usual names, the likeliest first. The later ones are ids only if each value occurs once, or something else in
  /// the response refers to it.
  private static let idNames = ["id", "_id", "_key", "_uid", "key", "uid", "uuid", "identifier", "name"]
  private static let certainNames = 5

  /// The place that names each element of the outermost arrays with this type.
  func bestID(_ type: ElementForm.TypePlace) -> JSONPointer? {
    let typePointer: JSONPointer?
    let objects: [JSONObject]
    switch type {
    case .memberName: return nil
    case .none: (typePointer, objects) = (nil, elements[["*"]] ?? [])
    case .pointer(let pointer): (typePointer, objects) = (pointer, outermost(with: pointer))
    }
    var best: (score: Int, pointer: JSONPointer)?
    for pointer in Self.scalarPlaces(of: objects.first ?? [:]) where pointer != typePointer {
      guard let name = pointer.tokens.last, let rank = Self.idNames.firstIndex(of: name.lowercased()) else {
        continue
      }
      var uses: [ExactString: Int] = [:]
      var isEverywhere = true
      for object in objects {
        guard let text = ElementForm.text(pointer.value(in: .object(object))), Self.canBeID(text) else {
          isEverywhere = false
          break
        }
        uses[ExactString(text), default: 0] += 1
      }
      guard isEverywhere else { continue }
      let isMentioned = uses.contains {
        mentions[$0.key, default: 0] > $0.value && $0.key.text.utf8.count > 4
      }
      guard isMentioned || rank < Self.certainNames || uses.count == objects.count else { continue }
      let score = (isMentioned ? 20 : 0) - rank - (pointer.tokens.count > 1 ? 5 : 0)
      if best.map({ score > $0.score }) ?? true { best = (score, pointer) }
    }
    return best?.pointer
  }

  /// Whether a text can name something: it is no sentence.
  private static func canBeID(_ text: String) -> Bool {
    text.utf8.count <= 128 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The objects of arrays whose objects all have the type, without those inside others. The roots if there are none.
  private func outermost(with type: JSONPointer) -> [JSONObject] {
    let lists = order.filter { place in
      place != Self.root && (elements[place] ?? []).allSatisfy { type.value(in: .object($0)) != nil }
    }
    let known = Set(lists)
    let outer = lists.filter { list in
      !list.indices.dropFirst().contains { known.contains(Array(list[..<$0])) }
    }
    let objects = outer.flatMap { elements[$0] ?? [] }
    let roots = (elements[Self.root] ?? []).filter { type.value(in: .object($0)) != nil }
    return objects.isEmpty ? roots : objects
  }

  /// The places of the members of an object and of the objects in it.
  private static func scalarPlaces(of object: JSONObject) -> [JSONPointer] {
    object.flatMap { member -> [JSONPointer] in
      let place = JSONPointer(tokens: [member.name])
      return [place] + (member.value.objectValue ?? [:]).map { place.appending($0.name) }
    }
  }
}
