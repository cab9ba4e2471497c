import Foundation
import HTTPWire
import JSONText
import ScreenMock

/// What the journal keeps of a request for an endpoint, beside what it keeps of one for a screen. It has no secrets.
final class JournalExchange: Sendable {
  let method: String
  /// The decoded path, without secrets.
  let path: String
  /// The name of the endpoint; nil if none answered.
  let endpoint: String?
  let user: String?
  let requestBody: String?
  let responseBody: String?

  /// The size of the largest body that is kept, in bytes.
  static let maximumBodyBytes = 64 << 10

  init(
    method: String, path: String, endpoint: String?, user: String?, requestBody: String?,
    responseBody: String?
  ) {
    self.method = method
    self.path = path
    self.endpoint = endpoint
    self.user = user
    self.requestBody = requestBody
    self.responseBody = responseBody
  }

  /// The approximate memory, in bytes.
  var bytes: Int {
    100 + [path, user ?? "", requestBody ?? "", responseBody ?? ""].reduce(0) { $0 + $1.utf8.count }
  }
}

/// Removes the secrets of a request from its body and from that of its response, which can repeat them.
struct BodyRedaction {
  /// The secrets that were found.
  private var secrets: Set<String> = []
  /// Whether the request has a secret, however short.
  private(set) var hasSecret = false

  /// Shorter texts occur by chance.
  private static let minimumLength = 4
  /// Each text is searched for each secret. A body with more is not kept.
  private static let maximumSecrets = 32

  /// - Parameters:
  ///   - fields: all fields of the request, with names in lower case.
  ///   - query: the pairs of its query.
  init(_ fields: [(name: String, value: String)], query: [(name: String, value: String)]) {
    for (name, value) in query where SecretName.isSecret(name[...]) {
      add(value)
      add(PercentEncoding.encoded(value))
    }
    for (name, value) in fields where SecretName.isSecret(name[...]) {
      add(value)
      // The value without the scheme of `Authorization`.
      if let space = value.firstIndex(of: " ") { add(String(value[value.index(after: space)...])) }
    }
  }

  private mutating func add(_ secret: String) {
    hasSecret = true
    if secret.utf8.count >= Self.minimumLength { secrets.insert(secret) }
  }

  /// A body of a request as text; nil for one that is too large, or no text.
  mutating func text(ofRequest bytes: [UInt8], contentType: String?) -> String? {
    guard !bytes.isEmpty, bytes.count <= JournalExchange.maximumBodyBytes else { return nil }
    switch contentType.map({ FieldParameters($0).value }) {
    case "application/x-www-form-urlencoded"? where !BackendBody.beginsLikeJSON(bytes):
      for pair in bytes.withBytes({ QueryParameters.parse($0) }) where SecretName.isSecret(pair.name[...]) {
        add(pair.value)
      }
      return String(
        SecretRedaction.redacted(target: "?" + String(decoding: bytes, as: UTF8.self)).dropFirst())
    case "multipart/form-data"?:
      guard let form = try? MultipartForm(bytes, contentType: contentType ?? "") else { return nil }
      var shown: [UInt8] = []
      var place = 0
      for part in form.parts where SecretName.isSecret(part.name[...]) {
        add(String(decoding: bytes[part.content], as: UTF8.self))
        shown += bytes[place..<part.content.lowerBound] + Array("…".utf8)
        place = part.content.upperBound
      }
      return String(validating: shown + bytes[place...], as: UTF8.self).map {
        SecretRedaction.withoutTokens($0)
      }
    default: return text(of: bytes)
    }
  }

  /// A body as text; nil for one that is too large, or no text.
  mutating func text(of bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty, bytes.count <= JournalExchange.maximumBodyBytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    guard let value = try? JSONParser.parse(bytes) else {
      // The members of broken JSON are not known.
      let isBroken = BackendBody.beginsLikeJSON(bytes)
      return isBroken || secrets.count > Self.maximumSecrets ? nil : withoutSecrets(text)
    }
    collectSecrets(of: value)
    guard secrets.count <= Self.maximumSecrets else { return nil }
    let redacted = redacted(value)
    return redacted == value ? text : redacted.text
  }

  private mutating func collectSecrets(of value: JSONValue) {
    switch value {
    case .null, .bool, .number, .string: break
    case .array(let elements): for element in elements { collectSecrets(of: element) }
    case .object(let object):
      for member in object {
        if SecretName.isSecret(member.name[...]) {
          add(member.value.stringValue ?? member.value.text)
        } else {
          collectSecrets(of: member.value)
        }
      }
    }
  }

  private func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let text): return .string(withoutSecrets(text))
    case .array(let elements): return .array(elements.map { redacted($0) })
    case .object(let object):
      var changed = JSONObject()
      for member in object {
        changed[member.name] = SecretName.isSecret(member.name[...]) ? "…" : redacted(member.value)
      }
      return .object(changed)
    }
  }

  /// The value of a field without secrets; nil if it has too many to search for.
  func value(ofField value: String) -> String? {
    secrets.count > Self.maximumSecrets ? nil : withoutSecrets(value)
  }

  private func withoutSecrets(_ text: String) -> String {
    secrets.reduce(SecretRedaction.withoutTokens(text)) { $0.replacingOccurrences(of: $1, with: "…") }
  }
}

extension RequestJournal {
  /// Records a request for an endpoint and its response.
  /// - Parameters:
  ///   - path: the decoded path.
  ///   - route: the screen that the endpoint has; nil for none.
  func note(
    _ request: borrowing HTTPRequest, _ body: [UInt8], at path: String, endpoint: MockEndpoint?,
    route: String?,
    user: String?, since start: ContinuousClock.Instant, _ outcome: Responder.Outcome
  ) {
    var fields: [(name: String, value: String)] = []
    for index in 0..<request.fieldCount {
      fields.append(
        (String(decoding: request.fieldName(at: index)), String(decoding: request.fieldValue(at: index))))
    }
    let query = request.query ?? .empty
    var redaction = BodyRedaction(fields, query: QueryParameters.parse(query).map { ($0.name, $0.value) })
    let sent = redaction.text(
      ofRequest: body, contentType: request.field(.contentType).map { String(decoding: $0) })
    let isHead = request.method == .head
    // Secrets have other forms in an undecoded text, which no search finds.
    let isHidden = redaction.hasSecret && endpoint?.repeatsUndecoded ?? false
    let exchange = JournalExchange(
      method: String(decoding: request.methodName), path: SecretRedaction.redacted(route: path),
      endpoint: endpoint?.name, user: user, requestBody: sent,
      responseBody: isHead || isHidden ? nil : Self.plainBody(of: outcome).flatMap { redaction.text(of: $0) })
    let duration = (ContinuousClock.now - start) / .milliseconds(1)
    append(
      JournalEntry(
        at: time(before: duration), duration: Int(duration), isHead: isHead, route: route ?? "",
        query: Array(query), fields: JournalFields(all: fields),
        response: Self.fields(of: outcome, isHidden ? nil : redaction), exchange: exchange))
  }

  private static func plainBody(of outcome: Responder.Outcome) -> [UInt8]? {
    let (fields, body): ([HTTPField], [UInt8])
    switch outcome {
    case .response(let response): (fields, body) = (response.fields, response.body)
    case .prepared(let response): (fields, body) = (response.head.fields, response.body)
    case .stream, .none, .reset, .raw: return nil
    }
    let isCoded = fields.contains { $0.isNamed("content-encoding") }
    return isCoded ? Gzip.decompress(body, limit: JournalExchange.maximumBodyBytes) : body
  }

  /// The response without its body, and with `…` for secrets.
  /// - Parameter redaction: nil to hide all values.
  private static func fields(
    of outcome: Responder.Outcome, _ redaction: BodyRedaction?
  ) -> JournalEntry.Response {
    func shown(_ fields: [HTTPField]) -> [HTTPField] {
      fields.map { field in
        let value = SecretName.isSecret(field.name[...]) ? nil : redaction?.value(ofField: field.value)
        return HTTPField(field.name, value ?? "…") ?? field
      }
    }
    return switch outcome {
    case .response(let response), .stream(let response, _, _):
      .fields(response.status, shown(response.fields), body: [])
    case .prepared(let response): .fields(response.status, shown(response.head.fields), body: [])
    case .none: .fields(500, [], body: [])
    case .reset, .raw: .none
    }
  }
}
