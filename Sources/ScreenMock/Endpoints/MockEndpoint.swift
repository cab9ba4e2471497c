import Assignment
import JSONText
package import Screens

/// An address of an app's backend, as `_endpoints/NAME.json` describes it.
package struct MockEndpoint: Sendable {
  package let name: String
  package let path: EndpointPath
  /// Nil for a collection, which answers several.
  package let method: String?
  let condition: EndpointCondition?
  package let bodySchema: ContentSchema?
  package let action: Action
  /// The document that it was read from.
  let json: JSONValue

  package enum Action: Sendable {
    /// The first response whose condition holds.
    /// - Parameter isForwarded: whether the real backend answers when none holds.
    case responses([EndpointResponse], isForwarded: Bool)
    case collection(MockCollection)
    case screen(ScreenAddress)
  }

  /// The methods that a document can name.
  package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  /// The largest number of endpoints on a server.
  package static let maximumEndpoints = 5000
  /// The largest number of responses of an endpoint.
  static let maximumResponses = 100

  package var collection: MockCollection? {
    if case .collection(let collection) = action { collection } else { nil }
  }

  /// `POST /api/carts/{cart}`, for messages.
  package var title: String { method.map { "\($0) \(path)" } ?? "\(path)" }

  /// Whether an endpoint answers even with `--no-mock`.
  package var isScreen: Bool { if case .screen = action { true } else { false } }
}

/// A response of an endpoint.
package struct EndpointResponse: Sendable {
  enum Content: Sendable {
    case none
    case json(EndpointTemplate)
    case text(PlaceholderText)
    /// The name of a file in `_assets/`.
    case asset(String)
  }

  let condition: EndpointCondition?
  package let status: Int
  let fields: [(name: String, value: PlaceholderText)]
  let content: Content
  /// A JSON Merge Patch of the state.
  let changes: EndpointTemplate?
  let effect: MockEffect
}

/// A screen at an address of the app's own.
package struct ScreenAddress: Sendable {
  package let route: String
  package let format: String?
  package let user: ValuePath?
  package let attributes: [(name: String, path: ValuePath)]

  /// The fields of requests that decide the response, in lower case.
  package var fields: [String] {
    var fields: [String] = []
    for field in ([user] + attributes.map(\.path)).compactMap({ $0?.field }) where !fields.contains(field) {
      fields.append(field)
    }
    return fields
  }
}

/// A condition on the values of a request.
struct EndpointCondition: Sendable {
  /// The condition as its author wrote it.
  let source: JSONValue
  private let compiled: Condition

  init(source: JSONValue, compiled: Condition) {
    self.source = source
    self.compiled = compiled
  }

  func holds(_ values: EndpointValues) -> Bool { compiled.passes(values.attributes) }
}
