import Assignment
import HTTPWire
import JSONText
import Screens

/// The parameters of a request for a screen.
struct ScreenQuery {
  var user: String?
  var variant: String?
  var version: VersionName?
  var format: String?
  /// The release that asks; an attribute as well.
  var release: String?
  /// Any other parameter: an attribute for targeting.
  var attributes = JSONObject()

  /// A request without parameters.
  static let empty = ScreenQuery()

  /// - Throws: ``ParameterError`` for a parameter that stands twice, or a version that is no number.
  init(_ query: Bytes) throws(ParameterError) {
    var seen: Set<ExactString> = []
    for pair in QueryParameters.parse(query) {
      guard seen.insert(ExactString(pair.name)).inserted else {
        throw ParameterError(name: pair.name, detail: "the parameter \(quotedName(pair.name)) is given twice")
      }
      switch pair.name {
      case "user": user = pair.value
      case "variant": variant = pair.value
      case "format": format = pair.value
      case "version" where pair.value == "draft": version = .draft
      case "version":
        guard let number = Int(pair.value), number > 0, String(number) == pair.value else {
          throw ParameterError(
            name: "version", detail: "\(quotedName(pair.value)) is no version: it is a whole number from 1")
        }
        version = .number(number)
      default:
        if pair.name == "release" { release = pair.value }
        attributes[pair.name] = Self.value(pair.value)
      }
    }
  }

  private init() {}

  /// A JSON number, `true` and `false` are that; anything else is a string.
  private static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(text: text).map { .number($0) } ?? .string(text)
    }
  }

  /// The variants that are asked for, by the place of their experiment.
  /// - Throws: ``ScreensError`` for one that there is not, or that is not clear.
  func overrides(of experiments: [ScreenExperiment]) throws(ScreensError) -> [Int: Int] {
    guard let variant else { return [:] }
    var overrides: [Int: Int] = [:]
    for name in VariantName.list(variant) {
      let place = try name.place(in: experiments)
      if let other = overrides.updateValue(place.variant, forKey: place.experiment), other != place.variant {
        throw .twoVariants(of: experiments[place.experiment].key)
      }
    }
    return overrides
  }

  /// The attributes of targeting, the unit among them.
  func attributes(user: String?) -> Attributes {
    var all = attributes
    if let user, !user.isEmpty { all["user"] = .string(user) }
    return Attributes(all)
  }
}

/// A parameter that can't be used.
struct ParameterError: Error {
  let name: String
  let detail: String
}

private func quotedName(_ text: String) -> String { JSONValue.string(String(text.prefix(80))).text }
