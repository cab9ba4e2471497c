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

/// The body of a rebase: `{"resolve": {"screens/home": "ours"}}`; an empty body resolves nothing.
struct RebaseRequest {
  let resolutions: [ChangeSubject: Publisher.Resolution]

  static let schema = Schema.named(
    "Rebase",
    .closedObject(
      .optional(
        "resolve", .map(.choice(Publisher.Resolution.allCases.map(\.rawValue))),
        "By subject, such as screens/home or view-types/TITLE: ours keeps the change of the set, theirs gives it up."
      )))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    guard body.contains(where: { $0 > 0x20 }) else {
      resolutions = [:]
      return
    }
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    var resolutions: [ChangeSubject: Publisher.Resolution] = [:]
    let members = MemberReader(
      document.value, at: .root, named: "a rebase", allowed: ["resolve"], &diagnostics)
    if let value = members?.object["resolve"] {
      let location = JSONPointer(tokens: ["resolve"])
      let subjects = MemberReader(
        value, at: location, named: "\"resolve\"", allowed: value.objectValue?.names ?? [], &diagnostics)
      for name in subjects?.object.names ?? [] {
        let choice = subjects?.choice(
          name, of: Publisher.Resolution.allCases.map(\.rawValue), &diagnostics)
        guard let subject = ChangeSubject(path: name) else {
          diagnostics.add(
            Diagnostic(
              .invalidName, at: location.appending(name), anchor: .name,
              "\(quoted(name)) is not a subject of a change set",
              hint: "such as screens/home, view-types/TITLE or formats/viewItems"))
          continue
        }
        resolutions[subject] = choice.flatMap { Publisher.Resolution(rawValue: $0) }
      }
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.resolutions = resolutions
  }
}
