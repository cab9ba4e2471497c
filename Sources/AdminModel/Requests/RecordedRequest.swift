package import JSONText

/// A request for a screen or an endpoint of the mock, as the server recorded it.
package struct RecordedRequest: APIObject {
  package let id: Int
  package let at: String
  package let method: String
  package let path: String
  package let route: String
  package let endpoint: String?
  package let user: String?
  package let attributes: JSONObject
  package let status: Int?
  package let version: Int?
  package let assignments: String?
  package let mock: String?
  package let milliseconds: Int
  package let headers: NamedValues<String>
  package let requestBody: String?
  package let body: String?

  package init(
    id: Int, at: String, method: String, path: String, route: String, endpoint: String?, user: String?,
    attributes: JSONObject, status: Int?, version: Int?, assignments: String?, mock: String?,
    milliseconds: Int,
    headers: NamedValues<String>, requestBody: String?, body: String?
  ) {
    self.id = id
    self.at = at
    self.method = method
    self.path = path
    self.route = route
    self.endpoint = endpoint
    self.user = user
    self.attributes = attributes
    self.status = status
    self.version = version
    self.assignments = assignments
    self.mock = mock
    self.milliseconds = milliseconds
    self.headers = headers
    self.requestBody = requestBody
    self.body = body
  }

  package static let members = MemberList(
    named: "RecordedRequest", Self.init, Member("id", \Self.id), Member("at", \Self.at, as: .time),
    Member("method", \Self.method), Member("path", \Self.path),
    Member("route", \Self.route, "Empty for an endpoint that is no screen."),
    Member(optional: "endpoint", \Self.endpoint, "The endpoint of the mock that answered."),
    Member("user", \Self.user), Member("attributes", \Self.attributes),
    Member("status", \Self.status), Member("version", \Self.version),
    Member("assignments", \Self.assignments), Member("mock", \Self.mock, "What the mock did."),
    Member("milliseconds", \Self.milliseconds), Member("headers", \Self.headers),
    Member(optional: "requestBody", \Self.requestBody), Member(optional: "body", \Self.body))
}

/// The last requests for screens and endpoints, newest first.
package struct RequestPage: APIObject {
  package let requests: [RecordedRequest]
  package let skipped: Int?

  package init(requests: [RecordedRequest], skipped: Int?) {
    self.requests = requests
    self.skipped = skipped
  }

  package static let members = MemberList(
    named: "RecordedRequests", Self.init, Member("requests", \Self.requests),
    Member(optional: "skipped", \Self.skipped, "Requests that came too fast to be kept."))
}

/// The number of requests.
package struct RequestCount: APIObject {
  package let count: Int

  package init(count: Int) { self.count = count }

  package static let members = MemberList(
    named: "Count", Self.init, Member("count", \Self.count))
}
