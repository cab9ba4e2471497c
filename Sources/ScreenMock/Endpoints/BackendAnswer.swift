package import JSONText
package import Screens

/// A request for the mock backend.
package struct BackendRequest: Sendable {
  /// GET for HEAD.
  let method: String
  let isHead: Bool
  /// The decoded segments.
  let path: [String]
  let values: EndpointValues
  /// The JSON body; nil without one.
  let document: JSONDocument?
  /// The decoded parameters of the query.
  let query: [(name: String, value: String)]

  package init(
    method: String, isHead: Bool, path: [String], values: EndpointValues, document: JSONDocument?,
    query: [(name: String, value: String)]
  ) {
    self.method = method
    self.isHead = isHead
    self.path = path
    self.values = values
    self.document = document
    self.query = query
  }
}

/// How the mock backend answers a request.
package enum BackendAnswer: Sendable {
  /// No endpoint has the path.
  case unknown(nearest: MockEndpoint?)
  /// The endpoints at the path have these methods.
  case otherMethod([String])
  /// The body does not fit the schema.
  case invalidBody(MockEndpoint, Diagnostics)
  /// No condition holds.
  case noResponse(MockEndpoint)
  /// The real backend answers.
  case forwarded(MockEndpoint)
  case screen(MockEndpoint, ScreenAddress, EndpointValues)
  case response(MockEndpoint, RenderedResponse, Mock.Applied?)
  case collection(MockEndpoint, CollectionAnswer, Mock.Applied?)
  /// The state would exceed a limit.
  case noRoom(MockEndpoint, String)
}

/// A response with the values of its placeholders.
package struct RenderedResponse: Sendable {
  package enum Content: Sendable {
    case none
    case json([UInt8])
    case text(String)
    case asset(String)
  }

  package let status: Int
  package let fields: [(name: String, value: String)]
  package let content: Content
}

/// What a collection answers.
package enum CollectionAnswer: Sendable {
  case page(CollectionQuery.Page)
  case item(JSONObject)
  case created(JSONObject, id: String)
  case unknownID(String)
  case takenID(String)
  case invalid(Diagnostics)
}
