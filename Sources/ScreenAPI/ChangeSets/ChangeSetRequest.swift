import JSONText
import Screens

/// The body that makes a change set: `{"name": "winter", "message": "…", "ttl": 86400}`.
struct ChangeSetRequest {
  let name: String
  let message: String?
  /// Seconds until the set is deleted; nil for never.
  let lifetime: Int?

  /// The longest name, in bytes.
  private static let maximumNameBytes = 100
  /// The longest time to live, in seconds: a year.
  static let maximumLifetime = 365 * 86_400

  static let nameSchema = Schema.string(
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maximumLength: maximumNameBytes)

  static let schema = Schema.named(
    "NewChangeSet",
    .closedObject(
      .required("name", nameSchema), .optional("message", .string, "What the set is for."), .lifetime))

  static func isName(_ text: String) -> Bool {
    text.utf8.count <= maximumNameBytes && Name.isValid(text)
  }

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a change set"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["name", "message", "ttl"], &diagnostics)
    let isNamed = members?.required("name", of: noun, &diagnostics) != nil
    let name = isNamed ? members?.string("name", &diagnostics) : nil
    if let name, !Self.isName(name) {
      diagnostics.add(
        Diagnostic(
          .invalidName, at: JSONPointer(tokens: ["name"]),
          "\(quoted(name)) cannot be the name of a change set",
          hint: "at most \(Self.maximumNameBytes) of: \(Name.rule)"))
    }
    message = members?.string("message", &diagnostics)
    lifetime = members?.integer("ttl", in: 1...Self.maximumLifetime, &diagnostics)
    guard diagnostics.isEmpty, let name else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.name = name
  }
}

extension Schema.Member {
  static let lifetime = Schema.Member.optional(
    "ttl", .integer(from: 1, through: ChangeSetRequest.maximumLifetime),
    "Seconds until the set is deleted, if it is not published by then; never by default.")
}
