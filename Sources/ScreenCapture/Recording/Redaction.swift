import HTTPWire
import JSONText
import ScreenMock
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
    _ content: RecordedRequest.Content, _ exchange: Result<RecordedExchange, Omission>? = nil
  ) -> RecordedRequest {
    (found, known) = ([], [])
    guard case .response(let recorded, let json) = content else {
      let shown = shown(url)
      let own = (try? exchange?.get()).map { redacted($0) }
      var obstacle: Omission?
      // The same place has the same reason.
      if case .leftOut(let first) = content, case .failure(let further)? = exchange,
        further.place != first.place
      {
        obstacle = further
      }
      return RecordedRequest(
        index: index, method: method, url: shown, fields: fields, content: content, exchange: own,
        obstacle: obstacle, personalData: own == nil ? [] : found)
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
      content: isChanged ? .response(shown, redactedJSON) : content, exchange: nil, obstacle: nil,
      personalData: found)
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
    redacted.fields = exchange.fields.map { ($0.name, self.redacted($0.value, ofField: $0.name)) }
    for (name, value) in exchange.values.sorted(by: { $0.key < $1.key }) {
      let own = String(name.drop { $0 != "." }.dropFirst())
      let place = name.hasPrefix("query.") ? PersonalData.Place.parameter(own) : .member(own)
      switch value {
      case .string(let text):
        redacted.values[name] = .string(self.redacted(text, named: own, place))
      case .number(let number):
        redacted.values[name] = .number(self.redacted(number, named: own, place))
      default: continue
      }
      if redacted.values[name] != value { redacted.replacedNames.insert(name) }
    }
    return redacted
  }

  // MARK: Fields of responses

  /// The value of a field that an endpoint sends.
  private mutating func redacted(_ value: String, ofField name: String) -> String {
    let place = PersonalData.Place.field(name)
    switch name.lowercased() {
    case "location": return redacted(URLPieces.ofURL(value), place)
    case "link":
      // RFC 8288 §3: the URLs are in angle brackets.
      let parts = value.split(separator: "<", omittingEmptySubsequences: false).map(String.init)
      return parts.enumerated().map { index, part in
        guard index > 0, let end = part.firstIndex(of: ">") else {
          return (index > 0 ? "<" : "") + redacted(part, named: nil, place)
        }
        return "<" + redacted(URLPieces.ofURL(String(part[..<end])), place)
          + redacted(String(part[end...]), named: nil, place)
      }.joined()
    case "www-authenticate": return redacted(URLPieces.ofParameters(value), place)
    default: return value
    }
  }

  /// The text of pieces with replaced values. A value can be a URL with parameters, too.
  private mutating func redacted(
    _ pieces: [URLPieces.Piece], _ place: PersonalData.Place, depth: Int = 0
  ) -> String {
    pieces.map { piece in
      let value = piece.decodedValue
      let isNested = value.utf8.contains(UInt8(ascii: "=")) && depth < 3
      let new: String
      if let name = piece.name, SecretName.isSecret(Substring(name)), !value.isEmpty {
        let whole = PersonalDataScan.Match(range: 0..<value.utf8.count, kind: .token)
        new = redacted(value, [whole]) { _ in place }
      } else if isNested, piece.name != nil {
        new = redacted(URLPieces.ofURL(value), place, depth: depth + 1)
      } else {
        new = redacted(value, named: piece.name, place)
      }
      return piece.text(with: new)
    }.joined()
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
    case .number(let number): return .number(redacted(number, named: name, .response(location)))
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

  /// Of numbers, only telephone numbers are personal. They stay numbers, with the digits of the replacement.
  private mutating func redacted(
    _ number: JSONNumber, named name: String?, _ place: PersonalData.Place
  ) -> JSONNumber {
    let matches = PersonalDataScan.matches(in: Array(number.text.utf8), named: name)
    guard matches.first?.kind == .phoneNumber else { return number }
    let digits = redacted(number.text, named: name, place).filter(\.isNumber)
    return replaces ? JSONNumber(text: digits) ?? number : number
  }

  private mutating func redacted(_ text: String, named name: String?, _ place: PersonalData.Place)
    -> String
  {
    redacted(text, named: name) { _ in place }
  }

  /// - Parameter place: the place of the text that replaces this one.
  private mutating func redacted(
    _ text: String, named name: String?, at place: (String) -> PersonalData.Place
  ) -> String {
    redacted(text, PersonalDataScan.matches(in: Array(text.utf8), named: name), at: place)
  }

  private mutating func redacted(
    _ text: String, _ matches: [PersonalDataScan.Match], at place: (String) -> PersonalData.Place
  ) -> String {
    guard !matches.isEmpty else { return text }
    let result = replaces ? replacing(matches, in: Array(text.utf8)) : text
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
