import JSONText
import Screens

/// Screens in pages.
extension CapturedScreen {
  /// The result of each page of a walk.
  func results(
    of walk: PageWalk, _ query: CapturedQuery, _ screen: PublishedScreen, _ format: WireFormat
  ) -> [CaptureOutcome.Result] {
    let sent = pages(for: query, screen, format)
    let members = PageMember.members(of: format.json)
    guard screen.definition.pages?.parameter == walk.parameter, sends(walk, sent, members)
    else {
      let difference = CaptureOutcome.Result.differs(
        walk.list, reason: "the screen does not send the items of all pages")
      return walk.pages.map { _ in difference }
    }
    return walk.pages.enumerated().map { index, recorded in
      guard index < sent.count else {
        return .page(CapturedPage(number: index + 1, replaced: [], difference: walk.list))
      }
      return .page(Self.page(index, sent[index], recorded.response, members))
    }
  }

  /// The result of a single response of a screen in pages; nil if the screen sends something else.
  func singlePage(
    _ expected: JSONValue, _ response: JSONValue, _ format: WireFormat
  ) -> CaptureOutcome.Result? {
    let members = PageMember.members(of: format.json)
    let leading = members.filter(\.leadsOn)
    let page = Self.page(0, response, expected, members)
    guard page.difference == nil,
      leading.allSatisfy({ Self.isPresent($0.pointer, expected) == Self.isPresent($0.pointer, response) })
    else { return nil }
    return page.replaced.isEmpty ? .equal : .page(page)
  }

  private static func isPresent(_ pointer: JSONPointer, _ response: JSONValue) -> Bool {
    switch pointer.value(in: response) {
    case nil, .null?: false
    default: true
    }
  }

  private static func page(
    _ index: Int, _ sent: JSONValue, _ recorded: JSONValue, _ members: [PageMember]
  ) -> CapturedPage {
    let places = members.map(\.pointer)
    return CapturedPage(
      number: index + 1,
      replaced: places.filter {
        !($0.value(in: sent) ?? .null).isEquivalent(to: $0.value(in: recorded) ?? .null)
      },
      difference: FirstDifference.between(recorded.removing(places), sent.removing(places)))
  }

  /// Whether the pages have all items of the walk, and the first page everything else.
  private func sends(_ walk: PageWalk, _ sent: [JSONValue], _ members: [PageMember]) -> Bool {
    guard let first = walk.pages.first, let page = sent.first,
      members.contains(where: { $0.pointer == walk.link.pointer && $0.leadsOn }),
      Self.page(0, page, first.response, members).difference == nil
    else { return false }
    let items = sent.flatMap { walk.items(of: $0) }
    return JSONValue.array(items).isEquivalent(
      to: .array(walk.pages.flatMap { walk.items(of: $0.response) }))
  }

  /// All pages that the screen sends for a query, in their order.
  func pages(for query: CapturedQuery, _ screen: PublishedScreen, _ format: WireFormat) -> [JSONValue] {
    guard let index = combination(for: query, of: screen) else { return [] }
    let layout = tailored(screen.combinations[index], for: query)
    var pages: [JSONValue] = []
    var cursor = screen.firstPage(ofCombination: index, as: format)
    while let place = cursor, let page = screen.page(of: layout, as: format, from: place) {
      let combination = Combination(choices: screen.combinations[index].choices, layout: page.layout)
      guard
        let bytes = format.render(screen, combination: combination, page: page),
        let response = try? JSONParser.parse(bytes)
      else { return [] }
      pages.append(response)
      cursor = page.next
    }
    return pages
  }

  /// The pages of earlier recordings, so that they lead to each other as the recorded ones did.
  /// - Parameter queries: those of earlier recordings. The queries of later pages follow that of the first one.
  func earlierPages(
    of queries: [CapturedQuery], with catalogue: Catalogue
  ) throws(Omission) -> [[Expectation]] {
    guard queries.contains(where: { $0.page != nil }) else { return [] }
    let (screen, format) = (try published(with: catalogue), try wireFormat(of: catalogue))
    guard screen.definition.pages != nil,
      let member = PageMember.members(of: format.json).first(where: \.leadsOn)
    else { return [] }
    var walks: [[CapturedQuery]] = []
    for query in queries {
      if query.page == nil {
        walks.append([query])
      } else if !walks.isEmpty {
        walks[walks.count - 1].append(query)
      }
    }
    return walks.filter { $0.count > 1 }.map { queries in
      let responses = pages(for: queries[0], screen, format)
      let parameter = queries[1].attributes.first { $0.value != queries[0].attributes[$0.name] }?.name ?? ""
      let link = PageLink(pointer: member.pointer, parameter: parameter, isAddress: member.value == .next)
      return zip(queries, responses).enumerated().map { index, page in
        var response = page.1
        if index + 1 < queries.count, let value = link.value(to: queries[index + 1]) {
          response = response.replacing(link.pointer, with: value)
        }
        var query = page.0
        query.page = nil
        return Expectation(requests: [], query: query, response: response, isLaterPage: index > 0)
      }
    }
  }
}
