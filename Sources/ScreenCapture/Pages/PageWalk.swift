import JSONText
import Screens

/// Recorded responses that are the pages of one list, each of which leads to the next.
struct PageWalk {
  typealias Expectation = CapturedScreen.Expectation

  /// Two or more, in their order.
  private(set) var pages: [Expectation]
  /// The place of the list that is divided into pages.
  let list: JSONPointer
  /// The member that leads from page to page.
  let link: PageLink
  /// The name of the query parameter for the server's cursors.
  let parameter: String
  /// The number of items of the first page.
  let size: Int
  /// The members that say something about the page. The first leads to the next page.
  var members: [PageMember]

  /// The member `pages` of the definition.
  var json: JSONValue { ["size": .number(JSONNumber(size)), "parameter": .string(parameter)] }

  /// The queries of all pages but the first, with their numbers.
  var laterQueries: [CapturedQuery] {
    pages.enumerated().dropFirst().map { index, page in
      var query = page.query
      query.page = index + 1
      return query
    }
  }

  /// The items of a page.
  func items(of response: JSONValue) -> [JSONValue] { list.value(in: response)?.arrayValue ?? [] }

  /// Whether the member that leads on has a value in a response.
  func leadsOn(_ response: JSONValue) -> Bool {
    switch link.pointer.value(in: response) {
    case nil, .null?, .string("")?: false
    default: true
    }
  }

  /// Whether the last recorded page is the last of all.
  var isComplete: Bool {
    guard let last = pages.last, leadsOn(last.response) else { return true }
    return members.contains { $0.value == .hasNext && $0.pointer.value(in: last.response) == false }
  }

  /// Whether a screen can have both walks.
  private func isAlike(_ other: PageWalk) -> Bool {
    hasMembers(of: other) && parameter == other.parameter && size == other.size
  }

  /// The first page with the items of all pages.
  private var whole: Expectation {
    var first = pages[0]
    first.response = first.response.replacing(list, with: .array(pages.flatMap { items(of: $0.response) }))
    first.walk = self
    return first
  }

  // MARK: Finding

  /// The responses of a route with the pages of a walk in one. Pages of earlier recordings to which nothing leads are
  /// left out.
  static func joined(_ expectations: [Expectation]) -> [Expectation] {
    guard expectations.count > 1, !expectations.contains(where: { $0.walk != nil }) else {
      return expectations
    }
    var walks: [Int: PageWalk] = [:]
    var used: Set<Int> = []
    let chains = chains(of: expectations)
    let targets = Set(chains.flatMap { $0.chain.dropFirst() })
    let starts = expectations.indices.filter { !targets.contains($0) && !expectations[$0].isLaterPage }
    let parameters = Set(starts.flatMap { expectations[$0].query.attributes.names })
    for (chain, link) in chains where used.isDisjoint(with: chain) && starts.contains(chain[0]) {
      guard
        let walk = PageWalk(chain.map { expectations[$0] }, link, parametersOfOthers: parameters),
        walks.values.first.map({ $0.isAlike(walk) }) ?? true
      else { continue }
      used.formUnion(chain.prefix(walk.pages.count))
      walks[chain[0]] = walk
    }
    var joined: [Expectation] = []
    for (index, expectation) in expectations.enumerated() {
      if var walk = walks[index] {
        // Other requests for the first page get it, too.
        for (other, own) in expectations.enumerated()
        where other > index && !used.contains(other) && own.response.isEquivalent(to: expectation.response) {
          walk.pages[0].requests += own.requests
          used.insert(other)
        }
        joined.append(walk.whole)
      } else if !used.contains(index), !expectation.isLaterPage {
        joined.append(expectation)
      }
    }
    return joined
  }

  /// The indices of responses of which each leads to the next, and the member that does.
  private static func chains(of expectations: [Expectation]) -> [(chain: [Int], link: PageLink)] {
    let scalars = expectations.map { PageLink.scalars(of: $0.response) }
    var groups: [(link: PageLink, next: [Int: Int])] = []
    for from in expectations.indices {
      for to in expectations.indices where from != to {
        let links = PageLink.links(
          from: expectations[from].query, scalars[from], to: expectations[to].query)
        // A page has its own number, too: the first one leads to no equal response.
        guard !links.isEmpty,
          !expectations[from].response.isEquivalent(to: expectations[to].response)
        else { continue }
        for link in links {
          if let index = groups.firstIndex(where: { $0.link == link }) {
            groups[index].next[from] = groups[index].next[from] ?? to
          } else {
            groups.append((link, [from: to]))
          }
        }
      }
    }
    var chains: [(chain: [Int], link: PageLink)] = []
    for (link, next) in groups {
      let targets = Set(next.values)
      for start in next.keys.sorted() where !targets.contains(start) {
        var chain = [start]
        while let last = chain.last, let index = next[last], !chain.contains(index) { chain.append(index) }
        chains.append((chain, link))
      }
    }
    return chains
  }

  /// Nil if the responses are no pages of one list. Takes only those at the beginning that are.
  /// - Parameter others: the parameters of requests for other responses of the route, which are no cursors.
  private init?(_ expectations: [Expectation], _ link: PageLink, parametersOfOthers others: Set<String>) {
    guard let list = Self.list(in: expectations.map(\.response)),
      let parameter = Self.parameter(for: link, others)
    else { return nil }
    let pages = Array(expectations.prefix { list.value(in: $0.response)?.arrayValue != nil })
    guard let size = list.value(in: pages[0].response)?.arrayValue?.count, Pages.sizes.contains(size),
      pages.count > 1
    else { return nil }
    self.pages = pages
    self.list = list
    self.link = link
    self.parameter = parameter
    self.size = size
    let isOnLast = pages.last.map { link.pointer.value(in: $0.response) != nil } ?? false
    members = [PageMember(link.pointer, link.isAddress ? .next : .cursor, isNullable: isOnLast)]
    addMembers()
  }

  /// The recorded parameter if Marquee can read its cursors from it.
  private static func parameter(for link: PageLink, _ others: Set<String>) -> String? {
    func isFree(_ name: String) -> Bool {
      Name.isValid(name) && !Pages.otherParameters.contains(name) && !name.hasPrefix("__")
        && !CapturedQuery.ownNames.contains(name) && !others.contains(name)
    }
    // An app that follows addresses does not know the parameter.
    let names = [link.parameter] + (link.isAddress ? [Pages.defaultParameter, "cursor"] : [])
    return names.first(where: isFree)
  }

  /// The place of the largest list of objects that the first two responses have, and that differs.
  static func list(in responses: [JSONValue]) -> JSONPointer? {
    guard responses.count > 1 else { return nil }
    var best: (count: Int, pointer: JSONPointer)?
    func visit(_ value: JSONValue, at pointer: JSONPointer) {
      guard pointer.tokens.count < CaptureLimits.searchDepth else { return }
      switch value {
      case .array(let elements):
        if let other = pointer.value(in: responses[1])?.arrayValue, other != elements, !elements.isEmpty,
          (elements + other).allSatisfy({ $0.objectValue != nil }), elements.count > best?.count ?? 0,
          isAlike(elements, other)
        {
          best = (elements.count, pointer)
        }
      case .object(let object):
        for member in object { visit(member.value, at: pointer.appending(member.name)) }
      default: break
      }
    }
    visit(responses[0], at: .root)
    return best?.pointer
  }

  /// Whether the elements of two lists have a member in common.
  private static func isAlike(_ one: [JSONValue], _ other: [JSONValue]) -> Bool {
    let names = Set(one.flatMap { $0.objectValue?.names ?? [] })
    return other.allSatisfy { !names.isDisjoint(with: $0.objectValue?.names ?? []) }
  }

  /// Finds the members that number the pages, count items, or say whether there are more.
  private mutating func addMembers() {
    let total = pages.reduce(0) { $0 + items(of: $1.response).count }
    let hasLast = pages.last.map { !leadsOn($0.response) } ?? false
    var complete = hasLast
    for (pointer, _) in PageLink.scalars(of: pages[0].response) where pointer != link.pointer {
      guard let name = pointer.tokens.last?.lowercased() else { continue }
      let values = pages.map { pointer.value(in: $0.response) }
      let saysMore = ["more", "next"].contains { name.contains($0) }
      let last = values.last ?? nil
      if values.dropLast().allSatisfy({ $0 == true }),
        last == false || (!hasLast && saysMore && last == true)
      {
        if last == false { complete = true }
        members.append(PageMember(pointer, .hasNext))
      } else if values.enumerated().allSatisfy({ $1 == .number(JSONNumber($0 + 1)) }) {
        members.append(PageMember(pointer, .number))
      }
    }
    for (pointer, first) in PageLink.scalars(of: pages[0].response)
    where pages.allSatisfy({ pointer.value(in: $0.response) == first }) {
      guard let name = pointer.tokens.last?.lowercased() else { continue }
      func isNamed(_ parts: [String]) -> Bool { parts.contains { name.contains($0) } }
      if complete, first == .number(JSONNumber(total)), isNamed(["total", "count"]) {
        members.append(PageMember(pointer, .total))
      } else if first == .number(JSONNumber(size)), isNamed(["size", "limit", "perpage", "per_page"]) {
        members.append(PageMember(pointer, .size))
      }
    }
  }

  // MARK: Apps

  /// Whether one wire format can lead through the pages of both.
  func hasMembers(of other: PageWalk) -> Bool {
    list == other.list && link.pointer == other.link.pointer && link.isAddress == other.link.isAddress
  }

  /// The members that all walks have. One that is null on the last page of a walk is null in all.
  static func commonMembers(of walks: [PageWalk]) -> [PageMember] {
    guard let first = walks.first else { return [] }
    return first.members.compactMap { member in
      let same = walks.map { walk in
        walk.members.first { $0.pointer == member.pointer && $0.value == member.value }
      }
      guard same.allSatisfy({ $0 != nil }) else { return nil }
      return PageMember(
        member.pointer, member.value, isNullable: same.contains { $0?.isNullable ?? false })
    }
  }
}
