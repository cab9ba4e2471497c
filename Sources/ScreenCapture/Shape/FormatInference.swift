import JSONText
import Screens

/// Finds new wire formats for the responses of a route.
struct FormatInference {
  private let responses: [JSONValue]
  private let route: Route

  /// An array of a response whose elements may be items or sections.
  private struct FoundArray {
    let location: JSONPointer
    /// The elements in all responses.
    let elements: [JSONValue]
    let score: Int
  }

  /// - Parameter responses: the responses; formats are made from the first one.
  init(responses: [JSONValue], route: Route) {
    self.responses = responses
    self.route = route
  }

  /// Makes some of the candidates, only after the earlier ones did not fit: each candidate holds a copy of the response.
  typealias Candidates = () -> [FormatCandidate]

  /// The candidates, the likeliest ones first. One of them sends the first response literally.
  func candidates() -> [Candidates] {
    guard let base = responses.first else { return [] }
    var arrays: [FoundArray] = []
    find(in: base, at: .root, depth: 0, &arrays)
    arrays.sort { one, other in
      if one.score != other.score { return one.score > other.score }
      if one.elements.count != other.elements.count { return one.elements.count > other.elements.count }
      return one.location.tokens.count < other.location.tokens.count
    }
    let objects = arrays.filter { $0.score > 0 }
    // Lists of plain values are rarely items, so try them last, for responses that differ in nothing else.
    let others = arrays.filter { $0.score == 0 }
    return formats(for: objects, in: base) + [{ [literal(base)] }] + formats(for: others, in: base)
  }

  private func formats(for arrays: [FoundArray], in base: JSONValue) -> [Candidates] {
    arrays.prefix(CaptureLimits.triedArrays).map { array in { candidates(for: array, in: base) } }
  }

  private func literal(_ base: JSONValue) -> FormatCandidate {
    FormatCandidate(
      format: ["screen": FormatText.literal(base), "item": ItemTemplate.whole],
      naming: TypeNaming(fallback: Name.made(from: [route.name], default: "ITEM")),
      suggestedName: Name.made(from: [route.name], default: "captured"))
  }

  private func find(in value: JSONValue, at location: JSONPointer, depth: Int, _ arrays: inout [FoundArray]) {
    guard arrays.count < CaptureLimits.arrays else { return }
    switch value {
    case .array:
      let elements = responses.flatMap { location.value(in: $0)?.arrayValue ?? [] }
      arrays.append(FoundArray(location: location, elements: elements, score: Self.score(of: elements)))
    case .object(let object) where depth < CaptureLimits.searchDepth:
      for member in object {
        find(in: member.value, at: location.appending(member.name), depth: depth + 1, &arrays)
      }
    default: break
    }
  }

  /// The likelihood that elements are items or sections, from the highest: objects with a usual discriminator,
  /// sections, objects with another discriminator, other objects, no elements, other values.
  private static func score(of elements: [JSONValue]) -> Int {
    guard !elements.isEmpty, elements.allSatisfy({ $0.objectValue != nil }) else {
      return elements.isEmpty ? 1 : 0
    }
    if let discriminator = ItemDiscriminator(of: elements) { return discriminator.isUsual ? 5 : 3 }
    return SectionTemplate.itemsMember(of: elements) == nil ? 2 : 4
  }

  private func candidates(for array: FoundArray, in base: JSONValue) -> [FormatCandidate] {
    let discriminator = ItemDiscriminator(of: array.elements)
    let name = Name.made(from: array.location.tokens, default: "list")
    var candidates: [FormatCandidate] = []
    if discriminator == nil, let member = SectionTemplate.itemsMember(of: array.elements),
      let section = SectionTemplate.make(for: array.elements, items: member)
    {
      let items = array.elements.flatMap { $0[member]?.arrayValue ?? [] }
      let inner = ItemDiscriminator(of: items)
      let naming = TypeNaming(
        discriminator: inner?.name, fallback: Name.made(from: [member], default: "ITEM"))
      let screen = screen(of: base, at: array.location, holding: "$sections")
      for item in ItemTemplate.candidates(for: items, discriminator: inner) {
        candidates.append(
          FormatCandidate(
            format: ["screen": screen, "section": section, "item": item], naming: naming, suggestedName: name)
        )
      }
    }
    let naming = TypeNaming(
      discriminator: discriminator?.name,
      fallback: Name.made(from: [array.location.tokens.last ?? route.name], default: "ITEM"))
    let screen = screen(of: base, at: array.location, holding: "$items")
    for item in ItemTemplate.candidates(for: array.elements, discriminator: discriminator) {
      candidates.append(
        FormatCandidate(format: ["screen": screen, "item": item], naming: naming, suggestedName: name))
    }
    return candidates
  }

  /// The response as a template, with a placeholder instead of an array.
  private func screen(of base: JSONValue, at location: JSONPointer, holding placeholder: String) -> JSONValue
  {
    var isNamed = false
    return template(of: base, tokens: location.tokens[...], holding: placeholder, &isNamed)
  }

  /// - Parameter isNamed: whether the template of an outer object has the name of the screen.
  private func template(
    of value: JSONValue, tokens: ArraySlice<String>, holding placeholder: String, _ isNamed: inout Bool
  ) -> JSONValue {
    guard let token = tokens.first, let object = value.objectValue else { return .string(placeholder) }
    let title = isNamed ? nil : AppShape.screenNames.first { object[$0]?.stringValue != nil }
    if title != nil { isNamed = true }
    var template = JSONObject()
    for member in object {
      if member.name.hasSameScalars(as: token) {
        template[member.name] = self.template(
          of: member.value, tokens: tokens.dropFirst(), holding: placeholder, &isNamed)
      } else if member.name == title {
        template[member.name] = "$screenName"
      } else {
        template[member.name] = FormatText.literal(member.value)
      }
    }
    return .object(template)
  }
}
