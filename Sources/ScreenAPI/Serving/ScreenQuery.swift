import Assignment
import HTTPWire
import JSONText
import Screens

/// The query parameters of a screen request.
struct ScreenQuery {
  var user: String?
  var variant: String?
  var version: VersionName?
  var format: String?
  /// The release of the app. It is also an attribute.
  var release: String?
  /// The combination, instead of the one that the unit is assigned to.
  var arm: String?
  /// The digest of the body that a content URL names.
  var rendition: String?
  /// The other parameters, as attributes for targeting.
  var attributes = JSONObject()

  /// A request without parameters.
  static let empty = ScreenQuery()

  /// - Throws: ``ParameterError`` for a parameter that is given twice, and for an invalid version.
  init(_ query: Bytes) throws(ParameterError) { try self.init(QueryParameters.parse(query)) }

  init(_ pairs: [QueryParameters.Pair]) throws(ParameterError) {
    var seen: Set<ExactString> = []
    for pair in pairs {
      guard seen.insert(ExactString(pair.name)).inserted else {
        throw ParameterError(name: pair.name, detail: "the parameter \(quotedName(pair.name)) is given twice")
      }
      switch pair.name {
      case "user": user = pair.value
      case "variant": variant = pair.value
      case "format": format = pair.value
      case "arm": arm = pair.value
      case "rendition": rendition = pair.value
      case "version": version = try Self.version(pair.value, in: "version")
      default:
        if pair.name == "release" { release = pair.value }
        attributes[pair.name] = Self.value(pair.value)
      }
    }
    if arm != nil, variant != nil {
      throw ParameterError(
        name: "arm", detail: "an arm names the variant of every experiment: leave out \"variant\"")
    }
    if rendition != nil, arm == nil {
      throw ParameterError(
        name: "rendition", detail: "\"rendition\" goes with \"arm\": use the whole URL that …/arm returns")
    }
  }

  private init() {}

  /// Takes the cursor of a page out of the attributes; nil for a request for the first page.
  /// - Parameter pages: those of the screen's version. The cursor can be that of another version.
  /// - Throws: ``ParameterError`` for a text that is no cursor, on a screen with pages.
  mutating func takeCursor(of pages: Pages?) throws(ParameterError) -> PageCursor? {
    let name = pages?.parameter ?? Pages.defaultParameter
    guard let value = attributes[name] else { return nil }
    let text = value.stringValue ?? value.text
    guard let cursor = PageCursor(text) else {
      guard pages != nil else { return nil }
      attributes[name] = nil
      if text.isEmpty { return nil }
      throw ParameterError(
        name: name,
        detail: "\(quotedName(text)) is not a cursor: use the address that the field Link of a page has")
    }
    attributes[name] = nil
    return cursor
  }

  /// The version that a parameter names: a number, or `draft`.
  static func version(_ text: String, in parameter: String) throws(ParameterError) -> VersionName {
    if text == "draft" { return .draft }
    guard let number = Int(text), number > 0, String(number) == text else {
      throw ParameterError(
        name: parameter, detail: "\(quotedName(text)) is not a version: write a whole number from 1")
    }
    return .number(number)
  }

  /// The value of an attribute: a JSON number, a boolean, or else a string.
  static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(text: text).map { .number($0) } ?? .string(text)
    }
  }

  /// The requested variants, by the indices of their experiments.
  /// - Throws: ``ScreensError`` for an unknown or ambiguous variant, and for two variants of one experiment.
  func overrides(of experiments: [ScreenExperiment]) throws(ScreensError) -> [Int: Int] {
    try variant.map { (names) throws(ScreensError) in try variants(named: names, of: experiments) } ?? [:]
  }

  private func variants(
    named names: String, of experiments: [ScreenExperiment]
  ) throws(ScreensError) -> [Int: Int] {
    var variants: [Int: Int] = [:]
    for name in VariantName.list(names) {
      let place = try name.indices(in: experiments)
      if let other = variants.updateValue(place.variant, forKey: place.experiment), other != place.variant {
        throw .twoVariants(of: experiments[place.experiment].key)
      }
    }
    return variants
  }

  /// The number of the combination that the request names; nil if it names none.
  /// - Throws: ``ScreensError`` for an unknown or ambiguous variant, and for two variants of one experiment.
  func combination(of experiments: [ScreenExperiment], in space: CombinationSpace) throws(ScreensError)
    -> Int?
  {
    guard let arm else { return nil }
    if arm.isEmpty || arm == Combination.defaultArm { return 0 }
    let variants = try variants(named: arm, of: experiments)
    return variants.reduce(0) { $0 + space.step(variant: $1.value, ofExperiment: $1.key) }
  }

  /// The attributes for targeting, including the unit.
  func attributes(user: String?) -> Attributes {
    var all = attributes
    if let user, !user.isEmpty { all["user"] = .string(user) }
    return Attributes(all)
  }
}

extension ScreenQuery {
  /// The user of a query, read without parsing the rest. `.some(nil)` is a query without a user. Nil is a query that has to
  /// be parsed: it is not plain, names a version, a variant or a page, or has the user twice. Another parameter may be there
  /// twice; the response then is a problem.
  static func user(in query: Bytes) -> Bytes?? {
    var user: Bytes?
    var start = 0
    // The user is nearly always the first parameter. What ends it is the first that the loop looks at.
    if query.hasPrefix("user=") {
      let end = query.endOfQueryLiteral(from: 5)
      user = query[5..<end]
      start = end
    }
    while start < query.count {
      let end = query.endOfQueryLiteral(from: start)
      guard end == query.count || query[end] == UInt8(ascii: "&") else { return nil }
      let pair = query[start..<end]
      start = end + 1
      guard !pair.isEmpty else { continue }
      switch pair[0] {
      case UInt8(ascii: "u") where pair.hasPrefix("user="):
        guard user == nil else { return nil }
        user = pair[5..<pair.count]
      case UInt8(ascii: "u") where pair == "user": return nil
      case UInt8(ascii: "v") where pair.hasPrefix("version") || pair.hasPrefix("variant"): return nil
      case UInt8(ascii: "a") where pair.hasPrefix("arm") || pair.hasPrefix("after"): return nil
      case UInt8(ascii: "r") where pair.hasPrefix("rendition"): return nil
      default: break
      }
    }
    return .some(user)
  }

  /// Whether the query names what it asks for: a version, a variant, or a later page.
  func namesContent(pageParameters: [String]) -> Bool {
    if version != nil || variant != nil || arm != nil || rendition != nil { return true }
    return ([Pages.defaultParameter] + pageParameters).contains { name in
      attributes[name].map { PageCursor($0.stringValue ?? $0.text) != nil } ?? false
    }
  }
}

/// Why a parameter is invalid.
struct ParameterError: Error {
  let name: String
  let detail: String
}

private func quotedName(_ text: String) -> String { JSONValue.string(String(text.prefix(80))).text }
