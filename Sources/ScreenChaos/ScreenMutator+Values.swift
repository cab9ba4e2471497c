import JSONText
import SeededRandom

extension ScreenMutator {
  mutating func replaceWithWrongType() {
    makeOneInvalid(
      trials { place in
        place.rules.isTyped ? [(step: nil, values: Self.mistyped(place.value))] : []
      })
  }

  mutating func replaceWithNull() {
    makeOneInvalid(trials { place in place.value == .null ? [] : [(step: nil, values: [.null])] })
  }

  /// Values of other types, the most likely mistake of a backend first: a number for a string of digits, a string for a
  /// number, an object with an array's indices as names.
  private static func mistyped(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .null: ["null", 0, false, [], [:]]
    case .bool(let flag): [.string(flag ? "true" : "false"), .number(JSONNumber(flag ? 1 : 0)), []]
    case .number(let number): [.string(number.text), true, .array([value])]
    case .string(let text): [.number(JSONNumber(text: text) ?? JSONNumber(7)), .array([value]), true]
    case .array(let elements): [.object(numbered(elements)), "", 0]
    case .object(let object): [.array(object.members.map(\.value)), "", 0]
    }
  }

  private static func numbered(_ elements: [JSONValue]) -> JSONObject {
    var object = JSONObject()
    for (place, element) in elements.enumerated() { object[String(place)] = element }
    return object
  }

  /// The number of objects of one screen that get a member.
  private static let maximumExtended = 10_000

  mutating func addMembers() {
    for spot in spots {
      var edits = ContentEdits()
      for place in places(at: spot) where changes.count < Self.maximumExtended {
        guard let object = place.value.objectValue else { continue }
        var name = "futureMember\(random.next(below: 90) + 10)"
        while object.index(of: name) != nil { name += "x" }
        let value = random.pick(Self.futureValues) ?? .null
        edits.add([JSONMember(name: name, value: value)], at: place.path)
        note(spot, at: place.path + [.member(ExactString(name))])
      }
      setContent(edits.applied(to: item(at: spot).content), at: spot)
    }
  }

  /// Values of every type, and member names that break decoders.
  private static let futureValues: [JSONValue] = [
    "of a later version", 7, true, .null, [1, "two", .null], ["type": "later", "": [:]],
  ]
}
