internal import Foundation
package import JSONText

/// An address that receives a message for each change of some kinds (<https://www.standardwebhooks.com>).
package struct Webhook: Sendable, Equatable {
  /// The maximum number of webhooks.
  package static let maximumCount = 100
  /// The maximum length of an address, in bytes.
  static let maximumURLBytes = 2000
  /// The lengths of keys that Standard Webhooks allow, in bytes.
  static let keyBytes = 24...64
  private static let secretPrefix = "whsec_"

  package let name: String
  /// An absolute URL of the scheme `http` or `https`.
  package let url: String
  /// `whsec_` with the key in Base64.
  package let secret: String
  package let events: [WebhookEvent]

  /// Reads `{"url", "secret"?, "events"}`.
  /// - Parameter known: the secret to use if the document has none; nil to generate one.
  init(name: String, _ document: JSONDocument, knownSecret known: String?) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let noun = "a webhook"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["url", "secret", "events"], &diagnostics)
    _ = members?.required("url", of: noun, &diagnostics)
    _ = members?.required("events", of: noun, &diagnostics)
    let url = members?.string("url", &diagnostics) ?? ""
    if members?.object["url"]?.stringValue != nil, !Self.isAddress(url) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["url"]), "\(quoted(url)) cannot receive messages",
          hint: "an http or https URL of at most \(Self.maximumURLBytes) bytes, without a user name"))
    }
    let secret = members?.string("secret", &diagnostics)
    if let secret, Self.key(of: secret) == nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["secret"]),
          "the secret does not have the form of Standard Webhooks",
          hint: "whsec_ and \(Self.keyBytes.lowerBound) to \(Self.keyBytes.upperBound) random bytes in Base64"
        ))
    }
    let events = members.map { Self.events($0, &diagnostics) } ?? []
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
    self.name = name
    self.url = url
    self.secret = secret ?? known ?? Self.newSecret()
    self.events = events
  }

  private static func events(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> [WebhookEvent] {
    let location = members.pointer.appending("events")
    guard let values = members.array("events", &diagnostics) else { return [] }
    var events: [WebhookEvent] = []
    for (index, value) in values.enumerated() {
      guard case .string(let name) = value else {
        diagnostics.add(.wrongType(value, at: location.appending(index), expected: "an event is a string"))
        continue
      }
      if let event = WebhookEvent.listed.first(where: { $0.rawValue.hasSameScalars(as: name) }) {
        if !events.contains(event) { events.append(event) }
        continue
      }
      let known = WebhookEvent.listed.map(\.rawValue)
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending(index), "there is no event \(quoted(name))",
          hint: NearestName.to(name, among: known).map { "did you mean \($0)?" }
            ?? "the events are \(known.joined(separator: ", "))"))
    }
    if events.isEmpty, diagnostics.isEmpty {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "a webhook without events receives nothing",
          hint: "name an event, such as published, or delete the webhook"))
    }
    return events
  }

  /// Whether a text is a URL that messages can be sent to.
  private static func isAddress(_ text: String) -> Bool {
    guard text.utf8.count <= maximumURLBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty
    else { return false }
    return parts.user == nil && parts.password == nil && parts.port.map { (1...65_535).contains($0) } ?? true
  }

  /// The scheme, host and port of the URL.
  package var origin: String {
    guard let scheme = url.range(of: "://") else { return "" }
    return String(url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }

  /// The key of a secret; nil for a malformed one.
  package static func key(of secret: String) -> [UInt8]? {
    guard secret.hasPrefix(secretPrefix),
      let key = Data(base64Encoded: String(secret.dropFirst(secretPrefix.count))),
      keyBytes.contains(key.count)
    else { return nil }
    return Array(key)
  }

  private static func newSecret() -> String {
    var random = SystemRandomNumberGenerator()
    let key = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    return secretPrefix + key.base64EncodedString()
  }

  package var json: JSONValue {
    [
      "url": .string(url), "secret": .string(secret),
      "events": .array(events.map { .string($0.rawValue) }),
    ]
  }
}
