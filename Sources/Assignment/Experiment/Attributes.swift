package import JSONText

/// The attributes of a unit: those that conditions test and, among them, the one that is hashed.
package struct Attributes: Sendable {
  let root: JSONValue

  package static let none = Attributes(JSONObject())

  package init(_ object: JSONObject) { root = .object(object) }

  /// The value at a dotted path; nil when there is none.
  package func value(atPath path: String) -> JSONValue? {
    let value = AttributePath(path).value(in: root)
    // `JSONValue` is expressible by `nil`, so a bare `nil` would mean a JSON null.
    return value == .null ? Optional.none : value
  }

  /// The text of an attribute that is hashed, as GrowthBook's SDKs join it to the seed: a number in ECMAScript's
  /// form, `true`, or an array's elements joined by commas. Nil when there is no unit: the attribute is missing,
  /// null, false, 0 or empty.
  package func unit(of attribute: String) -> String? {
    guard let value = root[attribute], value.isTruthy else { return nil }
    let text = value.ecmaText
    return text.isEmpty ? nil : text
  }
}
