package import JSONText

/// What is known of a unit: the attributes that conditions look at and, among them, the one that is hashed.
package struct Attributes: Sendable {
  let root: JSONValue

  package static let none = Attributes(JSONObject())

  package init(_ object: JSONObject) { root = .object(object) }

  /// What stands at a dotted path; nil when there is nothing.
  package func value(atPath path: String) -> JSONValue? {
    let value = AttributePath(path).value(in: root)
    // A bare `nil` could be read as a JSON null here.
    return value == .null ? Optional.none : value
  }

  /// The attribute as the text that is hashed, as GrowthBook's SDKs join it to the seed: a number in
  /// ECMAScript's form, `true`, the elements of an array with commas between. Nil for what is no unit: an
  /// attribute that is missing, null, false, 0, or no text at all.
  package func unit(of attribute: String) -> String? {
    guard let value = root[attribute], value.isTruthy else { return nil }
    let text = value.ecmaText
    return text.isEmpty ? nil : text
  }
}
