import JSONText
import Screens

/// The body of a merge: `{"route": "home", "base": {…}, "ours": {…}, "theirs": {…}, "choices": {"noodles": "ours"}}`.
struct MergeRequest {
  let route: Route
  let base: JSONValue
  let ours: JSONValue
  let theirs: JSONValue
  let choices: [ExactString: DefinitionMerge.Side]

  private static let sides = DefinitionMerge.Side.allCases.map(\.rawValue)

  static let schema = Schema.named(
    "MergeRequest",
    .closedObject(
      .required("route", .string, "The screen, by whose rules the merge is checked."),
      .required("base", .any, "The definition that both sides began from; an empty object for none."),
      .required("ours", .any), .required("theirs", .any),
      .optional(
        "choices", .map(.choice(sides)),
        "The side to take, by the id of an item or the JSON Pointer of another member. base leaves the changes of both "
          + "sides out.")))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a merge"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["route", "base", "ours", "theirs", "choices"],
      &diagnostics)
    let given = ["route", "base", "ours", "theirs"].map { members?.required($0, of: noun, &diagnostics) }
    let route = Self.route(members, &diagnostics)
    choices = Self.choices(members, &diagnostics)
    guard diagnostics.isEmpty, let route, let base = given[1], let ours = given[2], let theirs = given[3]
    else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.route = route
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  private static func route(_ members: MemberReader?, _ diagnostics: inout Diagnostics) -> Route? {
    guard let text = members?.string("route", &diagnostics) else { return nil }
    do throws(Route.NameError) {
      return try Route(text)
    } catch {
      diagnostics.add(
        Diagnostic(.invalidName, at: JSONPointer(tokens: ["route"]), error.message, hint: error.hint))
      return nil
    }
  }

  private static func choices(
    _ members: MemberReader?, _ diagnostics: inout Diagnostics
  ) -> [ExactString: DefinitionMerge.Side] {
    guard let value = members?.object["choices"] else { return [:] }
    let reader = MemberReader(
      value, at: JSONPointer(tokens: ["choices"]), named: "\"choices\"",
      allowed: value.objectValue?.names ?? [], &diagnostics)
    var choices: [ExactString: DefinitionMerge.Side] = [:]
    for place in reader?.object.names ?? [] {
      choices[ExactString(place)] = reader?.choice(place, of: sides, &diagnostics)
        .flatMap { DefinitionMerge.Side(rawValue: $0) }
    }
    return choices
  }
}
