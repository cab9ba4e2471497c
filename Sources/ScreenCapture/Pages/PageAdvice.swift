import JSONText
import Screens

/// What the author should know about the pages of a screen.
enum PageAdvice {
  /// Where an app must expect something else than the recorded server has sent, and which pages were not recorded.
  static func notes(on walk: PageWalk, _ route: Route) -> [String] {
    var notes: [String] = []
    if let first = walk.pages.first, let member = walk.members.first,
      let replacement = replacement(for: member, walk.link.pointer.value(in: first.response))
    {
      let noun = walk.size == 1 ? "item" : "items"
      notes.append(
        "\(route.name) has pages of \(walk.size) \(noun): at \(quoted(member.pointer.description)) the app gets \(replacement)"
      )
    }
    if !walk.isComplete {
      notes.append(
        "\(route.name) ends with page \(walk.pages.count), because the page after it was not recorded")
    }
    return notes
  }

  /// Nil if what the app gets is of the same kind.
  private static func replacement(for member: PageMember, _ recorded: JSONValue?) -> String? {
    switch (member.value, recorded) {
    case (.cursor, .number?): "a cursor, which is a text, in place of a number"
    case (.next, .string(let address)?) where !URLParts(address).scheme.isEmpty:
      "a path of the server in place of an address with a host"
    default: nil
    }
  }

  /// Why a response is left out that differs from the others of its route outside of its items.
  static func omission(
    of other: CapturedScreen.Expectation, besides first: CapturedScreen.Expectation?,
    at location: JSONPointer?, in route: Route
  ) -> Omission {
    var reason = "outside of its items it differs from the other responses of \(quoted(route.name))"
    guard let first, let list = PageWalk.list(in: [first.response, other.response]) else {
      return Omission(reason, at: .response(location ?? .root))
    }
    let difference = FirstDifference.between(
      first.response.removing([list]), other.response.removing([list]))
    if looksLikePage(other.query, after: first.query) {
      let size = list.value(in: first.response)?.arrayValue?.count ?? 0
      reason +=
        "; a screen with \"pages\": {\"size\": \(size)} can send it as a later page, to apps that follow the cursor or the address of the page before"
    }
    return Omission(reason, at: .response(difference ?? location ?? .root))
  }

  private static func looksLikePage(_ query: CapturedQuery, after first: CapturedQuery) -> Bool {
    let new = query.attributes.filter { $0.value != first.attributes[$0.name] }
    return new.count == 1 && new.allSatisfy { PageLink.isLeading($0.name) }
  }
}
