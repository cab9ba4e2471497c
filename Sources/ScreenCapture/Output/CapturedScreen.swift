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
    let response: JSONValue
  }

  let route: Route
  var format: String
  /// The definition's document.
  var json: JSONValue
  /// Whether the wire format holds the whole response.
  let isLiteral: Bool
  /// The items of all layouts.
  let items: [CapturedItem]
  let expectations: [Expectation]

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
      let result = result(of: expectation, screen, format)
      return expectation.requests.map { served in
        let obstacle = result == .equal ? served.obstacle : nil
        return CaptureOutcome(
          request: served.request, route: route,
          result: obstacle.map { .differs(nil, reason: $0) } ?? result)
      }
    }
  }

  /// Whether the screen sends the response to each query.
  func sends(_ responses: [Expectation], with catalogue: Catalogue) throws(Omission) -> Bool {
    let (screen, format) = (try published(with: catalogue), try wireFormat(of: catalogue))
    return responses.allSatisfy { result(of: $0, screen, format) == .equal }
  }

  /// What the screen sends for queries of an earlier recording.
  /// - Throws: ``Omission`` if a server would refuse the definition.
  func responses(to queries: [CapturedQuery], with catalogue: Catalogue) throws(Omission) -> [Expectation] {
    let (screen, format) = (try published(with: catalogue), try wireFormat(of: catalogue))
    return queries.compactMap { query in
      response(to: query, screen, format).map { Expectation(requests: [], query: query, response: $0) }
    }
  }

  private func wireFormat(of catalogue: Catalogue) throws(Omission) -> WireFormat {
    guard let format = catalogue.format(self.format) else {
      throw Omission("the wire format \(quoted(self.format)) is invalid")
    }
    return format
  }

  private func published(with catalogue: Catalogue) throws(Omission) -> PublishedScreen {
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

  private func result(
    of expectation: Expectation, _ screen: PublishedScreen, _ format: WireFormat
  ) -> CaptureOutcome.Result {
    guard let response = response(to: expectation.query, screen, format) else {
      return .differs(.root, reason: "the screen has no such variant, or its wire format sends no JSON")
    }
    if let location = FirstDifference.between(expectation.response, response) {
      return .differs(location, reason: "no screen can send both this response and the others of the route")
    }
    return .equal
  }

  private func response(
    to query: CapturedQuery, _ screen: PublishedScreen, _ format: WireFormat
  ) -> JSONValue? {
    let combination = screen.combinations.first { $0.choices.first?.variant == query.variant }
    guard let combination else { return nil }
    let attributes = Attributes(query.attributes)
    let layout = TailoredLayout(combination.layout, shows: { _ in true }, holds: { $0.holds(attributes) })
      .layout
    let rendition = format.render(
      screen, combination: Combination(choices: combination.choices, layout: layout))
    return rendition.flatMap { try? JSONParser.parse($0) }
  }
}
