import HTTPWire
import JSONText
import Screens

/// Finds personal data in requests and responses, and replaces it if asked to.
///
/// The same value gets the same replacement in a whole recording, so responses that differ in it still differ.
struct Redaction {
  private let replaces: Bool
  private var replacements: [PersonalData.Kind: [String: String]] = [:]
  /// The places of the current request, each once.
  private var found: [PersonalData] = []
  private var known: Set<PersonalData> = []

  init(replaces: Bool) { self.replaces = replaces }

  /// The request of an entry. Of a request that is left out, only the URL is shown, and an endpoint has what it answers;
  /// only those are searched.
  mutating func request(
    index: Int, method: String, url: String, _ fields: [(name: String, value: String)],
    _ content: RecordedRequest.Content, _ exchange: RecordedExchange? = nil
  ) -> RecordedRequest {
    (found, known) = ([], [])
    guard case .response(let recorded, let json) = content else {
      let shown = shown(url)
      let exchange = exchange.map { redacted($0) }
      return RecordedRequest(
        index: index, method: method, url: shown, fields: fields, content: content, exchange: exchange,
        personalData: exchange == nil ? [] : found)
    }
    let shown = redacted(recorded)
    // Other fields are not written to files.
    let fields = fields.map { field in
      field.name.lowercased() == "screen-user"
        ? (field.name, redacted(field.value, named: nil, .field(field.name))) : field
    }
    let redactedJSON = redacted(json, named: nil, .root)
    let isChanged = replaces && !found.isEmpty
    return RecordedRequest(
      index: index, method: method, url: isChanged ? shown.text : url, fields: fields,
      content: isChanged ? .response(shown, redactedJSON) : content, exchange: nil, personalData: found)
  }

  private mutating func redacted(_ exchange: RecordedExchange) -> RecordedExchange {
    var redacted = exchange
    redacted.url = self.redacted(exchange.url)
    switch exchange.body {
    case .none: break
    case .json(let json): redacted.body = .json(self.redacted(json, named: nil, .root))
    case .text(let text, let type):
      redacted.body = .text(self.redacted(text, named: nil, .response(.root)), type: type)
    }
    for (name, value) in exchange.values.sorted(by: { $0.key < $1.key }) {
      guard case .string(let text) = value else { continue }
      let own = String(name.drop { $0 != "." }.dropFirst())
      redacted.values[name] = .string(self.redacted(text, named: own, .parameter(own)))
    }
    return redacted
  }

  /// The URL of a request that is left out.
  private mutating func shown(_ url: String) -> String {
    guard replaces else { return url }
    guard let recorded = try? RecordedURL(url) else { return redacted(url, named: nil, .path) }
    let shown = redacted(recorded)
    return found.isEmpty ? url : shown.text
  }

  private mutating func redacted(_ url: RecordedURL) -> RecordedURL {
    let segments = url.segments.map { redacted($0, named: nil, .path) }
    let values = url.query.map { redacted($0.value, named: $0.name, .parameter($0.name)) }
    return RecordedURL(url, segments: segments, values: values)
  }

  private mutating func redacted(_ value: JSONValue, named name: String?, _ location: JSONPointer)
    -> JSONValue
  {
    switch value {
    case .string(let text): return .string(redacted(text, named: name, .response(location)))
    case .number(let number):
      // Of numbers, only telephone numbers are personal. They stay numbers, with the digits of the replacement.
      let matches = PersonalDataScan.matches(in: Array(number.text.utf8), named: name)
      guard matches.first?.kind == .phoneNumber else { return value }
      let digits = redacted(number.text, named: name, .response(location)).filter(\.isNumber)
      return replaces ? JSONNumber(text: digits).map { .number($0) } ?? value : value
    case .array(let elements):
      return .array(elements.enumerated().map { redacted($1, named: name, location.appending($0)) })
    case .object(let members):
      var object = JSONObject()
      for member in members {
        // The place has the replaced name. The report would repeat what is replaced.
        let name = redacted(member.name, named: nil) { .response(location.appending($0)) }
        object[name] = redacted(member.value, named: member.name, location.appending(name))
      }
      return .object(object)
    default: return value
    }
  }

  private mutating func redacted(_ text: String, named name: String?, _ place: PersonalData.Place) -> String {
    redacted(text, named: name) { _ in place }
  }

  /// - Parameter place: the place of the text that replaces this one.
  private mutating func redacted(
    _ text: String, named name: String?, at place: (String) -> PersonalData.Place
  ) -> String {
    let bytes = Array(text.utf8)
    let matches = PersonalDataScan.matches(in: bytes, named: name)
    guard !matches.isEmpty else { return text }
    let result = replaces ? replacing(matches, in: bytes) : text
    for match in matches {
      let data = PersonalData(kind: match.kind, place: place(result))
      if known.insert(data).inserted { found.append(data) }
    }
    return result
  }

  private mutating func replacing(_ matches: [PersonalDataScan.Match], in bytes: [UInt8]) -> String {
    var result = ""
    var start = 0
    for match in matches {
      result += String(decoding: bytes[start..<match.range.lowerBound], as: UTF8.self)
      result += replacement(for: String(decoding: bytes[match.range], as: UTF8.self), match.kind)
      start = match.range.upperBound
    }
    return result + String(decoding: bytes[start...], as: UTF8.self)
  }

  /// A value of the same form, so that schemas stay the same.
  private mutating func replacement(for value: String, _ kind: PersonalData.Kind) -> String {
    if let known = replacements[kind]?[value] { return known }
    let number = (replacements[kind]?.count ?? 0) + 1
    let text =
      switch kind {
      // example.com is reserved for examples (RFC 2606 §3), so no message reaches a person.
      case .emailAddress: "person-\(number)@example.com"
      case .token: "redacted-token-\(number)"
      case .cookie: "redacted-cookie-\(number)"
      case .phoneNumber: "+1555\(String(1_000_000 + number).suffix(7))"
      }
    replacements[kind, default: [:]][value] = text
    return text
  }
}
