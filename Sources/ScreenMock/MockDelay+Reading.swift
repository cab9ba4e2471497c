import JSONText
import Screens

extension MockDelay {
  /// Reads a delay: milliseconds, `{"from", "to"}` or `{"median", "sigma"}`.
  static func read(
    _ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> MockDelay? {
    switch value {
    case .number(let number):
      if let fixed = number.intValue, (0...maximum).contains(fixed) { return .fixed(fixed) }
    case .object(let object):
      let isSpread = object["median"] != nil || object["sigma"] != nil
      let names = isSpread ? ["median", "sigma"] : ["from", "to"]
      let known = diagnostics.count
      guard
        let members = MemberReader(value, at: location, named: "a delay", allowed: names, &diagnostics)
      else { return nil }
      for name in names { _ = members.required(name, of: "a delay", &diagnostics) }
      if isSpread {
        let median = amount("median", upTo: Double(maximum), members, &diagnostics)
        let sigma = amount("sigma", upTo: 10, members, &diagnostics)
        return median.flatMap { median in sigma.map { .lognormal(median: median, sigma: $0) } }
      }
      let from = members.integer("from", in: 0...maximum, &diagnostics)
      let to = members.integer("to", in: 0...maximum, &diagnostics)
      if let from, let to, from <= to { return .range(from, to) }
      // An error in one of the two members has already been reported.
      guard diagnostics.count == known else { return nil }
    default: break
    }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: location, "\"delay\" cannot be \(value.text.prefix(80))",
        hint: "milliseconds up to \(maximum), {\"from\", \"to\"} or {\"median\", \"sigma\"}"))
    return nil
  }

  private static func amount(
    _ name: String, upTo bound: Double, _ members: MemberReader, _ diagnostics: inout Diagnostics
  ) -> Double? {
    guard let number = members.number(name, &diagnostics) else { return nil }
    if (0...bound).contains(number.doubleValue) { return number.doubleValue }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: members.pointer.appending(name), "\(quoted(name)) cannot be \(number.text)",
        hint: "write a number from 0 to \(Int(bound))"))
    return nil
  }
}
