import HTTPWire
import JSONText
import ScreenMock
import Screens

extension ScreenAPI {
  /// The response of a collection.
  func response(
    _ answer: CollectionAnswer, of endpoint: MockEndpoint, _ request: borrowing HTTPRequest
  ) -> HTTPResponse {
    let path =
      serving.path + "/" + endpoint.path.literals.map { PercentEncoding.encoded($0) }.joined(separator: "/")
    switch answer {
    case .page(let page):
      var response = Self.item(.array(page.items.map { .object($0) }))
      response.add("X-Total-Count", String(page.total))
      if !page.links.isEmpty {
        let base = (serving.address.url(for: request) ?? "") + path
        response.add(
          "Link", page.links.map { Self.link($0.relation, base, $0.parameters) }.joined(separator: ", "))
      }
      return response
    case .item(let item): return Self.item(.object(item))
    case .created(let item, let id):
      var response = Self.item(.object(item), 201)
      response.add("Location", path + "/" + PercentEncoding.encoded(id))
      return response
    case .unknownID(let id):
      return Problem(.unknownItem, "\(endpoint.path) has no item with the id \(quoted(id))").response
    case .takenID(let id):
      return Problem(.itemExists, "\(endpoint.path) already has an item with the id \(quoted(id))").response
    case .invalid(let diagnostics): return Problem(.invalidBody(diagnostics)).response
    }
  }

  private static func item(_ value: JSONValue, _ status: HTTPStatus = 200) -> HTTPResponse {
    HTTPResponse(
      status,
      fields: [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-cache")]
        + CORS.mockFields, body: value.serialized())
  }

  /// A link (RFC 8288).
  private static func link(
    _ relation: String, _ base: String, _ parameters: [(name: String, value: String)]
  ) -> String {
    let query = parameters.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
    return "<\(base)?\(query.joined(separator: "&"))>; rel=\"\(relation)\""
  }
}
