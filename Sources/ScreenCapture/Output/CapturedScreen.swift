import Assignment
import JSONText
import Screens

/// A screen that is sent for the recorded requests of a route.
struct CapturedScreen {
  /// Recorded requests to which the server must respond with the same JSON.
  struct Expectation {
    /// In the order of the recording; none for a response of an earlier recording.
    var requests: [ServedRequest]
    let query: CapturedQuery
    /// With the items of all pages, if there are several.
    var response: JSONValue
    /// The pages; nil for one.
    var walk: PageWalk?
    /// Whether it is of an earlier recording, and no page without the one before.
    var isLaterPage = false

    /// The queries of all pages.
    var queries: [CapturedQuery] { [query] + (walk?.laterQueries ?? []) }
  }

  let route: Route
  var format: String
  /// The definition's document.
  var json: JSONValue
  /// Whether the wire format holds the whole response.
  let isLiteral: Bool
  /// The items of all layouts.
  let items: [CapturedItem]
  var expectations: [Expectation]

  /// Gives the wire format another name.
  mutating func rename(format name: String) {
    format = name
    guard var object = json.objectValue else { return }
    object["format"] = .string(name)
    json = .object(object)
  }

  /// Reads the definition as a server does, and compares its renditions with the recorded responses.
  /// - Throws: ``Omission`` if a server would refuse the definition.
  func outcomes(with catalogue: Catalogue) throws(Omission) -> [CaptureOutcome] {
    let (screen, format) = (try published(with: catalogue), try wireFormat(of: catalogue))
    return expectations.flatMap { expectation in
      let pages = expectation.walk?.pages ?? [expectation]
      return zip(pages, results(of: expectation, screen, format)).flatMap { page, result in
        page.requests.map { served in
          let obstacle = result.isSent ? served.obstacle : nil
          return CaptureOutcome(
            request: served.request, route: route,
            result: obstacle.map { .differs(nil, reason: $0) } ?? result)
        }
      }
    }
  }

  /// Whether the screen sends the response to each query.
  func sends(_ responses: [Expectation], with catalogue: Catalogue) throws(Omission) -> Bool {
    let (screen, format) = (try published(with: catalogue), try wireFormat(of: catalogue))
    return responses.allSatisfy { results(of: $0, screen, format).allSatisfy(\.isSent) }
  }

  /// What the screen sends for queries of an earlier recording.
  /// - Throws: ``Omission`` if a server would refuse the definition.
  func responses(to queries: [CapturedQuery], with catalogue: Catalogue) throws(Omission) -> [Expectation] {
    let (screen, format) = (try published(with: catalogue), try wireFormat(of: catalogue))
    return queries.compactMap { query in
      response(to: query, screen, format).map { Expectation(requests: [], query: query, response: $0) }
    }
  }

  func wireFormat(of catalogue: Catalogue) throws(Omission) -> WireFormat {
    guard let format = catalogue.format(self.format) else {
      throw Omission("the wire format \(quoted(self.format)) is invalid")
    }
    return format
  }

  func published(with catalogue: Catalogue) throws(Omission) -> PublishedScreen {
    let text = json.serialized()
    guard text.count <= CaptureLimits.fileBytes else {
      throw Omission("the definition would have more than \(CaptureLimits.fileBytes) bytes")
    }
    do {
      let (definition, combinations) = try DefinitionReader.read(
        try JSONDocument(text), route: route, catalogue: catalogue)
      return PublishedScreen(route: route, version: 1, definition: definition, combinations: combinations)
    } catch let error as InvalidDocument {
      let first = error.diagnostics.kept.first
      throw Omission(
        "a server would refuse the screen: \(first?.text ?? "") at \(first?.pointer.description ?? "")")
    } catch {
      throw Omission("a server would refuse the screen: \(error)")
    }
  }

  /// The result of a response, or of each of its pages.
  private func results(
    of expectation: Expectation, _ screen: PublishedScreen, _ format: WireFormat
  ) -> [CaptureOutcome.Result] {
    guard let walk = expectation.walk else { return [result(of: expectation, screen, format)] }
    return results(of: walk, expectation.query, screen, format)
  }

  private func result(
    of expectation: Expectation, _ screen: PublishedScreen, _ format: WireFormat
  ) -> CaptureOutcome.Result {
    guard let response = response(to: expectation.query, screen, format) else {
      return .differs(.root, reason: "the screen has no such variant, or its wire format sends no JSON")
    }
    if screen.definition.pages != nil, let page = singlePage(expectation.response, response, format) {
      return page
    }
    if let location = FirstDifference.between(expectation.response, response) {
      return .differs(location, reason: "no screen can send both this response and the others of the route")
    }
    return .equal
  }

  private func response(
    to query: CapturedQuery, _ screen: PublishedScreen, _ format: WireFormat
  ) -> JSONValue? {
    if screen.definition.pages != nil { return pages(for: query, screen, format).first }
    guard let index = combination(for: query, of: screen) else { return nil }
    let combination = screen.combinations[index]
    let rendition = format.render(
      screen,
      combination: Combination(
        choices: combination.choices, layout: tailored(combination, for: query).layout))
    return rendition.flatMap { try? JSONParser.parse($0) }
  }

  /// The index of the combination that a query gets.
  func combination(for query: CapturedQuery, of screen: PublishedScreen) -> Int? {
    screen.combinations.firstIndex { $0.choices.first?.variant == query.variant }
  }

  func tailored(_ combination: Combination, for query: CapturedQuery) -> TailoredLayout {
    let attributes = Attributes(query.attributes)
    return TailoredLayout(combination.layout, shows: { _ in true }, holds: { $0.holds(attributes) })
  }
}
