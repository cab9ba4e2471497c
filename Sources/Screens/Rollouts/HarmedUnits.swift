import JSONText

/// The units that have an event on the side that is harm if it has more of it, and the networks that they report from.
package struct HarmedUnits: Sendable, Equatable {
  private static let least = 5
  /// The networks that somebody who makes reports up may have.
  static let fewNetworks = 4

  package let units: Int
  package let networks: Int
  /// Those of the ``fewNetworks`` networks that have most.
  let ofFewNetworks: Int

  init(byNetwork counts: [Int]) {
    units = counts.reduce(0, +)
    networks = counts.count
    ofFewNetworks = counts.sorted(by: >).prefix(Self.fewNetworks).reduce(0, +)
  }

  /// Whether they are enough for a stop.
  var areEnough: Bool { units >= Self.least && networks >= Self.least }

  /// Whether nearly all come from so few networks that they can be made up. A few honest units fail anyway, so the number
  /// of networks alone does not tell.
  var areOfFewNetworks: Bool { 5 * Double(ofFewNetworks) > 4 * Double(units) }

  var json: JSONValue {
    [
      .number(JSONNumber(units)), .number(JSONNumber(networks)), .number(JSONNumber(ofFewNetworks)),
    ]
  }

  /// Reads what is stored; earlier versions kept two numbers.
  init?(_ json: JSONValue) {
    let numbers = json.arrayValue?.compactMap { $0.numberValue?.intValue } ?? []
    guard numbers.count == 2 || numbers.count == 3 else { return nil }
    units = numbers[0]
    networks = numbers[1]
    ofFewNetworks = numbers.count == 3 ? numbers[2] : 0
  }
}
