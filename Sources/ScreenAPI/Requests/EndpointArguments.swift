import HTTPWire
import JSONText
import Screens

/// The path, the query and the token of a request, as the declared parameters of an endpoint read them.
struct EndpointArguments: Sendable {
  /// The decoded path, for messages.
  let path: String
  /// The text of the placeholders of the path.
  let placeholders: [String: String]
  /// The values of the declared query parameters that the request has.
  let query: [String: String]
  /// Nil for the public API.
  let bearer: Bearer?
  /// The request as one that writes; nil if it only reads.
  var write: WriteRequest?

  /// - Throws: ``Problem`` for a declared parameter that is given twice and, in the admin API, for one that is not
  ///   declared. The public API ignores those: apps add parameters of their own.
  init(
    path: String, placeholders: [String: String], query: Bytes, bearer: Bearer?, of endpoint: Endpoint
  ) throws(Problem) {
    self.path = path
    self.placeholders = placeholders
    self.bearer = bearer
    let declared = endpoint.queryNames
    var values: [String: String] = [:]
    for pair in QueryParameters.parse(query) {
      guard declared.contains(pair.name) else {
        if bearer == nil { continue }
        throw .badParameter(
          pair.name,
          "unknown parameter \(quoted(pair.name))"
            + (NearestName.hint(for: pair.name, among: declared).map { "; \($0)" } ?? ""))
      }
      guard values.updateValue(pair.value, forKey: pair.name) == nil else {
        throw .badParameter(pair.name, "the parameter \(quoted(pair.name)) is given twice")
      }
    }
    self.query = values
  }
}
