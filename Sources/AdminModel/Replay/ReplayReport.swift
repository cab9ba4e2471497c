/// What changes for the requests of a replay.
package struct ReplayReport: APIObject {
  package let requests: Int
  package let changed: Int
  package let downgraded: Int
  package let empty: Int
  package let problems: Int
  package let unreadable: Int
  package let screens: [Screen]

  /// - Parameter screens: the screens, in any order.
  package init(
    requests: Int, changed: Int, downgraded: Int, empty: Int, problems: Int, unreadable: Int,
    screens: [Screen]
  ) {
    self.requests = requests
    self.changed = changed
    self.downgraded = downgraded
    self.empty = empty
    self.problems = problems
    self.unreadable = unreadable
    self.screens = screens.sorted {
      $0.changed == $1.changed
        ? $0.route.utf8.lexicographicallyPrecedes($1.route.utf8) : $0.changed > $1.changed
    }
  }

  package static let members = MemberList(
    named: "ReplayResult", Self.init,
    Member("requests", \Self.requests, "The requests for screens that were run."),
    Member("changed", \Self.changed, "Those whose app would show something else."),
    Member(
      "downgraded", \Self.downgraded,
      "Those whose app lacks an item, or gets its fallback, and did not before; new items included."),
    Member("empty", \Self.empty, "Those that would show nothing, and show something now."),
    Member("problems", \Self.problems, "Those that would get a problem, and get a screen now."),
    Member("unreadable", \Self.unreadable, "Requests that are not for screens, or malformed."),
    Member("screens", \Self.screens))

  package struct Screen: APIObject {
    package let route: String
    package let requests: Int
    package let changed: Int
    package let items: [Item]
    package let downgrades: [Downgrade]

    init(route: String, requests: Int, changed: Int, items: [Item], downgrades: [Downgrade]) {
      self.route = route
      self.requests = requests
      self.changed = changed
      self.items = items
      self.downgrades = downgrades
    }

    package static let members = MemberList(
      named: "ReplayedScreen", Self.init,
      Member("route", \Self.route), Member("requests", \Self.requests), Member("changed", \Self.changed),
      Member("items", \Self.items, "The items that change most often, at most 100."),
      Member("downgrades", \Self.downgrades))
  }

  package struct Item: APIObject {
    package let id: String
    package let effect: String
    package let requests: Int

    package static let members = MemberList(
      named: "ReplayedItem", Self.init,
      Member("id", \Self.id),
      Member("effect", \Self.effect, as: .choice(["added", "removed", "moved", "changed"])),
      Member("requests", \Self.requests))
  }

  package struct Downgrade: APIObject {
    package let item: String
    package let effect: String
    package let release: String?
    package let requests: Int

    package static let members = MemberList(
      named: "ReplayedDowngrade", Self.init,
      Member("item", \Self.item), Member("effect", \Self.effect, as: .choice(["fallback", "dropped"])),
      Member("release", \Self.release), Member("requests", \Self.requests))
  }
}
