import JSONText
import Screens

/// The body of a rebase: `{"resolve": {"screens/home": "ours"}}`; an empty body resolves nothing.
struct RebaseRequest {
  let resolutions: [ChangeSubject: ChangeSetResolution]

  static let schema = Schema.named(
    "Rebase",
    .closedObject(
      .optional(
        "resolve", .map(.choice(ChangeSetResolution.allCases.map(\.rawValue))),
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
    var resolutions: [ChangeSubject: ChangeSetResolution] = [:]
    let members = MemberReader(
      document.value, at: .root, named: "a rebase", allowed: ["resolve"], &diagnostics)
    if let value = members?.object["resolve"] {
      let location = JSONPointer(tokens: ["resolve"])
      let subjects = MemberReader(
        value, at: location, named: "\"resolve\"", allowed: value.objectValue?.names ?? [], &diagnostics)
      for name in subjects?.object.names ?? [] {
        let choice = subjects?.choice(
          name, of: ChangeSetResolution.allCases.map(\.rawValue), &diagnostics)
        guard let subject = ChangeSubject(path: name) else {
          diagnostics.add(
            Diagnostic(
              .invalidName, at: location.appending(name), anchor: .name,
              "\(quoted(name)) is not a subject of a change set",
              hint: "such as screens/home, view-types/TITLE or formats/viewItems"))
          continue
        }
        resolutions[subject] = choice.flatMap { ChangeSetResolution(rawValue: $0) }
      }
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.resolutions = resolutions
  }
}
