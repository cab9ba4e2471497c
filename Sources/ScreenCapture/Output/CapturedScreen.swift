import Assignment
import JSONText
import Screens

/// A screen that is sent for the recorded requests of a route.
struct CapturedScreen {
  /// Recorded requests to which the server must respond with the same JSON.
  struct Expectation {
    /// One or more, in the order of the recording.
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

  /// Reads the definition as a server does, and compares its renditions with the recorded responses.
  /// - Throws: ``Omission`` if a server would refuse the definition.
  func outcomes(with catalogue: Catalogue) throws(Omission) -> [CaptureOutcome] {
    let screen = try published(with: catalogue)
    guard let format = catalogue.format(self.format) else {
      throw Omission("the wire format \(quoted(self.format)) is invalid")
    }
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
    let variant = expectation.query.variant
    let combination = screen.combinations.first { $0.choices.first?.variant == variant }
    guard let combination else { return .differs(.root, reason: "the screen has no such variant") }
    let attributes = Attributes(expectation.query.attributes)
    let layout = TailoredLayout(combination.layout, shows: { _ in true }, holds: { $0.holds(attributes) })
      .layout
    let rendition = format.render(
      screen, combination: Combination(choices: combination.choices, layout: layout))
    guard let bytes = rendition, let response = try? JSONParser.parse(bytes) else {
      return .differs(.root, reason: "the wire format sends no JSON")
    }
    if let location = FirstDifference.between(expectation.response, response) {
      return .differs(location, reason: "no screen can send both this response and the others of the route")
    }
    return .equal
  }
}
