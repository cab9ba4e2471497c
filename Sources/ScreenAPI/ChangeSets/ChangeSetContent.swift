import JSONText
import Screens

/// The body that replaces all changes of a change set: new content by kind and name; null deletes.
struct ChangeSetContent {
  let message: String?
  /// Seconds until the set is deleted; nil leaves the expiry unchanged.
  let lifetime: Int?
  let contents: [ChangeSubject: JSONValue?]

  /// The members of the body, each with the first segment of its subjects' paths.
  private static let lists: [(member: String, folder: String)] = [
    ("screens", "screens"), ("viewTypes", "view-types"), ("formats", "formats"),
    ("previewTemplates", "preview-templates"), ("groups", "groups"), ("releases", "releases"),
  ]

  static let schema = Schema.named(
    "ChangeSetContent",
    .closedObject(
      [.optional("message", .string), .lifetime]
        + lists.map { .optional($0.member, .map(.any), "By name; null deletes.") }))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    var contents: [ChangeSubject: JSONValue?] = [:]
    let members = MemberReader(
      document.value, at: .root, named: "the content of a change set",
      allowed: ["message", "ttl"] + Self.lists.map(\.member), &diagnostics)
    message = members?.string("message", &diagnostics)
    lifetime = members?.integer("ttl", in: 1...ChangeSetRequest.maximumLifetime, &diagnostics)
    for (member, folder) in Self.lists {
      guard let value = members?.object[member] else { continue }
      let location = JSONPointer(tokens: [member])
      guard case .object(let list) = value else {
        diagnostics.add(
          Diagnostic(.wrongType, at: location, "\(quoted(member)) is an object, not \(value.kind.phrase)"))
        continue
      }
      for entry in list {
        if let subject = Self.subject(folder, entry.name) {
          // Where a `JSONValue` can stand, `nil` means JSON's null.
          contents[subject] = .some(entry.value == .null ? Optional.none : entry.value)
        } else {
          diagnostics.add(
            Diagnostic(
              .invalidName, at: location.appending(entry.name), anchor: .name,
              "\(quoted(entry.name)) cannot be a name here"))
        }
      }
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.contents = contents
  }

  private static func subject(_ folder: String, _ name: String) -> ChangeSubject? {
    guard let subject = ChangeSubject(path: folder + "/" + name) else { return nil }
    switch subject {
    case .screen: return (try? Route(name)).map { .screen($0) }
    case .document(.release, _): return ReleaseName(name) == nil ? nil : subject
    case .document: return Name.isViewType(name) ? subject : nil
    case .draft: return nil
    }
  }
}
