import AdminModel
import HTTPWire
import JSONText
import Screens

/// Who else is in the editor of a screen: `POST /admin/presence/{route}`.
enum PresenceEndpoints {
  static let all: [Endpoint] = [note]

  static let note = Endpoint(
    .post, "/admin/presence/{route}", "notePresence", .console,
    "Says that an editor shows a screen, and tells who else does. It is forgotten after 6 seconds.",
    access: .token(.read), effect: .answers,
    reading: .routeToChange, .visitorName, .body(PresenceRequest.schema, "The editor, and what it shows."),
    responses: [.json("The others", Visitors.self)]
  ) { (api, route, name, body) throws(ScreensError) in
    let request = try PresenceRequest(body)
    let others = api.environment.presence.note(
      Visitor(name: name, item: request.item, isEditing: request.isEditing),
      Presence.Key(screen: api.serving.path + "/" + route.name, editor: request.editor))
    return .json(Visitors(others: others))
  }
}

extension Parameter where Value == String {
  /// The name of the token. Nothing is stored, so there is no author.
  fileprivate static var visitorName: Self {
    Parameter([]) { (_, arguments, _) throws(Problem) in
      guard let bearer = arguments.bearer else { throw Bearer.Refusal.missing.problem }
      return bearer.name
    }
  }
}

/// The body `{"editor": "4f1c…", "item": "greeting", "isEditing": true}`.
private struct PresenceRequest {
  let editor: String
  let item: String?
  let isEditing: Bool

  private static let maximumLength = 200

  static let schema = Schema.named(
    "Presence",
    .closedObject(
      .required(
        "editor", .string(pattern: "^[A-Za-z0-9-]+$", maximumLength: 64), "A random id of the open editor."),
      .optional("item", .string(maximumLength: maximumLength), "The id of the selected item."),
      .optional("isEditing", .boolean, "Whether it was changed in the last seconds.")))

  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "a presence", allowed: ["editor", "item", "isEditing"], &diagnostics)
    let editor = members?.required("editor", of: "a presence", &diagnostics)?.stringValue ?? ""
    if members != nil, diagnostics.isEmpty, editor.wholeMatch(of: #/[A-Za-z0-9-]{1,64}/#) == nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["editor"]),
          "an editor's id is 1 to 64 letters, digits and -"))
    }
    let item = members?.string("item", &diagnostics)
    if let item, item.unicodeScalars.count > Self.maximumLength {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["item"]),
          "an item's id has at most \(Self.maximumLength) characters"))
    }
    let isEditing = members?.flag("isEditing", &diagnostics) ?? false
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.editor = editor
    self.item = item
    self.isEditing = isEditing
  }
}
