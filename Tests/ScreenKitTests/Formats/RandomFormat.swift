import ScreenKit
import SeededRandom

/// A random wire format that renders screens as the server does: a member or element without a value is left
/// out.
struct RandomFormat {
  let screen: JSONValue
  let section: JSONValue?
  let item: JSONValue

  init(using generator: inout SplitMix64) {
    let hasSections = Bool.random(using: &generator)
    screen = Self.template(
      [hasSections ? "$sections" : "$items"], ["$screenName", "$variant", "$values.a.b", "$values.c"],
      &generator)
    section =
      hasSections
      ? Self.template(["$items"], ["$header", "$footer", "$id", "$values"], names: ["$id"], &generator) : nil
    let isSpread = Bool.random(using: &generator)
    item = Self.template(
      ["$viewType", isSpread ? ["...": "$content"] : "$content"], ["$id"],
      names: isSpread ? [] : ["$id", "$viewType"], &generator)
  }

  var document: JSONValue {
    var members = ["screen": screen, "item": item]
    members["section"] = section
    return .object(members)
  }

  /// Returns nested objects and arrays around required values and values that can be absent.
  /// - Parameter names: the placeholders that can be names of members.
  private static func template(
    _ required: [JSONValue], _ optional: [JSONValue], names placeholders: [String] = [],
    _ generator: inout SplitMix64
  ) -> JSONValue {
    var parts = required
    for value in optional where Bool.random(using: &generator) { parts.append(value) }
    for value: JSONValue in ["fixed", "$$items", 7, .null] where Bool.random(using: &generator) {
      parts.append(value)
    }
    while parts.count > 1 || Int.random(in: 0..<3, using: &generator) == 0 {
      parts.shuffle(using: &generator)
      let count = Int.random(in: 1...parts.count, using: &generator)
      let group = Array(parts.prefix(count))
      parts.removeFirst(count)
      if Int.random(in: 0..<3, using: &generator) == 0 {
        parts.append(.array(group))
      } else {
        let names = ["a", "b", "c", "d", "e/f", "~", ""].shuffled(using: &generator)
        var members: [String: JSONValue] = [:]
        for (index, value) in group.enumerated() {
          // The content's members stand among the others.
          let isSpread = value == ["...": "$content"] && Bool.random(using: &generator)
          members[isSpread ? "..." : names[index % names.count] + "\(index)"] = isSpread ? "$content" : value
        }
        if let name = placeholders.randomElement(using: &generator), Bool.random(using: &generator),
          let replaced = members.keys.filter({ $0 != "..." }).min()
        {
          members[name] = members.removeValue(forKey: replaced)
        }
        parts.append(.object(members))
      }
    }
    return parts[0]
  }

  /// Renders a screen.
  func render(_ screen: Screen) -> JSONValue {
    var values: [String: JSONValue] = ["$items": .array(screen.items.map(render))]
    values["$screenName"] = screen.name.map(JSONValue.string)
    values["$variant"] = screen.variant.map(JSONValue.string)
    values["$sections"] = .array(screen.sections.map(render))
    values["$values.a.b"] = screen.values["a"]?["b"]
    values["$values.c"] = screen.values["c"]
    return Self.fill(self.screen, values) ?? .null
  }

  private func render(_ section: ScreenSection) -> JSONValue {
    var values: [String: JSONValue] = [
      "$items": .array(section.items.map(render)), "$id": .string(section.id),
    ]
    values["$header"] = section.header.map(JSONValue.string)
    values["$footer"] = section.footer.map(JSONValue.string)
    values["$values"] = section.values == [:] ? nil : section.values
    return self.section.flatMap { Self.fill($0, values) } ?? .null
  }

  private func render(_ item: ScreenItem) -> JSONValue {
    Self.fill(
      self.item,
      [
        "$id": .string(item.id), "$viewType": .string(item.viewType),
        "$content": item.content(as: JSONValue.self) ?? .null,
      ])
      ?? .null
  }

  private static func fill(_ template: JSONValue, _ values: [String: JSONValue]) -> JSONValue? {
    switch template {
    case .string(let text) where text.hasPrefix("$$"): .string(String(text.dropFirst()))
    case .string(let text) where text.hasPrefix("$"): values[text]
    case .array(let elements): .array(elements.compactMap { fill($0, values) })
    case .object(let members):
      .object(
        members.reduce(into: [:]) { filled, member in
          if member.key == "..." {
            for (name, value) in fill(member.value, values)?.objectValue ?? [:] where members[name] == nil {
              filled[name] = value
            }
            return
          }
          let name = fill(.string(member.key), values)
          guard case .string(let text)? = name else { return }
          filled[text] = fill(member.value, values)
        })
    default: template
    }
  }

  /// Returns whether a template has a placeholder outside of arrays, where its position is always certain.
  static func has(_ placeholder: JSONValue, in template: JSONValue?) -> Bool {
    switch template {
    case .object(let members): members.values.contains { has(placeholder, in: $0) }
    default: template == placeholder
    }
  }
}
