package import HTTPWire
import JSONText
import ScreenChaos
import Screens

/// What a request asks of the mock: `Prefer: delay=800, status=503` (RFC 7240), or `?__delay=800&__status=503` for
/// clients that can't set fields.
package struct MockPreferences {
  private(set) var effect = MockEffect()
  /// For what is left to chance; nil for another one each time.
  package private(set) var seed: UInt64?
  /// What the field named and was done, for `Preference-Applied`.
  package private(set) var applied: [String] = []
  var isEmpty: Bool { effect.isNone }

  static let names = ["delay", "bytes-per-second", "status", "fault", "chaos", "seed", "scenario"]

  /// A parameter that can't be used.
  package struct Fault: Error {
    package let name: String
    package let detail: String
  }

  /// - Parameter scenarios: those that there are; asked for when one is named.
  /// - Throws: ``Fault`` for a value that can't be.
  package init(_ request: borrowing HTTPRequest, scenarios: @autoclosure () -> [String]) throws(Fault) {
    if let field = request.list(.prefer) {
      var seen: Set<String> = []
      for preference in Self.preferences(in: field) where Self.names.contains(preference.name) {
        // The first of a name counts; one that cannot be met is as if it were not there (RFC 7240 §2).
        guard seen.insert(preference.name).inserted,
          (try? set(preference.name, preference.value, shown: preference.name, scenarios)) != nil
        else { continue }
        applied.append("\(preference.name)=\(preference.value)")
      }
    }
    for pair in QueryParameters.parse(request.query ?? .empty) where pair.name.hasPrefix("__") {
      let name = String(pair.name.dropFirst(2))
      guard Self.names.contains(name) else {
        // An app may have such names of its own; one that is nearly ours is a slip.
        guard let nearest = NearestName.to(name, among: Self.names) else { continue }
        throw Fault(
          name: pair.name,
          detail: "the mock has no parameter \(quoted(pair.name)); did you mean __\(nearest)?")
      }
      try set(name, pair.value, shown: pair.name, scenarios)
    }
  }

  private mutating func set(
    _ name: String, _ value: String, shown: String, _ scenarios: () -> [String]
  ) throws(Fault) {
    func refuse(_ rule: String) -> Fault {
      Fault(name: shown, detail: "\(quoted(shown)) cannot be \(quoted(value)): \(rule)")
    }
    switch name {
    case "delay":
      guard let delay = MockDelay(value) else { throw refuse(MockDelay.rule) }
      effect.delay = delay
    case "bytes-per-second":
      guard let rate = Int(value), rate > 0 else { throw refuse("a whole number from 1") }
      effect.bytesPerSecond = rate
    case "chaos":
      guard let kind = ChaosKind(rawValue: value) else {
        let names = ChaosKind.allCases.map(\.rawValue)
        throw refuse(NearestName.hint(for: value, among: names) ?? names.joined(separator: ", "))
      }
      effect.chaos = kind
    case "scenario":
      let known = scenarios()
      guard known.contains(value) else {
        throw refuse(
          "there is no such scenario"
            + (NearestName.hint(for: value, among: known).map { "; " + $0 } ?? ""))
      }
      effect.scenario = value
    case "seed":
      guard let number = UInt64(value) else { throw refuse("a whole number from 0") }
      seed = number
    case "status":
      guard let status = Int(value).flatMap(MockEffect.status) else {
        throw refuse("a number from 200 to 599")
      }
      effect.status = status
    default:
      guard let fault = MockEffect.Fault(rawValue: value) else {
        throw refuse(MockEffect.Fault.allCases.map(\.rawValue).joined(separator: ", "))
      }
      effect.fault = fault
    }
  }

  /// The preferences of a field (RFC 7240 §2): names in any case, values as tokens or quoted, parameters dropped.
  package static func preferences(in field: String) -> [(name: String, value: String)] {
    Self.split(field, at: ",").compactMap { element in
      guard let first = Self.split(element, at: ";").first else { return nil }
      let parts = first.split(separator: "=", maxSplits: 1)
      guard let name = parts.first else { return nil }
      var value = parts.count > 1 ? Self.trimmed(parts[1]) : ""
      if value.count >= 2, value.first == "\"", value.last == "\"" {
        var plain = ""
        var isEscaped = false
        for character in value.dropFirst().dropLast() {
          if character == "\\", !isEscaped {
            isEscaped = true
          } else {
            plain.append(character)
            isEscaped = false
          }
        }
        value = plain
      }
      return (Self.trimmed(name).lowercased(), value)
    }
  }

  /// Splits outside of quoted strings.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == separator, !isQuoted {
        parts.append("")
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      }
      parts[parts.count - 1].append(character)
    }
    return parts.filter { !trimmed($0).isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: blank).reversed().drop(while: blank).reversed())
  }
}
